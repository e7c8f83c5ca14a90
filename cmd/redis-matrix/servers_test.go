package main

import "testing"

func TestHomely(t *testing.T) {
	for _, test := range []struct{ home, path, want string }{
		{"/home/a", "/home/a/bin/redis-server", "~/bin/redis-server"},
		{"/home/a/", "/home/a/bin/redis-server", "~/bin/redis-server"},
		{"/home/a", "/home/ab/redis-server", "/home/ab/redis-server"},
		{"/home/a", "/opt/home/a/redis-server", "/opt/home/a/redis-server"},
		{"/home/a", "redis:7.0", "redis:7.0"},
		{"/home/a", "", ""},
		{"/", "/usr/bin/redis-server", "/usr/bin/redis-server"},
		{"", "/usr/bin/redis-server", "/usr/bin/redis-server"},
	} {
		t.Setenv("HOME", test.home)
		if got := homely(test.path); got != test.want {
			t.Errorf("%q with %q as home is %q, want %q", test.path, test.home, got, test.want)
		}
	}
}

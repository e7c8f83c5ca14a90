package launch

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

func TestUpstream(t *testing.T) {
	tests := []struct{ revised, want string }{
		{"5:6.0.16-1+deb11u2", "6.0.16"},
		{"5:7.0.15-1~deb12u7", "7.0.15"},
		{"8.1.1+dfsg1-3+deb13u3", "8.1.1"},
		{"9.1.2", "9.1.2"},
		{"8.0.0~rc1-1", ""},
		{"5:8.0-1", ""},
		{"7.0.15x", ""},
		{"2.4.14-1", ""}, // older than any that is known
		{"", ""},
	}
	for _, test := range tests {
		v, ok := upstream(matrix.Redis, test.revised)
		if v.String() != test.want || ok != (test.want != "") {
			t.Errorf("%q: %q, %v", test.revised, v, ok)
		}
	}
}

const madison = `redis-server | 5:8.0.6-3 | http://a/debian forky/main amd64 Packages
valkey-server |    9.1.2-1 | http://a/debian forky/main amd64 Packages
     libc6 |     2.43-7 | http://a/debian forky/main amd64 Packages
redis-server | 5:8.2.0~rc1-1 | http://a/debian forky/main amd64 Packages
N: a note
`

func TestParseMadison(t *testing.T) {
	got, complete := parseMadison(madison)
	want := []offer{
		{Version: version(t, "8.0.6"), Package: "redis-server", Revised: "5:8.0.6-3"},
		{Version: version(t, "valkey-9.1.2"), Package: "valkey-server", Revised: "9.1.2-1"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(offer{})); diff != "" || !complete {
		t.Error(diff, complete)
	}
	if _, complete := parseMadison("redis-server | 5:8.0.6-3 | x\n"); complete {
		t.Error("an archive without a libc is complete")
	}
}

const depends = `redis-server
  PreDepends: init-system-helpers
  Depends: lsb-base
    sysvinit-utils
  Depends: redis-tools
init-system-helpers
 |Depends: perl-base
  Depends: <perl:any>
    perl
perl-base
  PreDepends: libcrypt1
redis-tools
  Depends: adduser
  Depends: libc6
  Depends: libssl3
 |Depends: lua-cjson
  Depends: <virtual>
adduser
  Depends: libpam-modules
libc6
  Depends: libgcc-s1
libgcc-s1
  Depends: gcc-12-base
  Depends: libc6
libssl3
  Depends: zlib1g
`

func TestWalkDepends(t *testing.T) {
	want := []string{"redis-server", "redis-tools", "libc6", "libssl3", "lua-cjson", "libgcc-s1", "zlib1g"}
	if diff := cmp.Diff(want, walkDepends(depends, "redis-server")); diff != "" {
		t.Error(diff)
	}
}

// FuzzAptOutput has the server itself first and no package twice, whatever the
// tools print.
func FuzzAptOutput(f *testing.F) {
	f.Add(depends)
	f.Add(madison)
	f.Add("redis-server\n  Depends: redis-server\n  : \n")
	f.Fuzz(func(t *testing.T, out string) {
		got := walkDepends(out, "redis-server")
		if got[0] != "redis-server" {
			t.Errorf("%q is first", got[0])
		}
		slices.Sort(got)
		if n := len(got); len(slices.Compact(got)) != n {
			t.Error("a package is named twice")
		}
		for _, name := range got {
			if strings.ContainsAny(name, "<>") && strings.HasPrefix(name, "<") {
				t.Errorf("%q is virtual", name)
			}
		}
		offers, _ := parseMadison(out)
		for _, o := range offers {
			if !o.Version.Exact() {
				t.Errorf("%q is no release", o.Version)
			}
		}
	})
}

func TestComplaints(t *testing.T) {
	tests := []struct{ stderr, want string }{
		{"W: warned\nE: first\nE: second\n", "first (and 1 more errors)"},
		{"E: one   and only\n", "one and only"},
		{"one\n\ntwo\nthree\nfour\n", "two; three; four"},
		{"", ""},
	}
	for _, test := range tests {
		if got := complaints(test.stderr); got != test.want {
			t.Errorf("%q: %q", test.stderr, got)
		}
	}
}

func TestToolErrorOfAFullDisk(t *testing.T) {
	err := toolError("dpkg", errors.New("exit status 2"), "dpkg-deb: error: failed to write: No space left on device\n")
	mustContain(t, err.Error(), "run dpkg: exit status 2", "No space left on device", "REDIS_MATRIX_CACHE")
}

func TestCheckAptTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := checkAptTools()
	if err == nil {
		t.Fatal("apt is found on an empty path")
	}
	mustContain(t, err.Error(), "find apt-get and apt-cache and dpkg on PATH", "REDIS_MATRIX_SERVERS")
}

package launch

import "testing"

func TestEqual(t *testing.T) {
	tests := []struct {
		name, asked, found string
		want               bool
	}{
		{"appendonly", "yes", "yes", true},
		{"appendonly", "YES", "yes", true},
		{"appendonly", "yes", "no", false},
		{"maxmemory", "1mb", "1048576", true},
		{"maxmemory", "1MB", "1048576", true},
		{"maxmemory", "1m", "1000000", true},
		{"maxmemory", "1m", "1048576", false},
		{"maxmemory", "2gb", "2147483648", true},
		{"maxmemory", "1024b", "1kb", true},
		{"maxmemory", "9007199254740993", "9007199254740993", true},
		{"maxmemory-clients", "5%", "5%", true},
		{"maxmemory-clients", "5%", "5", false},
		{"hz", "010", "10", true},
		{"hz", "10", "100", false},
		{"hz", "10", "", false},
		{"hz", "", "", true},
		{"list-max-ziplist-size", "-2", "-2", true},
		{"save", "900 1 300 10", "900 1 300 10", true},
		{"save", "900  1", "900 1", true},
		{"save", "900 1", "900 1 300 10", false},
		{"save", "", "", true},
		{"save", "", "3600 1", false},
		{"latency-tracking-info-percentiles", "50 99 99.9", "50 99 99.9", true},
		{"client-output-buffer-limit", "pubsub 32mb 8mb 60", "normal 0 0 0 slave 1 1 1 pubsub 33554432 8388608 60", true},
		{"client-output-buffer-limit", "replica 1kb 1kb 1", "normal 0 0 0 slave 1024 1024 1 pubsub 0 0 0", true},
		{"client-output-buffer-limit", "slave 1kb 1kb 1", "normal 0 0 0 replica 1024 1024 1 pubsub 0 0 0", true},
		{"client-output-buffer-limit", "pubsub 32mb 8mb 60", "normal 0 0 0 slave 1 1 1 pubsub 33554432 8388608 61", false},
		{"client-output-buffer-limit", "all 0 0 0", "normal 0 0 0", false},
		{"client-output-buffer-limit", "normal 0 0", "normal 0 0 0", false},
		{"notify-keyspace-events", "KEA", "AKE", true},
		{"notify-keyspace-events", "Kg$", "g$K", true},
		{"notify-keyspace-events", "Kg$", "gK", false},
		{"slaveof", "no one", "", true},
		{"slaveof", "127.0.0.1 6379", "127.0.0.1 6379", true},
		{"maxmemory", "nan", "nan", true},
		{"maxmemory", "inf", "1", false},
		{"loglevel", "b", "0", false},
	}
	for _, test := range tests {
		if got := equal(test.name, test.asked, test.found); got != test.want {
			t.Errorf("%s: asked %q, found %q: %v", test.name, test.asked, test.found, got)
		}
	}
}

func FuzzEqual(f *testing.F) {
	f.Add("maxmemory", "1mb")
	f.Add("client-output-buffer-limit", "normal 0 0 0")
	f.Add("notify-keyspace-events", "KEA")
	f.Fuzz(func(t *testing.T, name, value string) {
		if equal(name, value, value) {
			return
		}
		// Only limits can be written wrongly, and hold of nothing then; and
		// "no one" is answered with nothing.
		switch name {
		case "client-output-buffer-limit", "slaveof", "replicaof":
		default:
			t.Errorf("%s %q is not itself", name, value)
		}
	})
}

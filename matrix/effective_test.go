package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEffective(t *testing.T) {
	told := map[string]string{
		"save": "3600 1 300 100", "io-threads": "4", "notify-keyspace-events": "",
		// Newer servers tell the same under two names.
		"slave-priority": "100", "replica-priority": "100", "Busy-Reply-Threshold": "5000",
		"hash-max-listpack-value": "64", "hash-max-ziplist-value": "32",
		// These differ with every start.
		"port": "7001", "dir": "/x", "logfile": "/x/log", "pidfile": "/x/pid", "unixsocket": "/x/s",
		"tls-port": "7002", "tls-cert-file": "/x/c", "tls-key-file": "/x/k", "tls-ca-cert-file": "/x/a",
		// These are nobody's business.
		"requirepass": "s3cret", "primaryauth": "s3cret", "masteruser": "", "aclfile": "/x/acl", "tls-key-file-pass": "s3cret",
		"tls-client-key-file-pass": "s3cret", "search-oss-acl-username": "s3cret", "ts-global-password": "s3cret", "ts-global-user": "s3cret",
		"tls-auth-clients": "yes", "lazyfree-lazy-user-del": "no", "hide-user-data-from-log": "yes",
	}
	want := [][2]string{
		{"aclfile", "(set)"}, {"hash-max-ziplist-value", "32"}, {"hide-user-data-from-log", "yes"}, {"io-threads", "4"},
		{"lazyfree-lazy-user-del", "no"}, {"lua-time-limit", "5000"}, {"masterauth", "(set)"}, {"masteruser", ""},
		{"notify-keyspace-events", ""}, {"requirepass", "(set)"}, {"save", "3600 1 300 100"}, {"search-oss-acl-username", "(set)"},
		{"slave-priority", "100"}, {"tls-auth-clients", "yes"}, {"tls-client-key-file-pass", "(set)"}, {"tls-key-file-pass", "(set)"},
		{"ts-global-password", "(set)"}, {"ts-global-user", "(set)"},
	}
	var got [][2]string
	for _, d := range Effective(told) {
		if len(d.Args) != 1 {
			t.Fatalf("%s has %d words", d.Name, len(d.Args))
		}
		got = append(got, [2]string{d.Name, d.Args[0]})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Effective(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

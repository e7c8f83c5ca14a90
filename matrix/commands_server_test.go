package matrix

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What commandArrivals claims is what real servers say: they know a command
// where it has no objection, and do not where it has one.
func TestCommandArrivalsOnServers(t *testing.T) {
	for _, binary := range serverBinaries(t) {
		t.Run(strings.ReplaceAll(strings.Trim(binary, "/"), "/", "_"), func(t *testing.T) {
			version := askVersion(t, binary)
			if version.Product != Redis {
				t.Skip("the list is Redis' own")
			}
			server := startServer(t, binary)
			for _, a := range commandArrivals {
				for command := range strings.FieldsSeq(a.commands) {
					if known, reason := server.hasCommand(t, command), missing(version, command); known != (reason == "") {
						t.Errorf("%v has %s: %v, and the list says: %q", version, command, known, reason)
					}
				}
			}
		})
	}
}

// hasCommand reports whether the server knows a command: without words it may
// complain about these, or answer in any form.
func (s serverConn) hasCommand(t *testing.T, name string) bool {
	t.Helper()
	if _, err := fmt.Fprintf(s, "%s\r\nECHO done\r\n", name); err != nil {
		t.Fatal(err)
	}
	known := true
	for {
		line, err := s.replies.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "done\r\n" {
			return known
		}
		known = known && !strings.Contains(line, "unknown command")
	}
}

// A test of the catalogue comes no sooner than its command, and in the list a
// command stands once.
func TestCommandArrivalsAreSound(t *testing.T) {
	var all []string
	for _, a := range commandArrivals {
		all = append(all, strings.Fields(a.commands)...)
	}
	for i, command := range all {
		if slices.Index(all, command) != i || strings.ToUpper(command) != command {
			t.Errorf("%s stands twice, or not in capitals", command)
		}
	}
	for _, name := range TestNames() {
		test, _ := LookupTest(name)
		if test.Since.IsZero() {
			continue
		}
		if reason := missing(test.Since, test.Command[0]); reason != "" {
			t.Errorf("%s is there from %v, and %s", name, test.Since, reason)
		}
	}
	if reason := missing(redisVersion(4, 0, 0), "xadd"); reason != "XADD needs Redis 5.0" {
		t.Errorf("got %q", reason)
	}
}

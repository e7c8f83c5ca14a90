package recorded

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// flags are those of a command line of redis-benchmark that say what is sent.
type flags struct {
	clients, pipeline, size, keyspace, threads int
	requests                                   int64
	reconnects                                 bool // -k 0
	loop                                       bool // -l: all tests again and again
	// tests are those of -t, nil for all. custom is a command that is measured
	// instead, where asked is true.
	tests  []string
	custom string
	asked  bool
}

// parseFlags reads a command line; what it does not name has redis-benchmark's
// own defaults, which never changed; but for the number of requests. Without -r
// there is one key.
func parseFlags(c commandLine) *flags {
	f := flags{clients: 50, pipeline: 1, size: 3, keyspace: 1, threads: 1, custom: c.custom, asked: c.asked}
	for _, flag := range c.flags {
		name, value := flag[0], strings.Join(flag[1:], " ")
		switch n, err := strconv.Atoi(value); {
		case name == "t" && value != "":
			f.tests = strings.Split(strings.ToLower(value), ",")
		case name == "l":
			f.loop = true
		case err == nil && n == 0 && name == "k":
			f.reconnects = true
		case err == nil && n > 0:
			f.number(name, n)
		case err != nil && value != "":
			f.number(name, 0) // a script's variable: it is not told
		}
	}
	return &f
}

// number takes a flag whose value is a number from 1, 0 where it is not told.
func (f *flags) number(name string, n int) {
	switch name {
	case "c":
		f.clients = n
	case "P":
		f.pipeline = n
	case "d":
		f.size = n
	case "r":
		f.keyspace = n
	case "threads":
		f.threads = n
	case "n":
		f.requests = int64(n)
	}
}

// told is what the command line tells of the load.
func (f *flags) told() Told {
	if f == nil {
		return Told{}
	}
	return Told{
		Clients: f.clients, Pipeline: f.pipeline, ValueSize: f.size, Keyspace: f.keyspace, Threads: f.threads, Requests: f.requests,
		Reconnects: f.reconnects,
	}
}

// own tells whether a result is of a command of one's own. redis-benchmark prints
// the size of its payload above it all the same, which such a command does not send
// unless it has the payload's placeholder.
func (m *Measured) own(command *flags) bool {
	words := m.Title
	if command != nil && (command.asked || words != "" && words == command.custom) {
		words = command.custom
	} else if known(words) || titled.MatchString(words) || !strings.Contains(words, " ") && words == strings.ToUpper(words) {
		return false
	}
	return !strings.Contains(words, "__data__")
}

// measures tells whether the command line asks for a test.
func (f *flags) measures(test string) bool {
	if f.asked {
		return test == f.custom || test == ""
	}
	if f.tests == nil || test == "" {
		return true
	}
	name := strings.ToLower(test)
	return slices.ContainsFunc(f.tests, func(t string) bool {
		return t == name || t == "lrange" && strings.HasPrefix(name, "lrange") || t == "ping" && strings.HasPrefix(name, "ping") ||
			strings.HasPrefix(t, "ping_") && strings.HasPrefix(name, "ping_") || strings.HasPrefix(t, "lrange") && strings.HasPrefix(name, "lpush (")
	})
}

// only is the one test that the command line asks for, "" where it may be
// several.
func (f *flags) only() string {
	switch {
	case f == nil:
		return ""
	case f.asked:
		return f.custom
	case len(f.tests) != 1:
		return ""
	}
	test, known := matrix.LookupTest(catalogued(strings.ToUpper(f.tests[0])))
	if !known || strings.HasPrefix(test.Name, "LRANGE") { // which fills the list first
		return ""
	}
	return test.Name
}

// titled splits "LRANGE_100 (first 100 elements)".
var titled = regexp.MustCompile(`^([A-Za-z_0-9]+) \(([^)]*)\)$`)

// needed is the remark of the test that fills the list for LRANGE.
const needed = "needed to benchmark LRANGE"

// name gives the test its name in the catalogue. A title that was lost is that of
// the only test that the command line asks for.
func (m *Measured) name(command *flags) {
	m.Test = m.Title
	if m.Title == "" {
		m.Test = command.only()
	}
	if match := titled.FindStringSubmatch(m.Test); match != nil && match[2] != needed {
		m.Test, m.Remark = match[1], match[2]
	}
	m.Test = catalogued(m.Test)
}

// catalogued is a name of redis-benchmark as the catalogue has it.
func catalogued(name string) string {
	if name == "PING_BULK" {
		return "PING_MBULK"
	}
	return name
}

// known tells whether a title is one that redis-benchmark itself has.
func known(title string) bool {
	m := Measured{Title: title}
	m.name(nil)
	_, listed := matrix.LookupTest(m.Test)
	return listed || title == "FUNCTION LOAD" || m.Test == "LPUSH ("+needed+")"
}

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
	// tests are those of -t, nil for all.
	tests []string
}

// parseFlags reads a command line; what it does not name has redis-benchmark's
// own defaults, which never changed; but for the number of requests.
func parseFlags(words []string) *flags {
	f := flags{clients: 50, pipeline: 1, size: 3}
	number := func(i int, into *int) {
		if i+1 < len(words) {
			if n, err := strconv.Atoi(words[i+1]); err == nil && n > 0 {
				*into = n
			}
		}
	}
	for i, word := range words {
		switch word {
		case "-c":
			number(i, &f.clients)
		case "-P":
			number(i, &f.pipeline)
		case "-d":
			number(i, &f.size)
		case "-r":
			number(i, &f.keyspace)
		case "--threads":
			number(i, &f.threads)
		case "-n":
			n := int(f.requests)
			number(i, &n)
			f.requests = int64(n)
		case "-t":
			if i+1 < len(words) {
				f.tests = strings.Split(strings.ToLower(words[i+1]), ",")
			}
		}
	}
	return &f
}

// told is what the command line tells of the load.
func (f *flags) told() Told {
	if f == nil {
		return Told{}
	}
	return Told{Clients: f.clients, Pipeline: f.pipeline, ValueSize: f.size, Keyspace: f.keyspace, Threads: f.threads, Requests: f.requests}
}

// measures tells whether the command line asks for a test.
func (f *flags) measures(test string) bool {
	if f.tests == nil || test == "" {
		return true
	}
	name := strings.ToLower(test)
	return slices.ContainsFunc(f.tests, func(t string) bool {
		return t == name || t == "lrange" && strings.HasPrefix(name, "lrange") || t == "ping" && strings.HasPrefix(name, "ping") ||
			strings.HasPrefix(t, "ping_") && strings.HasPrefix(name, "ping_") || strings.HasPrefix(t, "lrange") && strings.HasPrefix(name, "lpush (")
	})
}

// titled splits "LRANGE_100 (first 100 elements)".
var titled = regexp.MustCompile(`^([A-Za-z_0-9]+) \(([^)]*)\)$`)

// needed is the remark of the test that fills the list for LRANGE.
const needed = "needed to benchmark LRANGE"

// name gives the test its name in the catalogue. A title that was lost is that of
// the only test that the command line asks for.
func (m *Measured) name(command *flags) {
	title := m.Title
	if title == "" && command != nil && len(command.tests) == 1 {
		title = strings.ToUpper(command.tests[0])
	}
	m.Test = title
	if match := titled.FindStringSubmatch(title); match != nil && match[2] != needed {
		m.Test, m.Remark = match[1], match[2]
	}
	if m.Test == "PING_BULK" {
		m.Test = "PING_MBULK"
	}
}

// server is one that an INFO tells of.
type server matrix.ServerInfo

// serverOf is what an INFO says of its server.
func serverOf(lines []string) *matrix.ServerInfo {
	s := server{Product: matrix.Redis}
	values := map[string]string{}
	for _, line := range lines[:min(len(lines), 200)] {
		for field := range strings.FieldsSeq(line) {
			name, value, ok := strings.Cut(field, ":")
			_, known := values[name]
			if name == "redis_version" && known || name == "requests" || strings.Contains(name, "redis-benchmark") {
				return s.filled(values) // another INFO, or what it stands before
			}
			if ok && !known {
				values[name] = value
			}
		}
	}
	return s.filled(values)
}

// filled is the server with what INFO tells of it.
func (s server) filled(values map[string]string) *matrix.ServerInfo {
	s.Version, s.Build = values["redis_version"], values["redis_build_id"]
	s.Allocator, s.Compiler, s.RunID = values["mem_allocator"], values["gcc_version"], values["run_id"]
	if v := values["valkey_version"]; v != "" {
		s.Product, s.Version = matrix.Valkey, v
	}
	info := matrix.ServerInfo(s)
	return &info
}

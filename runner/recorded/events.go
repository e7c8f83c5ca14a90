package recorded

import (
	"regexp"
	"sort"
	"strings"
)

// signs are what redis-benchmark prints, wherever it stands on a line: text that
// was copied from a page has often lost its line breaks. The first that matches
// at a place is taken.
var signs = regexp.MustCompile(`(?m)` + strings.Join([]string{
	`(?P<command>redis-benchmark[ \t]+-[^\n=]*)`,
	`(?:^|[#$>%•][ \t]*)(?:[\w./-]*/)?(?P<bare>redis-benchmark)[ \t]*$`,
	`(?P<info>\bredis_version:[^\s]+)`,
	`======[ \t]*(?P<title>[^=\n]{1,120}?)[ \t]*======`,
	`(?P<requests>[0-9]+) requests completed in (?P<seconds>[0-9.]+) seconds`,
	`(?P<clients>[0-9]+) parallel clients`,
	`(?P<payload>[0-9]+) bytes payload`,
	`throughput summary: *(?P<throughput>[^\s]+) requests per second`,
	`latency summary \(msec\):\s+avg\s+min\s+p50\s+p95\s+p99\s+max\s+(?P<summary>[0-9.]+(?:\s+[0-9.]+){5})`,
	`(?P<quiet>[A-Z][A-Za-z0-9_]*(?: \([^)\n]{1,60}\))?): (?P<quietrps>[0-9][0-9.,]*) requests per second(?:, p50=(?P<p50>[0-9.]+) msec)?`,
	`(?P<rps>[0-9][0-9.,]*) requests per second`,
	`^"(?P<csv>[^"\n]{1,120})","(?P<csvrps>[0-9.]+)"(?P<csvrest>(?:,"[0-9.]+"){6})?[ \t]*$`,
	`(?P<config>host configuration "(?:save|appendonly)": [^\n]*)`,
	`(?P<bucket>[0-9.]+% <= [0-9.]+ milliseconds)`,
}, "|"))

// event is a sign at its place.
type event struct {
	line  int
	rest  string // of the line, behind the sign
	parts map[string]string
}

func (e event) has(name string) bool { _, found := e.parts[name]; return found }

// events are the signs of a text, in order.
func events(lines []string) []event {
	text := strings.Join(lines, "\n")
	starts := make([]int, len(lines))
	for i := 1; i < len(lines); i++ {
		starts[i] = starts[i-1] + len(lines[i-1]) + 1
	}
	names := signs.SubexpNames()
	var found []event
	for _, at := range signs.FindAllStringSubmatchIndex(text, -1) {
		e := event{parts: map[string]string{}}
		e.line = sort.SearchInts(starts, at[0]+1)
		for i, name := range names {
			if name != "" && at[2*i] >= 0 {
				e.parts[name] = text[at[2*i]:at[2*i+1]]
			}
		}
		e.rest, _, _ = strings.Cut(text[at[1]:], "\n")
		found = append(found, e)
	}
	return found
}

package recorded

import (
	"regexp"
	"strings"

	"redismatrix/matrix"
)

// longInfo is how many bytes of an INFO are read: what tells the server stands
// in its first sections.
const longInfo = 16 << 10

// exact is a version as servers print it.
var exact = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+){1,3}$`)

// informed takes what an INFO says of its server.
func (r *runs) informed(at int) (end int, taken bool) {
	end = at + len("redis_version:")
	values := infoFields(r.behind(at, longInfo))
	if !exact.MatchString(values["redis_version"]) {
		r.wrong("redis_version:"+values["redis_version"], "it is no version", "write each field of INFO on a line of its own")
		return end, true
	}
	r.end()
	r.forget()
	r.next.Server, r.next.Config = serverOf(values), configOf(values)
	return end, true
}

// infoFields are the fields of an INFO by name, up to another INFO or to what it
// stands before.
func infoFields(text string) map[string]string {
	values := map[string]string{}
	for field := range strings.FieldsSeq(text) {
		name, value, ok := strings.Cut(field, ":")
		_, twice := values[name]
		if twice && name == "redis_version" || strings.HasPrefix(field, "===") || strings.HasSuffix(field, "benchmark") || field == "requests" {
			break
		}
		if ok && !twice {
			values[name] = strings.Trim(value, `"'`)
		}
	}
	// Where all line ends were lost, redis_git_sha1 follows at once.
	values["redis_version"], _, _ = strings.Cut(values["redis_version"], "redis_")
	return values
}

// configOf are the directives that the fields of an INFO tell; nil for none.
func configOf(values map[string]string) map[string]string {
	switch values["aof_enabled"] {
	case "0":
		return map[string]string{"appendonly": "no"}
	case "1":
		return map[string]string{"appendonly": "yes"}
	}
	return nil
}

// serverOf is the server that the fields of an INFO tell of.
func serverOf(values map[string]string) *matrix.ServerInfo {
	s := &matrix.ServerInfo{
		Product: matrix.Redis, Version: values["redis_version"], Build: values["redis_build_id"],
		Allocator: values["mem_allocator"], Compiler: values["gcc_version"], RunID: values["run_id"],
	}
	if v := values["valkey_version"]; v != "" {
		s.Product, s.Version = matrix.Valkey, v
	}
	return s
}

// greeting matches what a server says of itself when it starts, or is asked for
// its version: the signs stand within it.
var greeting = regexp.MustCompile(`(Redis|Valkey) (?:version[ =]|server v=)?([0-9]{1,3}(?:\.[0-9]{1,3}){1,3})` +
	`(?: \([0-9a-f]{8}/[01]\) (?:64|32) bit|[^0-9A-Za-z.]|$)`)

// greeted takes a line of a server's log that tells its version.
func (r *runs) greeted(at int) (end int, taken bool) {
	from := max(r.floor, at-80)
	text := r.text[from:min(len(r.text), at+80)]
	banner := strings.HasPrefix(r.text[at:], " bit")
	if before := text[:at-from]; banner && !strings.HasSuffix(before, ") 64") && !strings.HasSuffix(before, ") 32") {
		return 0, false
	}
	match := greeting.FindStringSubmatchIndex(text)
	var s *matrix.ServerInfo
	switch {
	case match != nil && from+match[1] > at:
		s = &matrix.ServerInfo{Product: matrix.Redis, Version: text[match[4]:match[5]]}
		if text[match[2]:match[3]] == "Valkey" {
			s.Product = matrix.Valkey
		}
	case banner:
		return 0, false
	default:
		line, _, _ := strings.Cut(r.behind(at, 80), "\n")
		r.wrong(line, "it is not told where the version ends", "put back the end of its line")
		match = []int{0, at - from + 1}
	}
	if was := r.next.Server; s == nil || was == nil || was.Name() != s.Name() {
		r.end()
		r.forget()
		r.next.Server, r.next.Config = s, nil
	}
	return from + match[1], true
}

package trial

import (
	"slices"
	"strings"
)

// What servers log, in lower case, by what it says.
var (
	// loads tell what was loaded.
	loads = []string{"db loaded from", "rdb preamble from aof"}
	// refusals tell that data were found that are not taken as they are.
	refusals = []string{
		"bad file format reading the append only file", "unexpected end of file reading the append only file",
		"unrecoverable error reading the append only file", "unrecoverable error, aborting",
		"wrong signature trying to load db", "can't handle rdb format", "fatal error loading the db",
		"error reading the rdb preamble", "internal error in rdb reading", "rdb file was saved with checksum", "wrong rdb checksum",
		"invalid aof manifest", "aof manifest", "the aof file", "aof loading is aborted", "short read or oom loading db",
	}
	// cuts tell that the end of an AOF was cut off.
	cuts = []string{"aof-load-truncated is enabled", "truncating the aof", "short read while loading the aof file"}
)

// message is a line of a server's log without process, role, time and level:
// "123:M 01 Dec 2026 05:14:23.000 # Bad file format".
func message(line string) string {
	for _, level := range []string{" * ", " # ", " - ", " . "} {
		if _, text, found := strings.Cut(line, level); found {
			return strings.TrimSpace(text)
		}
	}
	return strings.TrimSpace(line)
}

// saying are the messages of a log that have one of the phrases.
func saying(log string, phrases []string) []string {
	var messages []string
	for line := range strings.Lines(log) {
		text := message(line)
		lower := strings.ToLower(text)
		if slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(lower, phrase) }) {
			messages = append(messages, text)
		}
	}
	return messages
}

// loaded is what a server says it loaded, without how long it took.
func loaded(log string) []string {
	messages := saying(log, loads)
	for i, text := range messages {
		if what, took, timed := cutLast(text, ":"); timed && strings.HasSuffix(took, "seconds") {
			messages[i] = what
		}
		messages[i] = strings.TrimRight(messages[i], ".")
	}
	return messages
}

func cutLast(text, at string) (before, after string, found bool) {
	i := strings.LastIndex(text, at)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(at):], true
}

package matrix

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	// logLines is how many lines of a log stand in a reason, logRunes how much
	// of a line.
	logLines = 10
	logRunes = 200
	// crashMark is in the line with which a server that crashes begins to tell.
	crashMark = " BUG REPORT START"
)

// logPrefix is what servers put before a line's text, up to 2.8 and later.
var logPrefix = regexp.MustCompile(`^(\[\d+\]|\d+:[A-Z]) .*?\d\d:\d\d:\d\d\.\d+ [-.*#] `)

// logHead is how the line begins that redis-matrix writes before what a server
// does: when it was started, as what.
var logHead = regexp.MustCompile(`^# \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ · `)

// startLines begin the lines that servers of all versions write at every start.
var startLines = []string{
	"oO0OoO0OoO0Oo ", "Redis version=", "Valkey version=", "Configuration loaded", "monotonic clock: ", "Running mode=",
	"Increased maximum number of open files", "Server started, ", "Server initialized", "WARNING ",
	"Ready to accept connections", "The server is now ready to accept connections",
	"Error loading cjson library", // Debian's 6.0, to no harm
}

// logo are parts of the picture that servers up to 7.2 draw, one of which is in
// each of its lines.
var logo = []string{"-._", "_.-", ".-`"}

// LogEnd is the end of what a server logged since its start, or the beginning
// of its crash report, on one line to fit into a reason. What every start
// writes is left out, unless there is nothing else: then its last line says how
// far the start went. "" where nothing was logged.
func LogEnd(text string) string {
	_, crash, crashed := strings.Cut(text, crashMark)
	if crashed {
		_, text, _ = strings.Cut(crash, "\n")
	}
	var lines []string
	for line := range strings.Lines(text) {
		if logHead.MatchString(line) {
			continue
		}
		if line = tidy(line); strings.ContainsFunc(line, unicode.IsLetter) { // or it is the logo
			lines = append(lines, line)
		}
	}
	if crashed {
		return strings.Join(lines[:min(logLines, len(lines))], " | ")
	}
	telling := slices.DeleteFunc(slices.Clone(lines), ofStart)
	if len(telling) == 0 {
		telling = lines[max(0, len(lines)-1):]
	}
	return strings.Join(telling[max(0, len(telling)-logLines):], " | ")
}

// ofStart reports that a line is one that every start writes.
func ofStart(line string) bool {
	return slices.ContainsFunc(startLines, func(begin string) bool { return strings.HasPrefix(line, begin) }) ||
		slices.ContainsFunc(logo, func(part string) bool { return strings.Contains(line, part) })
}

// tidy is a line's text, cut where it is long.
func tidy(line string) string {
	line = strings.TrimSpace(logPrefix.ReplaceAllString(strings.TrimSpace(line), ""))
	if runes := []rune(line); len(runes) > logRunes {
		line = string(runes[:logRunes]) + "…"
	}
	return line
}

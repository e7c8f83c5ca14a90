package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// relating is how two runs are measured so that one server relates them.
const relating = "measure one server in both beside what is compared, as with the axes {version: [SAME, OLD]} and then {version: [SAME, NEW]}"

// unrelated says why no server relates two runs, whose common tests are given.
func (m Match) unrelated(tests []commonTest) Note {
	for _, run := range []*Run{m.Old, m.New} {
		if run.Recorded != nil {
			return Note{Text: fmt.Sprintf("no server relates the two runs: %s was recorded by other tools, and its rounds were not taken together", run.ID), Remedy: relating}
		}
	}
	if allSame(tests) {
		return Note{Text: "no server relates the two runs: all are the same in both, and none is left to judge the others by", Remedy: relating}
	}
	if others := namesakesOf(tests); len(others) > 0 {
		return Note{Text: "no server relates the two runs: " + strings.Join(others, "; "), Remedy: relating}
	}
	return Note{Text: "no server relates the two runs: none is in both", Remedy: relating}
}

// namesakesOf say of servers that both runs call the same why they are not, each
// once.
func namesakesOf(tests []commonTest) []string {
	var said []string
	for _, t := range tests {
		old := t.old[len(t.old)-1]
		why := old.otherwise(t.now)
		text := fmt.Sprintf("%s of the old run is not that of the new: %s", t.now.server(), why)
		if why != "" && old.cell.key(nil) == t.now.cell.key(nil) && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return said
}

// otherwise says what makes a cell's server another than that of a later run, ""
// where it is one and the same.
func (s side) otherwise(now side) string {
	was, is := s.run.Servers[s.cell.Setup], now.run.Servers[now.cell.Setup]
	switch {
	case was.Digest == "" || is.Digest == "":
		return "its binary is not known"
	case was.Digest != is.Digest:
		return "it is another binary"
	case was.Build != is.Build:
		return "it is another build"
	case was.Allocator != is.Allocator:
		return "it has another allocator"
	case s.cell.setupText(s.run) != now.cell.setupText(now.run):
		return "it has another configuration, or other CPUs"
	}
	return ""
}

package matrix

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SetFile stands for the file in problems of an Override.
const SetFile = "--set"

// Problem is one mistake in a spec.
type Problem struct {
	File         string // as given; SetFile for an override
	Line, Column int    // from 1; 0 where there is no place
	Text         string // the offending text
	Message      string // what is wrong with it
	Remedy       string // what would be accepted
}

// String is the problem on one line:
//
//	file:line:column: "text": message; remedy
//
// Parts that are empty are left out, and a long text is shortened.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	b.WriteString(": ")
	if p.Text != "" {
		b.WriteString(quoteShort(p.Text) + ": ")
	}
	b.WriteString(p.Message)
	if p.Remedy != "" {
		b.WriteString("; " + p.Remedy)
	}
	return b.String()
}

// Problems are all mistakes of a spec, in the order of their places. It is the
// error that Parse returns.
type Problems []Problem

// Error is one line per problem.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// inOrder sorts problems by place, overrides last, and drops repetitions: what
// an alias repeats is wrong once.
func (p Problems) inOrder() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(placeRank(a), placeRank(b)),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
		)
	})
	seen := make(map[Problem]bool, len(p))
	return slices.DeleteFunc(p, func(problem Problem) bool {
		repeated := seen[problem]
		seen[problem] = true
		return repeated
	})
}

// placeRank orders problems with a place, without one, and of overrides.
func placeRank(p Problem) int {
	switch {
	case p.File == SetFile:
		return 2
	case p.Line == 0:
		return 1
	}
	return 0
}

// shownRunes is how much of a text a message shows.
const shownRunes = 60

func shorten(text string) string {
	n := 0
	for i := range text {
		if n == shownRunes {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

func quoteShort(text string) string { return strconv.Quote(shorten(text)) }

package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// untold reports whether the result is what another tool recorded, and nothing of the
// metric.
func (res Result) untold(metric string) bool {
	if res.Status != StatusOK {
		return false
	}
	return len(res.Samples) > 0 && !slices.ContainsFunc(res.Samples, func(s Sample) bool {
		_, told := s.Value(metric)
		return told || s.Recorded == nil
	})
}

// told splits evidence into what is judged and what recordings do not tell, of metrics
// that nobody has named.
func (j Judging) told(evidence []Evidence) (told, untold []Evidence) {
	for _, e := range evidence {
		if j.omits(e) {
			untold = append(untold, e)
		} else {
			told = append(told, e)
		}
	}
	return told, untold
}

// omits reports whether a piece of evidence is left out, since a recording does not
// tell it and nobody has asked for it.
func (j Judging) omits(e Evidence) bool { return j.Told && e.untold && e.Problem != "" }

// untoldNotes say of which metrics how much is not judged.
func (c Compared) untoldNotes(untold []Evidence) []Note {
	var notes []Note
	for _, metric := range c.Metrics {
		left := 0
		for _, e := range untold {
			if e.Metric == metric && !e.Control {
				left++
			}
		}
		if left == 0 {
			continue
		}
		text := metric + " was not recorded on both sides, and is not judged"
		if slices.ContainsFunc(c.Differences, func(d Difference) bool { return d.Metric == metric && !d.Control }) {
			text = fmt.Sprintf("%s was not recorded on both sides of %s, which %s left out", metric, comparisons(left), isOrAre(left))
		}
		notes = append(notes, Note{Text: text, Remedy: "record it as well, or name what is to be judged with --metric"})
	}
	return notes
}

func comparisons(n int) string {
	if n == 1 {
		return "1 comparison"
	}
	return fmt.Sprintf("%d comparisons", n)
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// omit notes what is not judged. It is a problem where nothing is.
func (c *Compared) omit(untold []Evidence) {
	if len(untold) == 0 || len(c.Differences) > 0 {
		c.note(c.untoldNotes(untold)...)
		return
	}
	c.Problems = append(c.Problems, Note{
		Text:   "nothing was compared: on both sides there is no " + strings.Join(c.Metrics, " and no ") + " recorded",
		Remedy: "name what was recorded with --metric",
	})
}

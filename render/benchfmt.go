package render

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"redismatrix/matrix"
)

// benchfmt is the Go benchmark format (golang.org/design/14313-benchmark-format):
// a line for each value of each side, told apart by the key "side", which
// `benchstat -col side` compares. Invalid differences have no lines, and why the
// whole is invalid stands in remarks, which readers pass over.
func (v Verdicts) benchfmt(w io.Writer) error {
	rows := append(v.Shown[:len(v.Shown):len(v.Shown)], v.Rest...)
	var b strings.Builder
	b.WriteString("tool: redis-matrix\n")
	if of := references(rows); len(of) > 0 {
		b.WriteString("# values are each run's own: what " + of[0].against() + " shows is the machine's, and no change\n")
		rows = append(rows, of...)
	}
	remarks := mapEach(omissionNotes(v.Omitted), Note.String)
	if v.Verdict == matrix.VerdictInvalid {
		remarks = slices.Concat([]string{v.Headline}, mapEach(v.Problems, Note.String), remarks)
	}
	for _, remark := range remarks {
		b.WriteString("# " + remark + "\n")
	}
	said := map[string]bool{}
	for _, r := range rows {
		if unit := r.benchUnit(); !said[unit] {
			said[unit] = true
			better := "lower"
			if matrix.HigherIsBetter(r.Metric) {
				better = "higher"
			}
			fmt.Fprintf(&b, "Unit %s better=%s\n", unit, better)
		}
	}
	b.WriteString("\nside: baseline\n")
	for _, r := range rows {
		r.benchLines(&b, r.base)
	}
	b.WriteString("\nside: candidate\n")
	for _, r := range rows {
		r.benchLines(&b, r.other)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// benchLines are a line a value. The two sides are in the name, since one
// baseline may stand beside several candidates.
func (r Verdicted) benchLines(b *strings.Builder, values []float64) {
	name := "Benchmark" + benchName(r.Test)
	if r.Where != "" {
		name += "/at=" + benchName(r.Where)
	}
	name += "/of=" + benchName(r.against())
	name = procs.ReplaceAllString(name, "_$1")
	for _, value := range values {
		fmt.Fprintf(b, "%s 1 %s %s\n", name, strconv.FormatFloat(value*r.benchFactor(), 'g', -1, 64), r.benchUnit())
	}
}

// procs is what would be read as a GOMAXPROCS at the end of a benchmark's name,
// such as the number of a run.
var procs = regexp.MustCompile(`-([0-9]+)$`)

// benchUnit is the unit as benchunit scales it: seconds and bytes by their
// prefixes, with the metric in it where several have one unit.
func (r Verdicted) benchUnit() string {
	switch r.Unit {
	case "ms", "µs":
		return benchName(r.Metric) + "-sec"
	case "MB/s":
		return "B/s"
	case "%":
		return benchName(r.Metric) + "-percent"
	}
	return r.Unit
}

// benchFactor makes a value one in benchUnit.
func (r Verdicted) benchFactor() float64 {
	switch r.Unit {
	case "ms":
		return 1e-3
	case "µs":
		return 1e-6
	case "MB/s":
		return 1e6
	}
	return 1
}

// benchName is a text as part of a benchmark's name, which is one word, in which
// a / begins a part.
func benchName(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '/' {
			return '_'
		}
		return r
	}, text)
}

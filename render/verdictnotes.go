package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// changeNote says how a row's change follows from its values.
var changeNote = Note{Text: "a change is one of geometric means, and the values are medians: it need not be their quotient"}

// precision says, for each metric, what the control shows and what could have
// been detected.
func precision(c matrix.Compared) []Note {
	var notes []Note
	for _, metric := range c.Metrics {
		said := []string{"no A/A control"}
		if c.Across {
			said = []string{"no A/A control between the runs"}
		}
		spread, known := c.Spread(metric)
		if known {
			said = []string{fmt.Sprintf("A/A control ±%s", inPercent(spread))}
		}
		change := c.Detectable(metric)
		if finite(change) {
			said = append(said, "could have detected "+inPercent(change))
		}
		if known || !math.IsNaN(change) {
			notes = append(notes, Note{Text: metric + ": " + strings.Join(said, separator)})
		}
	}
	return notes
}

// omissionNotes count and name the tests that are not compared, by the server
// that cannot do them or that nothing was recorded of.
func omissionNotes(omitted []matrix.Omission) []Note {
	var kinds, all []string
	tests := map[string][]string{}
	for _, o := range omitted {
		kind := o.Server + " cannot do "
		if o.Reason == matrix.NotRecorded {
			kind = "not recorded of " + o.Server + ": "
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if !slices.Contains(tests[kind], o.Test) {
			tests[kind] = append(tests[kind], o.Test)
		}
		if !slices.Contains(all, o.Test) {
			all = append(all, o.Test)
		}
	}
	if len(all) == 0 {
		return nil
	}
	are := " are"
	if len(all) == 1 {
		are = " is"
	}
	var said []string
	for _, kind := range kinds {
		said = append(said, kind+strings.Join(tests[kind], ", "))
	}
	return []Note{{Text: plural(len(all), "test") + are + " not compared: " + strings.Join(said, "; ")}}
}

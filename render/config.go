package render

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// config is the effective configuration, directives down and setups across:
// first those of which setups have different values, then those that some do not
// know, then the rest. Setups that tell none are left out, and the control's, which
// are the baseline's; it is empty where all are.
func (s *source) config() Table {
	told := map[string]map[string]string{}
	setups := slices.DeleteFunc(s.started(), func(setup started) bool {
		told[setup.id] = effective(setup.info)
		return len(told[setup.id]) == 0 || setup.cells[0].Control
	})
	if len(setups) == 0 {
		return Table{}
	}
	t := Table{Title: "Effective configuration", Corner: "directive", Columns: s.setupColumns(setups)}
	values := mapEach(setups, func(setup started) map[string]string { return told[setup.id] })
	for _, name := range directiveNames(values) {
		t.Rows = append(t.Rows, directiveRow(name, values))
	}
	if slices.ContainsFunc(t.Rows, Row.unknown) {
		t.Notes = append(t.Notes, Note{Text: none + " is what a server does not know, or does not tell"})
	}
	if slices.ContainsFunc(setups, func(setup started) bool { return len(setup.info.Effective) == 0 }) {
		t.Notes = append(t.Notes, Note{Text: "of some servers only the directives are known that the spec asks for", Remedy: "measure anew"})
	}
	slices.SortStableFunc(t.Rows, func(a, b Row) int { return cmp.Compare(a.rank(), b.rank()) })
	return t
}

// effective are a server's directives by name. Documents of programs that did not
// record all have those that were asked for.
func effective(info matrix.ServerInfo) map[string]string {
	directives := info.Effective
	if len(directives) == 0 {
		directives = info.Config
	}
	words := map[string][]string{}
	for _, d := range directives {
		words[d.Name] = append(words[d.Name], d.Args...)
	}
	joined := map[string]string{}
	for name, of := range words {
		joined[name] = strings.Join(of, " ")
	}
	values := map[string]string{}
	for _, d := range matrix.Effective(joined) { // without secrets, whoever wrote the document
		values[d.Name] = strings.Join(d.Args, " ")
	}
	return values
}

// directiveNames are those that any of the setups knows.
func directiveNames(setups []map[string]string) []string {
	all := map[string]bool{}
	for _, values := range setups {
		for name := range values {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// directiveRow are the values of a directive. Those are marked that differ from
// the first.
func directiveRow(name string, setups []map[string]string) Row {
	row, first := Row{Label: name}, (*string)(nil)
	for _, values := range setups {
		value, known := values[name]
		if !known {
			row.Cells = append(row.Cells, Cell{Text: none})
			continue
		}
		cell := Cell{Text: cmp.Or(value, `""`)}
		if first == nil {
			first = &value
		}
		if value != *first {
			cell.Mark = MarkDiffers
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// unknown reports whether a setup does not know the row's directive.
func (r Row) unknown() bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Text == none })
}

// rank orders rows of directives: the lower ones first.
func (r Row) rank() int {
	switch {
	case slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Mark == MarkDiffers }):
		return 0
	case r.unknown():
		return 1
	}
	return 2
}

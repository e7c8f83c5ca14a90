package render

import (
	"slices"
	"strings"

	"redismatrix/matrix"
)

// started is a setup of the plan whose server ran.
type started struct {
	id, asked string
	info      matrix.ServerInfo
	cells     []*matrix.Cell
}

// started are the setups whose servers ran, as the plan lists them.
func (s *source) started() []started {
	cells := map[string][]*matrix.Cell{}
	for i := range s.run.Plan.Cells {
		cell := &s.run.Plan.Cells[i]
		cells[cell.Setup] = append(cells[cell.Setup], cell)
	}
	var all []started
	for _, setup := range s.run.Plan.Setups {
		info, ran := s.run.Servers[setup.ID]
		if ran && info.Version != "" && len(cells[setup.ID]) > 0 {
			all = append(all, started{setup.ID, setup.Server.Text, info, cells[setup.ID]})
		}
	}
	return all
}

// setupColumns are the heads of setups: what tells them apart.
func (s *source) setupColumns(setups []started) []Column {
	axes := slices.DeleteFunc(s.axisNames(), func(axis string) bool { return !tellsSetups(setups, axis) })
	columns := make([]Column, len(setups))
	for i, setup := range setups {
		columns[i] = Column{Head: setup.name(axes), Text: true}
		baseline := !slices.ContainsFunc(setup.cells, func(c *matrix.Cell) bool { return !c.Baseline })
		switch {
		case setup.cells[0].Control:
			columns[i].Sub = "control"
		case baseline && len(setups) > 1:
			columns[i].Sub = "baseline"
		}
	}
	count := map[string]int{}
	for _, column := range columns {
		count[saying(column.Head, column.Sub)]++
	}
	for i, column := range columns {
		if count[saying(column.Head, column.Sub)] > 1 {
			columns[i].Sub = saying(setups[i].id, column.Sub)
		}
	}
	return columns
}

// tellsSetups reports whether an axis has one value in each of the setups, and
// not the same in all of them.
func tellsSetups(setups []started, axis string) bool {
	varies := false
	for _, setup := range setups {
		value := setup.cells[0].Value(axis)
		if slices.ContainsFunc(setup.cells, func(c *matrix.Cell) bool { return c.Value(axis) != value }) {
			return false
		}
		varies = varies || value != setups[0].cells[0].Value(axis)
	}
	return varies
}

// name says what ran, or what a setup has on axes.
func (s started) name(axes []string) string {
	var parts []string
	for _, axis := range axes {
		phrase := axisPhrase(axis, s.cells[0].Value(axis))
		if axis == matrix.AxisVersion {
			phrase = s.info.Name()
		}
		parts = append(parts, phrase)
	}
	if name := saying(parts...); name != "" {
		return name
	}
	return s.info.Name()
}

// servers is what is known of the servers that ran, setups across; empty where
// nothing is.
func (s *source) servers() Table {
	setups := s.started()
	if len(setups) == 0 {
		return Table{}
	}
	t := Table{Title: "Servers", Corner: "server", Columns: s.setupColumns(setups)}
	for _, fact := range []struct {
		name string
		tell func(started) string
	}{
		{"asked for", func(s started) string { return s.asked }},
		{"version", func(s started) string { return s.info.Name() }},
		{"build", func(s started) string { return s.info.Build }},
		{"SHA-256", func(s started) string { return strings.TrimPrefix(s.info.Digest, "sha256:") }},
		{"launch", func(s started) string { return string(s.info.Launch) }},
		{"path", func(s started) string { return s.info.Path }},
		{"CPUs", func(s started) string { return s.info.CPUs }},
		{"allocator", func(s started) string { return s.info.Allocator }},
		{"compiler", func(s started) string { return s.info.Compiler }},
	} {
		t.addFact(Row{Label: fact.name}, setups, func(s started) Cell { return Cell{Text: fact.tell(s)} })
	}
	t.addFact(Row{Label: "binary size", Unit: "MB"}, setups, func(s started) Cell { return measuredIn(s.info.Size, 1e6) })
	t.addFact(Row{Label: "last start", Unit: "ms"}, setups, func(s started) Cell { return measuredIn(s.info.StartNanos, 1e6) })
	return t
}

// addFact adds a row, unless it is empty in every column.
func (t *Table) addFact(row Row, setups []started, tell func(started) Cell) {
	known := false
	for _, setup := range setups {
		cell := tell(setup)
		if cell.Value == nil && cell.Text == "" {
			cell.Text = none
		} else {
			known = true
		}
		row.Cells = append(row.Cells, cell)
	}
	if known {
		t.Rows = append(t.Rows, row)
	}
}

// measuredIn is a number in another unit, no number for 0.
func measuredIn(n int64, unit float64) Cell {
	if n <= 0 {
		return Cell{}
	}
	v := float64(n) / unit
	return Cell{Value: &v, Digits: digitsFor(v)}
}

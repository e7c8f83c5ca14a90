package main

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
	"redismatrix/render"
)

// listedCells is how many cells a plan's report lists; JSON has them all.
const listedCells = 200

// report lays the plan out for readers.
func (p *planned) report() render.Report {
	report := render.Report{
		Title:  "Plan of " + p.Spec.Name,
		Facts:  p.facts(),
		Tables: []render.Table{p.setupTable(), p.cellTable()},
	}
	if table := p.naTable(); len(table.Rows) > 0 {
		report.Tables = append(report.Tables, table)
	}
	return report
}

// facts are what the plan sends and its sums.
func (p *planned) facts() []render.Fact {
	e := p.Estimate()
	facts := slices.Concat([]render.Fact{
		{Name: "setups", Value: count(len(p.Setups))},
		{Name: "cells", Value: count(len(p.Cells))},
		{Name: "tests", Value: strings.Join(p.Spec.Load.Tests, ", ")},
	}, p.sentFacts(), p.extent())
	if e.Disk > 0 {
		facts = append(facts, render.Fact{Name: "disk", Value: "up to " + bytesText(e.Disk) + " while a server runs"})
	}
	return append(facts, p.overtime()...)
}

// overtime warns of what no estimate can know: whether servers keep up.
func (p *planned) overtime() []render.Fact {
	if !slices.ContainsFunc(p.Cells, func(c matrix.Cell) bool { return c.Load.Rate > 0 }) {
		return nil
	}
	return []render.Fact{{Name: "overload", Value: "a test at a rate that the server does not reach takes up to twice its duration"}}
}

// sentFacts say what the load is, as far as no axis varies it, and what its own
// commands are.
func (p *planned) sentFacts() []render.Fact {
	spec := p.Spec
	facts := []render.Fact{{Name: "load", Value: render.PlanLoad(p.Plan)}, {Name: "each test", Value: render.PlanEnds(p.Plan)}}
	varies := slices.ContainsFunc(spec.Axes, func(a matrix.Axis) bool { return a.Name == matrix.AxisMix })
	if len(spec.Load.Mix) > 0 && !varies {
		var parts []string
		for _, part := range spec.Load.Mix {
			parts = append(parts, fmt.Sprintf("%s:%d", part.Test, part.Weight))
		}
		facts = append(facts, render.Fact{Name: "mix", Value: strings.Join(parts, " ")})
	}
	for _, own := range spec.Load.Commands {
		facts = append(facts, render.Fact{Name: "command " + own.Name, Value: strings.Join(own.Words, " ")})
	}
	return facts
}

// setupTable says what each setup runs, or why it does not.
func (p *planned) setupTable() render.Table {
	table := render.Table{
		Title:  "Setups",
		Corner: "setup",
		Columns: []render.Column{
			{Head: "cells"}, {Head: "runs", Text: true}, {Head: "from", Text: true},
		},
	}
	cells := map[string]int{}
	for _, cell := range p.Cells {
		cells[cell.Setup]++
	}
	notes := noter{table: &table}
	for _, setup := range p.Setups {
		number := float64(cells[setup.ID])
		row := render.Row{Label: setup.ID, Cells: []render.Cell{{Value: &number}}}
		table.Rows = append(table.Rows, render.Row{Label: row.Label, Cells: append(row.Cells, p.runsCells(setup, &notes)...)})
	}
	return table
}

// runsCells say which server a setup runs and where it comes from.
func (p *planned) runsCells(setup matrix.Setup, notes *noter) []render.Cell {
	if setup.NA != "" {
		return []render.Cell{{Text: "n/a", Notes: notes.add(setup.NA), Status: matrix.StatusNA}, {}}
	}
	if err := p.missing[setup.ID]; err != nil {
		return []render.Cell{{Text: "missing", Notes: notes.add(err.Error())}, {}}
	}
	server := p.runs[setup.ID]
	name := server.Name
	if name == "" {
		name = string(setup.Server.Kind)
	}
	from := homely(server.Path)
	if server.Origin != "" {
		from += " (" + server.Origin + ")"
	}
	return []render.Cell{{Text: name}, {Text: from}}
}

// noter numbers a table's notes, equal ones once.
type noter struct{ table *render.Table }

func (n noter) add(text string) []int {
	note := render.Note{Text: text}
	at := slices.Index(n.table.Notes, note)
	if at < 0 {
		at = len(n.table.Notes)
		n.table.Notes = append(n.table.Notes, note)
	}
	return []int{at}
}

// cellTable lists the cells and how many tests each runs.
func (p *planned) cellTable() render.Table {
	table := render.Table{
		Title:   "Cells",
		Corner:  "cell",
		Columns: []render.Column{{Head: "tests"}, {Head: "n/a"}, {Head: "remark", Text: true}},
	}
	for _, cell := range p.Cells[:min(listedCells, len(p.Cells))] {
		na := float64(len(cell.NA))
		run := float64(len(cell.Load.Tests)) - na
		table.Rows = append(table.Rows, render.Row{
			Label: cell.ID,
			Cells: []render.Cell{{Value: &run}, {Value: &na}, {Text: cellRemark(cell)}},
		})
	}
	if more := len(p.Cells) - listedCells; more > 0 {
		table.Notes = []render.Note{{
			Text:   fmt.Sprintf("%s more are not listed", plural(more, "cell")),
			Remedy: "-f json lists all",
		}}
	}
	return table
}

// cellRemark says what a cell is for, "" where it is one of many.
func cellRemark(cell matrix.Cell) string {
	switch {
	case cell.Baseline:
		return "baseline"
	case cell.Control:
		return "A/A control: the baseline again"
	}
	return ""
}

// naKey is a test that cannot be run, and why.
type naKey struct{ test, reason string }

// naTable says which tests cannot be run where, equal reasons in one row.
// Setups that cannot be run at all are left to the table of setups.
func (p *planned) naTable() render.Table {
	table := render.Table{
		Title:   "Not applicable",
		Corner:  "test",
		Columns: []render.Column{{Head: "cells"}, {Head: "reason", Text: true}},
	}
	cells := map[naKey]float64{}
	var order []naKey
	for _, cell := range p.Cells {
		for _, test := range cell.Load.Tests {
			reason, na := cell.NA[test]
			if _, whole := p.na[cell.Setup]; whole || !na {
				continue
			}
			key := naKey{test, reason}
			if cells[key] == 0 {
				order = append(order, key)
			}
			cells[key]++
		}
	}
	for _, key := range order {
		number := cells[key]
		table.Rows = append(table.Rows, render.Row{
			Label: key.test,
			Cells: []render.Cell{{Value: &number}, {Text: key.reason}},
		})
	}
	return table
}

package render

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// writeCSV writes what a run's tables show as one list of numbers, and the
// tables of other reports as they are. Text that a spreadsheet would take for a
// formula is quoted.
func writeCSV(w io.Writer, report Report, _ Options) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	records := plainRecords(report)
	if len(report.Axes) > 0 {
		records = placeRecords(report)
	}
	return out.WriteAll(records)
}

// placeRecords are a head and a record per place of the tables, each place
// once.
func placeRecords(report Report) [][]string {
	head := mapEach(report.Axes, guarded)
	head = append(head, "server", "test", "metric", "unit", "value", "spread", "rounds", "status", "note", "baseline", "change", "low", "high", "p", "verdict")
	records := [][]string{head}
	seen := map[string]bool{}
	for _, t := range report.Tables {
		for _, row := range t.Rows {
			for j, cell := range row.Cells {
				if cell.At == nil {
					continue
				}
				at := cell.At.fields(report.Axes)
				key := strings.Join(mapEach(at, strconv.Quote), "")
				if !seen[key] {
					seen[key] = true
					records = append(records, slices.Concat(at, t.measured(cell, j)))
				}
			}
		}
	}
	return records
}

// fields are where the place is: its values on the axes, and its server, test
// and metric.
func (p *Place) fields(axes []string) []string {
	var fields []string
	for _, axis := range axes {
		value := ""
		for _, at := range p.Coordinates {
			if at.Axis == axis {
				value = at.Value
			}
		}
		fields = append(fields, guarded(value))
	}
	return append(fields, guarded(p.Server), guarded(p.Test), guarded(p.Metric))
}

// measured are the fields that say what was measured at a cell's place, from
// the unit on.
func (t Table) measured(cell Cell, j int) []string {
	value, spread, rounds := "", "", ""
	if cell.Value != nil {
		value, rounds = precise(*cell.Value), strconv.Itoa(cell.Rounds)
		if cell.Spreads() {
			spread = precise(cell.Spread)
		}
	}
	note := t.said(slices.Concat(cell.Notes, t.Columns[j].Notes))
	fields := []string{guarded(t.Unit), value, spread, rounds, guarded(string(cell.Status)), note, strconv.FormatBool(cell.At.Baseline)}
	return append(fields, compared(cell.Difference)...)
}

// compared are the fields that say what was found between a cell and its
// baseline: the change, its interval, the likelihood and the verdict.
func compared(d *matrix.Difference) []string {
	switch {
	case d == nil:
		return make([]string, 5)
	case d.Verdict == matrix.VerdictInvalid:
		return []string{"", "", "", "", string(d.Verdict)}
	}
	return []string{precise(d.Change), open(d.Low), open(d.High), precise(d.P), string(d.Verdict)}
}

// open is the end of an interval, "" where it has none.
func open(end float64) string {
	if end <= -1 || end >= math.MaxFloat64 {
		return ""
	}
	return precise(end)
}

// plainRecords are the tables as they are, with an empty record between two of
// them; where there is none, the facts.
func plainRecords(report Report) [][]string {
	var records [][]string
	for _, t := range report.Tables {
		if len(t.Columns) == 0 && len(t.Notes) == 0 {
			continue
		}
		if len(records) > 0 {
			records = append(records, nil)
		}
		records = append(records, t.records()...)
	}
	if len(records) > 0 {
		return records
	}
	records = append(records, []string{"name", "value"})
	for _, fact := range report.Facts {
		records = append(records, []string{guarded(fact.Name), guarded(fact.Value)})
	}
	return records
}

// records are a head and a record per row. Notes come in a last column, and
// those that no cell names in records of their own.
func (t Table) records() [][]string {
	head := []string{guarded(t.Corner)}
	for _, column := range t.Columns {
		head = append(head, guarded(column.Head))
	}
	if len(t.Notes) == 0 {
		return append([][]string{head}, t.rowRecords()...)
	}
	records := [][]string{append(head, "note")}
	named := map[int]bool{}
	for i, record := range t.rowRecords() {
		var notes []int
		for _, cell := range t.Rows[i].Cells {
			notes = append(notes, cell.Notes...)
		}
		for _, note := range notes {
			named[note] = true
		}
		records = append(records, append(record, t.said(notes)))
	}
	for i := range t.Notes {
		if !named[i] {
			record := make([]string, len(head)+1)
			record[len(head)] = t.said([]int{i})
			records = append(records, record)
		}
	}
	return records
}

func (t Table) rowRecords() [][]string {
	return mapEach(t.Rows, func(row Row) []string {
		record := []string{guarded(row.Head())}
		for _, cell := range row.Cells {
			if cell.Value != nil {
				record = append(record, precise(*cell.Value))
			} else {
				record = append(record, guarded(cell.Text))
			}
		}
		return record
	})
}

// said are the texts of several notes, each once.
func (t Table) said(notes []int) string {
	texts := mapEach(notes, func(i int) string { return t.Notes[i].String() })
	return guarded(strings.Join(unique(texts), " | "))
}

// precise is a number that reads back as the same number.
func precise(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// guarded is a text that no spreadsheet takes for a formula.
func guarded(s string) string {
	if strings.IndexAny(strings.TrimLeft(s, " "), "=+-@\t\r＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}

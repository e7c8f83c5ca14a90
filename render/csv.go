package render

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvHead names the columns of the CSV: one line per cell of every table that is
// not blank, so that a spreadsheet or pandas can filter and pivot it. value holds nothing but
// numbers, in full precision; text holds words, and what stands instead of a
// number. Facts come last with "facts" as their table, notes on the whole
// report with "notes".
func csvHead() []string {
	return []string{"table", "constant", "row", "column", "value", "unit", "text", "status", "spread", "rounds", "mark", "note"}
}

// csvRecord is a line of the CSV; its fields stand in csvHead's order.
type csvRecord struct {
	table, constant, row, column string
	value, unit, text, status    string
	spread, rounds, mark, note   string
}

func (r csvRecord) fields() []string {
	return []string{
		guarded(r.table), guarded(r.constant), guarded(r.row), guarded(r.column), r.value, guarded(r.unit),
		guarded(r.text), guarded(r.status), r.spread, r.rounds, guarded(r.mark), guarded(r.note),
	}
}

func writeCSV(w io.Writer, report Report, _ Options) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	records := [][]string{csvHead()}
	for _, t := range report.Tables {
		records = append(records, csvTable(t)...)
	}
	for _, note := range report.Notes {
		records = append(records, csvRecord{table: "notes", note: note.String()}.fields())
	}
	if report.Title != "" {
		records = append(records, csvRecord{table: "facts", row: "report", text: report.Title}.fields())
	}
	for _, fact := range report.Facts {
		records = append(records, csvRecord{table: "facts", row: fact.Name, text: fact.Value}.fields())
	}
	return out.WriteAll(records)
}

func csvTable(t Table) [][]string {
	var records [][]string
	for _, row := range t.Rows {
		for j, cell := range row.Cells {
			if cell.Value != nil || cell.Text != "" || len(cell.Notes) > 0 {
				records = append(records, csvCell(t, row, j, cell).fields())
			}
		}
	}
	named := t.marked()
	for i, note := range t.Notes {
		if !named[i] || len(t.Rows) == 0 {
			records = append(records, csvRecord{table: t.Title, constant: t.Constant, note: note.String()}.fields())
		}
	}
	return records
}

func csvCell(t Table, row Row, j int, cell Cell) csvRecord {
	column, notes := t.Columns[j], cell.Notes
	if !row.Fact {
		notes = slices.Concat(column.Notes, notes)
	}
	record := csvRecord{
		table: t.Title, constant: t.Constant, row: row.Label, column: column.Head,
		text: cell.Text, status: string(cell.Status), mark: cell.Mark,
		note: csvNotes(t, notes),
	}
	if column.Sub != "" {
		record.column += " (" + column.Sub + ")"
	}
	if cell.Value == nil {
		return record
	}
	record.value, record.unit = strconv.FormatFloat(*cell.Value, 'f', -1, 64), row.unit(t)
	if cell.Rounds > 0 {
		record.rounds = strconv.Itoa(cell.Rounds)
	}
	if cell.Rounds > 1 {
		record.spread = strconv.FormatFloat(cell.Spread, 'f', -1, 64)
	}
	return record
}

func csvNotes(t Table, notes []int) string {
	texts := make([]string, len(notes))
	for i, note := range notes {
		texts[i] = t.Notes[note].String()
	}
	return strings.Join(texts, " | ")
}

// guarded is a text that no spreadsheet takes for a formula.
func guarded(s string) string {
	if strings.IndexAny(strings.TrimLeft(s, " "), "=+-@\t\r＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}

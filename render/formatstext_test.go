package render_test

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"redismatrix/matrix"
	"redismatrix/render"
)

// readText reads a report from text that is as wide as it has to be.
func readText(t testing.TB, text []byte, model render.Report) reportTold {
	t.Helper()
	var r reportTold
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	at := 1 // behind the title
	for _, table := range model.Tables {
		for lines[at] == "" {
			at++
		}
		end := at
		for end < len(lines) && lines[end] != "" {
			end++
		}
		r.Tables = append(r.Tables, textTable(t, lines[at:end], len(table.Rows)))
		at = end
	}
	for _, line := range lines[at:] {
		if note, found := strings.CutPrefix(line, " • "); found {
			r.Notes = append(r.Notes, note)
		} else if name, value, found := strings.Cut(strings.TrimSpace(line), "  "); found {
			r.Facts = append(r.Facts, name+": "+strings.TrimSpace(value))
		}
	}
	return r
}

// textTable reads a table of n rows.
func textTable(t testing.TB, lines []string, n int) tableTold {
	t.Helper()
	title, constant, _ := strings.Cut(lines[0], "  ")
	laid := tableTold{Title: title, Constant: strings.TrimSpace(constant), Cells: map[string]told{}}
	rule := slices.IndexFunc(lines, func(line string) bool { return strings.Trim(line, "─") == "" })
	below := lines[rule+1+n:]
	if rule < 0 {
		below, n = lines[1:], 0
	}
	for _, line := range below {
		laid.Below = append(laid.Below, strings.TrimPrefix(strings.TrimSpace(line), "• "))
	}
	if n == 0 {
		return laid
	}
	heads := spansOf(lines[1])[1:]
	remarks := 1 << 20
	if last := heads[len(heads)-1]; last.text == "remark" {
		remarks, heads = last.from, heads[:len(heads)-1]
	}
	columns := newTextColumns(heads)
	for _, line := range lines[rule+1 : rule+1+n] {
		columns.read(line, remarks)
	}
	columns.into(t, &laid)
	return laid
}

// textSpan is words in a line, and where they stand.
type textSpan struct {
	from, to int
	text     string
}

var twoSpaces = regexp.MustCompile(`\S+( \S+)*`)

// spansOf are the words of a line that more than a space separates.
func spansOf(line string) []textSpan { return spans(line, twoSpaces) }

func spans(line string, pattern *regexp.Regexp) []textSpan {
	var found []textSpan
	for _, at := range pattern.FindAllStringIndex(line, -1) {
		from := utf8.RuneCountInString(line[:at[0]])
		found = append(found, textSpan{from, from + utf8.RuneCountInString(line[at[0]:at[1]]), line[at[0]:at[1]]})
	}
	return found
}

// textCell is what stands in a row, wherever that is.
type textCell struct {
	textSpan
	row, marks string
	told
}

// textColumns are cells that have no column yet.
type textColumns struct {
	heads   []textSpan
	cells   []textCell
	remarks []textCell
}

func newTextColumns(heads []textSpan) *textColumns { return &textColumns{heads: heads} }

// shownCell is a number or a word, a change or a spread, a mark, and those of notes.
var shownCell = regexp.MustCompile(`(\S+)(?: +((?:>?±|[+-])[0-9.,]+ %))?(?: +([▲▼~?!])(?:\s|$))?((?: *[¹²³⁴⁵⁶⁷⁸⁹⁰]+)*)`)

func (c *textColumns) read(line string, remarks int) {
	runes := []rune(line)
	label := spansOf(line)[0]
	if remarks < len(runes) {
		c.remarks = append(c.remarks, textCell{row: label.text, told: told{Number: string(runes[remarks:])}})
	}
	rest := string(runes[label.to:min(remarks, len(runes))])
	for _, at := range shownCell.FindAllStringSubmatchIndex(rest, -1) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return rest[at[2*i]:at[2*i+1]]
		}
		from := label.to + utf8.RuneCountInString(rest[:at[0]])
		to := from + utf8.RuneCountInString(strings.TrimSpace(rest[at[0]:at[1]]))
		c.cells = append(c.cells, textCell{textSpan{from, to, ""}, label.text, group(4), told{Number: group(1), Beside: group(2), Mark: group(3)}})
	}
}

// into finds the cells' columns by where they stand: below each other, and below
// their heads.
func (c *textColumns) into(t testing.TB, laid *tableTold) {
	t.Helper()
	var ranges []textSpan
	all := slices.Clone(c.heads)
	for _, cell := range c.cells {
		all = append(all, cell.textSpan)
	}
	slices.SortFunc(all, func(a, b textSpan) int { return a.from - b.from })
	for _, span := range all {
		if n := len(ranges); n > 0 && span.from < ranges[n-1].to {
			ranges[n-1].to = max(ranges[n-1].to, span.to)
		} else {
			ranges = append(ranges, span)
		}
	}
	if len(ranges) != len(c.heads) {
		t.Fatalf("%s: %d columns below %d heads", laid.Title, len(ranges), len(c.heads))
	}
	for _, cell := range c.cells {
		column := slices.IndexFunc(ranges, func(r textSpan) bool { return cell.from >= r.from && cell.to <= r.to })
		head, marks := headAndMarks(c.heads[column].text)
		laid.add(cell.row, head, cell.told, cell.marks, marks)
	}
	for _, remark := range c.remarks {
		laid.add(remark.row, "remark", remark.told)
	}
}

var marksAtEnd = regexp.MustCompile(`(?: [¹²³⁴⁵⁶⁷⁸⁹⁰]+)+$`)

// headAndMarks splits a head from the marks of its notes.
func headAndMarks(head string) (name, marks string) {
	marks = marksAtEnd.FindString(head)
	return strings.TrimSuffix(head, marks), strings.TrimSpace(marks)
}

// readMarkdown reads a report from Markdown.
func readMarkdown(_ testing.TB, text []byte, _ render.Report) reportTold {
	var r reportTold
	var rows [][]string
	part := ""
	flush := func() {
		if n := len(r.Tables); n > 0 && len(rows) > 2 {
			markdownCells(&r.Tables[n-1], rows)
		}
		rows = nil
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		head, isHead := strings.CutPrefix(line, "## ")
		note, isNote := strings.CutPrefix(line, "- ")
		switch {
		case isHead:
			flush()
			if part = unescaped(head); part != "Notes" && part != "Measured" {
				r.Tables = append(r.Tables, tableTold{Title: part, Cells: map[string]told{}})
			}
		case part == "Notes" && isNote:
			r.Notes = append(r.Notes, unescaped(note))
		case part == "Measured" && isNote:
			r.Facts = append(r.Facts, unescaped(strings.Replace(strings.TrimPrefix(note, "**"), "**: ", ": ", 1)))
		case strings.HasPrefix(line, "|"):
			rows = append(rows, markdownRow(line))
		case line == "" || len(r.Tables) == 0:
		default:
			table := &r.Tables[len(r.Tables)-1]
			if len(rows) == 0 && !isNote && table.Constant == "" {
				table.Constant = unescaped(line)
			} else {
				table.Below = append(table.Below, unescaped(note))
			}
		}
	}
	flush()
	return r
}

var (
	barBetween  = regexp.MustCompile(`([^\\])\|`)
	escapedSign = regexp.MustCompile(`\\([!-/:-@\[-~])`)
)

func unescaped(text string) string { return escapedSign.ReplaceAllString(text, "$1") }

func markdownRow(line string) []string {
	cells := strings.Split(barBetween.ReplaceAllString(strings.Trim(line, "|"), "$1\x00"), "\x00")
	for i := range cells {
		cells[i] = unescaped(strings.TrimSpace(cells[i]))
	}
	return cells
}

func markdownCells(t *tableTold, rows [][]string) {
	for _, row := range rows[2:] {
		for j, cell := range row[1:] {
			head, marks := headAndMarks(strings.TrimSuffix(rows[0][j+1], " (baseline)"))
			if head == "remark" {
				t.add(row[0], head, told{Number: cell})
			} else if of := shownCell.FindStringSubmatch(cell); of != nil {
				t.add(row[0], head, told{Number: of[1], Beside: of[2], Mark: of[3]}, of[4], marks)
			}
		}
	}
}

// placesOf are what the JSON says of each place of the run, as CSV has them: the
// notes in one.
func placesOf(report render.Report) map[string]told {
	places := map[string]told{}
	read := fromModel(report)
	for i, t := range report.Tables {
		for _, row := range t.Rows {
			for j, cell := range row.Cells {
				if cell.At == nil {
					continue
				}
				at := []string{cell.At.Server, cell.At.Test, cell.At.Metric}
				for _, c := range cell.At.Coordinates {
					at = append(at, c.Axis+"="+c.Value)
				}
				key := fmt.Sprint(at)
				if _, seen := places[key]; !seen {
					places[key] = bare(read.Tables[i].Cells[place(row.Head(), t.Columns[j].Head)])
				}
			}
		}
	}
	return places
}

// bare is what is told without what stands for a number, which CSV says in its
// column of statuses.
func bare(c told) told {
	if c.Number != "" && (c.Number[0] < '0' || c.Number[0] > '9') && c.Number[0] != '-' {
		c.Number = ""
	}
	c.Notes = []string{strings.Join(c.Notes, " | ")}
	return c
}

// readCSV reads places back. CSV has numbers in full precision, so that the
// model says with how many decimals they are shown.
func readCSV(t testing.TB, text []byte, model render.Report) map[string]told {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	digits := map[string]int{}
	for _, table := range model.Tables {
		for _, row := range table.Rows {
			for _, cell := range row.Cells {
				if cell.At != nil && cell.Value != nil {
					digits[cell.At.Metric+strconv.FormatFloat(*cell.Value, 'g', -1, 64)] = cell.Digits
				}
			}
		}
	}
	places := map[string]told{}
	for _, record := range records[1:] {
		field := map[string]string{}
		at := []string{}
		for i, head := range records[0] {
			field[head] = record[i]
		}
		at = append(at, field["server"], field["test"], field["metric"])
		for i := range model.Axes {
			at = append(at, records[0][i]+"="+record[i])
		}
		shown := told{Mark: render.MarkOf(matrix.Verdict(field["verdict"])), Notes: []string{field["note"]}}
		if field["value"] == "" {
			shown.Mark = ""
		} else {
			value := numberOf(t, field["value"])
			shown.Number = grouped(value, digits[field["metric"]+strconv.FormatFloat(value, 'g', -1, 64)])
			rounds, _ := strconv.Atoi(field["rounds"])
			shown.Beside = beside(matrix.Verdict(field["verdict"]), numberOf(t, field["change"]), numberOf(t, field["spread"]), rounds)
		}
		places[fmt.Sprint(at)] = shown
	}
	return places
}

// numberOf is a number, 0 where nothing stands.
func numberOf(t testing.TB, text string) float64 {
	t.Helper()
	if text == "" {
		return 0
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

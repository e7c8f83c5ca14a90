package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html"

	"redismatrix/render"
)

// must fails the test on an error of a library's.
func must[T any](t testing.TB, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// node is a part of a page.
type node struct{ *html.Node }

func parsed(t testing.TB, text []byte) node {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(text))
	return node{must(t, doc, err)}
}

// all are the parts below that match: by their tag, or by "#id" or ".class".
func (n node) all(pattern string) []node {
	var found []node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && (node{d}).matches(pattern) {
			found = append(found, node{d})
		}
	}
	return found
}

func (n node) matches(pattern string) bool {
	switch pattern[0] {
	case '#':
		return n.attribute("id") == pattern[1:]
	case '.':
		return strings.HasPrefix(n.attribute("class"), pattern[1:])
	}
	return n.Data == pattern
}

func (n node) attribute(name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text is what the first part that matches says; "" where there is none.
func (n node) text(pattern string) string {
	if found := n.all(pattern); len(found) > 0 {
		return found[0].words()
	}
	return ""
}

func (n node) words() string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// own is what a part says itself, the parts within left out.
func (n node) own() string {
	var said []string
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode {
			said = append(said, strings.Fields(c.Data)...)
		}
	}
	return strings.Join(said, " ")
}

// marks are those of notes.
func (n node) marks() string {
	var marks []string
	for _, a := range n.all("sup") {
		marks = append(marks, a.words())
	}
	return strings.Join(marks, " ")
}

// readPage reads a report from HTML.
func readPage(t testing.TB, text []byte, model render.Report) reportTold {
	t.Helper()
	doc := parsed(t, text)
	var r reportTold
	for i := range model.Tables {
		section := doc.all(fmt.Sprintf("#table-%d", i+1))
		if len(section) != 1 {
			t.Fatalf("the page has %d tables with number %d", len(section), i+1)
		}
		r.Tables = append(r.Tables, pageTable(section[0]))
	}
	for _, part := range doc.all("#notes") {
		for _, item := range part.all("li") {
			r.Notes = append(r.Notes, item.words())
		}
	}
	for _, part := range doc.all("#measured") {
		names, values := part.all("dt"), part.all("dd")
		for i := range names {
			r.Facts = append(r.Facts, names[i].words()+": "+values[i].words())
		}
	}
	return r
}

func pageTable(section node) tableTold {
	laid := tableTold{Title: section.text("h2"), Constant: section.text(".constant"), Cells: map[string]told{}}
	if evidence := section.text(".evidence"); evidence != "" {
		laid.Below = append(laid.Below, evidence)
	}
	for _, list := range section.all(".notes") {
		for _, item := range list.all("li") {
			laid.Below = append(laid.Below, item.words())
		}
	}
	heads := section.all("thead")[0].all("th")[1:]
	for _, row := range section.all("tbody")[0].all("tr") {
		for j, cell := range row.all("td") {
			shown := told{Number: cell.own(), Beside: cell.text(".beside"), Mark: cell.text(".mark")}
			laid.add(row.text("th"), heads[j].text("button"), shown, cell.marks(), heads[j].marks())
		}
	}
	return laid
}

func pageHeadline(t testing.TB, text []byte) string {
	t.Helper()
	_, said, _ := strings.Cut(parsed(t, text).text(".headline"), " ") // behind the mark
	return said
}

// readBook reads a report from a spreadsheet, as it shows its cells.
func readBook(t testing.TB, content []byte, model render.Report) reportTold {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(content))
	defer func() { _ = must(t, book, err).Close() }()
	sheets := must(t, book, err).GetSheetList()
	var r reportTold
	for _, name := range sheets[1 : 1+len(model.Tables)] {
		rows, err := book.GetRows(name)
		r.Tables = append(r.Tables, bookTable(must(t, rows, err)))
	}
	rows, err := book.GetRows(sheets[0])
	part := ""
	for _, row := range must(t, rows, err) {
		switch first := at(row, 0); {
		case first == "Notes" || first == "What was measured, and where" || first == "":
			part = first
		case part == "Notes":
			r.Notes = append(r.Notes, first)
		case part != "" && first != "compared":
			r.Facts = append(r.Facts, first+": "+at(row, 1))
		}
	}
	return r
}

func at(row []string, column int) string {
	if column < len(row) {
		return row[column]
	}
	return ""
}

// bookTable reads a table's sheet: heads stand in the fourth row, and below them
// where there are any the units and what stands beside the numbers.
func bookTable(rows [][]string) tableTold {
	laid := tableTold{Title: at(rows[0], 0), Cells: map[string]told{}}
	if len(rows) > 1 {
		laid.Constant = at(rows[1], 0)
	}
	if len(rows) < 4 || len(rows[3]) < 2 { // it has no columns
		laid.below(rows[min(3, len(rows)):])
		return laid
	}
	heads, first := rows[3], 4
	var subs []string
	if at(rows[4], 0) == "" {
		subs, first = rows[4], 5
	}
	last := first
	for last < len(rows) && at(rows[last], 0) != "" {
		last++
	}
	laid.below(rows[last:])
	for _, row := range rows[first:last] {
		for column := 1; column < len(heads); column++ {
			if heads[column] != "" {
				bookCell(&laid, heads, subs, row, column)
			}
		}
	}
	return laid
}

// below reads what stands below a table's sheet: the evidence and the footnotes.
func (t *tableTold) below(rows [][]string) {
	for _, row := range rows {
		if line := at(row, 0); line != "" && line != "none" && !strings.HasPrefix(line, "change, %:") {
			t.Below = append(t.Below, line)
		}
	}
}

// bookCell reads a cell, and what stands beside it up to the next head.
func bookCell(laid *tableTold, heads, subs, row []string, column int) {
	_, marks := headAndMarks(" " + at(subs, column))
	shown, verdict, notes := told{Number: at(row, column)}, "", ""
	for next := column + 1; next < max(len(row), len(subs)) && at(heads, next) == ""; next++ {
		switch value := at(row, next); at(subs, next) {
		case "± %":
			if shown.Beside = "±" + value + " %"; value == "" {
				shown.Beside = ""
			} else if len(value) > 2 {
				shown.Beside = ">±99 %"
			}
		case "change, %":
			if value != "" {
				shown.Beside = value + " %"
			}
		case "verdict":
			shown.Mark, verdict, _ = strings.Cut(value, " ")
		case "note":
			notes = value
		}
	}
	if verdict == "same" || verdict == "inconclusive" {
		if strings.HasPrefix(shown.Beside, "±") { // which other formats have no room for
			shown.Beside = ""
		}
	}
	laid.add(at(row, 0), heads[column], shown, notes, marks)
}

func bookHeadline(t testing.TB, content []byte) string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(content))
	defer func() { _ = must(t, book, err).Close() }()
	said, err := must(t, book, err).GetCellValue("Summary", "A1")
	return must(t, said, err)
}

package sheet

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// samples adds all samples, one a row, as a table that can be filtered. Those
// that one sheet cannot hold go on in another.
func (b *book) samples() {
	if b.Samples.Count == 0 || len(b.Samples.Heads) == 0 {
		return
	}
	if n := len(b.Samples.Heads); n > b.most.columns {
		b.check(fmt.Errorf("fill sheet %q: samples have %d columns, and a sheet at most %d", nameSamples, n, b.most.columns))
	}
	s := &sampler{book: b, heads: distinct(b.Samples.Heads)}
	s.look()
	for row := range b.Samples.Rows {
		s.add(row)
		if b.err != nil {
			break
		}
	}
	s.end()
}

// sampler streams samples to sheets: they are too many to be held.
type sampler struct {
	*book
	heads  []string
	looks  []look
	styles []int
	wide   []float64
	words  int
	guard  int

	tab    *tab
	stream *excelize.StreamWriter
	// cells are a row's, values point to those that there are.
	cells  []excelize.Cell
	values []any
	sheets int
}

// peeked is how many samples tell how wide columns are, and with how many
// decimals they are shown.
const peeked = 200

// look finds how columns look.
func (s *sampler) look() {
	n := len(s.heads)
	most, wide := make([]float64, n), make([]float64, n)
	s.looks, s.styles = make([]look, n), make([]int, n)
	s.cells, s.values = make([]excelize.Cell, n), make([]any, n)
	for i, head := range s.heads {
		wide[i] = min(displayed(head), greatestWide) + 3 // for the filter's button
	}
	rows := 0
	for row := range s.Samples.Rows {
		for i, value := range row {
			s.peek(i, value, most, wide)
		}
		if rows++; rows == peeked {
			break
		}
	}
	for i, l := range s.looks {
		if l.format == "" && most[i] > 0 {
			l = l.number(digits(most[i]))
		}
		s.styles[i] = s.styleOf(l)
	}
	s.words, s.guard, s.wide = s.styleOf(look{}.left()), s.styleOf(look{format: formatText}.left()), wide
}

func (s *sampler) peek(i int, value any, most, wide []float64) {
	switch v := value.(type) {
	case string:
		wide[i] = max(wide[i], min(displayed(v), greatestWide)+1)
	case float64:
		most[i] = max(most[i], math.Abs(v))
		wide[i] = max(wide[i], 10)
	case int64:
		s.looks[i] = look{}.number(0)
		wide[i] = max(wide[i], displayed(fmt.Sprint(v))*1.3+1)
	case time.Time:
		s.looks[i] = look{format: formatTime}
		wide[i] = max(wide[i], 20)
	}
}

// digits shows the greatest of a column's numbers with four digits or more.
func digits(most float64) int {
	return min(max(3-int(math.Floor(math.Log10(most))), 0), 6)
}

// add adds a sample.
func (s *sampler) add(row []any) {
	if s.stream == nil || s.tab.row >= s.most.rows {
		s.end()
		s.begin()
	}
	for i, value := range row {
		s.values[i] = nil
		if value == nil {
			continue
		}
		cell := &s.cells[i]
		cell.Value, cell.StyleID = value, s.styles[i]
		switch v := value.(type) {
		case string:
			cell.Value, cell.StyleID = held(v), s.words
			if formulaLike(v) {
				cell.StyleID = s.guard
			}
		case time.Time:
			cell.Value = v.UTC()
		}
		s.values[i] = cell
	}
	s.write(s.values)
}

// begin starts a sheet with its heads.
func (s *sampler) begin() {
	s.sheets++
	name := nameSamples
	if s.sheets > 1 {
		name = s.book.sheets.name(name)
	}
	s.tab = s.book.add(name)
	s.tab.repeat(1, 1)
	if s.err != nil {
		return
	}
	stream, err := s.book.stream(s.tab)
	s.check(err)
	s.stream = stream
	for i, width := range s.wide {
		s.check(stream.SetColWidth(i+1, i+1, width))
	}
	s.check(stream.SetPanes(s.tab.panes(0, 1)))
	heads := make([]any, len(s.heads))
	style := s.styleOf(look{bold: true, fill: fillHead})
	for i, head := range s.heads {
		heads[i] = excelize.Cell{StyleID: style, Value: head}
	}
	s.write(heads)
}

func (s *sampler) write(values []any) {
	if s.err == nil {
		s.tab.row++
		s.check(s.stream.SetRow(fmt.Sprintf("A%d", s.tab.row), values))
	}
}

// end makes a table of a sheet's samples.
func (s *sampler) end() {
	if s.stream == nil || s.err != nil {
		return
	}
	corner, err := s.tab.address(len(s.heads), s.tab.row)
	s.check(err)
	stripes := false
	s.check(s.stream.AddTable(&excelize.Table{
		Range: "A1:" + corner, Name: s.ranges.name(nameSamples), StyleName: "TableStyleLight1", ShowRowStripes: &stripes,
	}))
	s.check(s.stream.Flush())
	s.stream = nil
}

// distinct are heads as a table can have them, whose columns are called alike: none
// empty, and no two the same.
func distinct(heads []string) []string {
	seen := map[string]bool{}
	all := make([]string, len(heads))
	for i, head := range heads {
		head = cut(strings.TrimSpace(plain(head)), 240)
		if head == "" {
			head = "column"
		}
		all[i] = head
		for n := 2; seen[folded(all[i])]; n++ {
			all[i] = fmt.Sprintf("%s (%d)", head, n)
		}
		seen[folded(all[i])] = true
	}
	return all
}

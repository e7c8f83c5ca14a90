package sheet

import (
	"fmt"
	"io"
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
	for from := 0; from < b.Samples.Count && b.err == nil; from += b.most.rows - 1 {
		s.sheet(from, min(b.Samples.Count-from, b.most.rows-1))
	}
}

// sampler adds sheets of samples, whose rows are made when the archive is written:
// they are too many to be held.
type sampler struct {
	*book
	heads  []string
	looks  []look
	styles []int
	wide   []float64
	words  int
	guard  int
}

// peeked is how many samples tell how wide columns are, and with how many
// decimals they are shown.
const peeked = 200

// look finds how columns look.
func (s *sampler) look() {
	n := len(s.heads)
	most, wide := make([]float64, n), make([]float64, n)
	s.looks, s.styles = make([]look, n), make([]int, n)
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

// sheet adds a sheet of so many samples from one on, as a table.
func (s *sampler) sheet(from, count int) {
	name := nameSamples
	if from > 0 {
		name = s.sheets.name(name)
	}
	t := s.add(name)
	t.repeat(1, 1)
	t.row = 1 + count
	corner, err := t.address(len(s.heads), t.row)
	s.check(err)
	if s.err != nil {
		return
	}
	stream, err := s.stream(t, func(w io.Writer) error { return s.rows(w, from, count) })
	s.check(err)
	for i, width := range s.wide {
		s.check(stream.SetColWidth(i+1, i+1, width))
	}
	s.check(stream.SetPanes(t.panes(0, 1)))
	heads := make([]any, len(s.heads))
	style := s.styleOf(look{bold: true, fill: fillHead})
	for i, head := range s.heads {
		heads[i] = excelize.Cell{StyleID: style, Value: head}
	}
	s.check(stream.SetRow("A1", heads))
	stripes := false
	s.check(stream.AddTable(&excelize.Table{
		Range: "A1:" + corner, Name: s.ranges.name(nameSamples), StyleName: "TableStyleLight1", ShowRowStripes: &stripes,
	}))
	s.check(stream.Flush())
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

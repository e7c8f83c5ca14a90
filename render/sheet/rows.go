package sheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// rowWriter writes samples as rows of a sheet's XML (ECMA-376 part 1, 18.3.1.73 and
// 18.3.1.4). The library's stream does the same, and takes most of the time that a
// large report takes: it makes strings of what is written once, and keeps it all in
// a temporary file until the archive is written.
type rowWriter struct {
	*sampler
	// opens are the columns' cells up to the number of the row, and closes what
	// follows it in a cell with a number.
	opens, closes []string
	// known are the words' cells behind the number of the row: most words come back.
	known map[string]string
	buf   []byte
}

// Rows are gathered up to gathered bytes, and of the words at most mostKnown are kept.
const (
	gathered  = 64 << 10
	mostKnown = 4096
)

// rows writes so many samples from one on, below the heads.
func (s *sampler) rows(w io.Writer, from, count int) error {
	r := &rowWriter{sampler: s, known: map[string]string{}}
	for i := range s.heads {
		column, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		r.opens = append(r.opens, `<c r="`+column)
		r.closes = append(r.closes, `" s="`+strconv.Itoa(s.styles[i])+`"><v>`)
	}
	n := 0
	for sample := range s.Samples.Rows {
		if n++; n <= from {
			continue
		}
		if n > from+count {
			break
		}
		r.row(n-from+1, sample)
		if len(r.buf) >= gathered {
			if err := r.flush(w); err != nil {
				return err
			}
		}
	}
	if n < from+count {
		return fmt.Errorf("fill sheet %q: there are %d samples, and not %d", nameSamples, n, s.Samples.Count)
	}
	return r.flush(w)
}

func (r *rowWriter) flush(w io.Writer) error {
	_, err := w.Write(r.buf)
	r.buf = r.buf[:0]
	return err
}

// row adds a row.
func (r *rowWriter) row(number int, sample []any) {
	var digits [20]byte
	at := strconv.AppendInt(digits[:0], int64(number), 10)
	r.buf = append(append(append(r.buf, `<row r="`...), at...), `">`...)
	for i, value := range sample {
		if value != nil {
			r.buf = append(append(r.buf, r.opens[i]...), at...)
			r.cell(i, value)
		}
	}
	r.buf = append(r.buf, `</row>`...)
}

// cell adds what follows the number of the row.
func (r *rowWriter) cell(column int, value any) {
	switch v := value.(type) {
	case string:
		r.buf = append(r.buf, r.word(v)...)
		return
	case bool:
		r.buf = append(r.buf, truth(v)...)
		return
	}
	r.buf = append(r.buf, r.closes[column]...)
	switch v := value.(type) {
	case float64:
		r.buf = strconv.AppendFloat(r.buf, v, 'G', -1, 64)
	case int64:
		r.buf = strconv.AppendInt(r.buf, v, 10)
	case time.Time:
		r.buf = strconv.AppendFloat(r.buf, serial(v), 'G', -1, 64)
	}
	r.buf = append(r.buf, `</v></c>`...)
}

// truth is the cell of a truth value, behind the number of the row.
func truth(v bool) string {
	if v {
		return `" t="b"><v>1</v></c>`
	}
	return `" t="b"><v>0</v></c>`
}

// word is the cell of a text, behind the number of the row.
func (r *rowWriter) word(s string) string {
	if cell, known := r.known[s]; known {
		return cell
	}
	style := r.words
	if formulaLike(s) {
		style = r.guard
	}
	var b strings.Builder
	fmt.Fprintf(&b, `" s="%d" t="inlineStr"><is><t xml:space="preserve">`, style)
	_ = xml.EscapeText(&b, []byte(literal(held(s)))) // a strings.Builder takes all
	b.WriteString(`</t></is></c>`)
	if len(r.known) < mostKnown {
		r.known[s] = b.String()
	}
	return b.String()
}

// serial is a time as spreadsheets count it: days since 1899-12-30, UTC, which is
// right from 1900-03-01 on (ECMA-376 part 1, 18.17.4.1).
func serial(t time.Time) float64 {
	return float64(t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC))) / float64(24*time.Hour)
}

// Package sheet lays a dossier out as a spreadsheet in Office Open XML (XLSX).
//
// Its sheets are
//
//   - Summary: the verdict, the three largest changes, a chart, what was compared
//     and where, and what else the book holds
//   - one per table, named after it: a value per column and, beside it, what the
//     table has of the spread of its rounds, of the change in percent, of the
//     verdict and of the marks of notes
//   - Charts, which refer to the cells of the tables and follow their edits
//   - Latency, Samples, Host, Config and Log, each where there is something to
//     be shown
//   - Chart data, hidden: what charts draw that no table holds
//
// Numbers are numbers in full precision, shown with as many decimals as in other
// formats; units stand in heads. Each table's range has a name, such as
// Requests_per_second_1. Nothing is a formula or a link: text that looks like
// one is text, and stays text when it is edited.
//
// A table that is wider than a sheet goes on in another, and so do samples that
// are too many; a remark says so. Text that a cell cannot hold is cut, and says
// so.
package sheet

import (
	"errors"
	"fmt"
	"io"

	"redismatrix/render"
)

// Write lays the dossier out as an XLSX file. It fails where a table has more
// rows than a sheet, where samples have more columns, and where w fails; what w
// has taken until then is no file that opens.
func Write(w io.Writer, d render.Dossier) error {
	if err := write(w, d, excel); err != nil {
		return fmt.Errorf("write report as xlsx: %w", err)
	}
	return nil
}

func write(w io.Writer, d render.Dossier, most limits) (err error) {
	b := newBook(d.Clean(), most)
	defer func() { err = errors.Join(err, b.file.Close()) }()
	b.fill()
	return b.writeTo(w)
}

// fill adds all sheets. The summary is the first of them, and is written when
// the tables stand that its chart refers to.
func (b *book) fill() {
	summary := b.add(nameSummary)
	placed := make([]placed, len(b.Tables))
	for i, t := range b.Tables {
		placed[i] = b.table(t)
	}
	charts := b.charts(placed)
	b.latency()
	b.samples()
	b.host()
	b.config()
	b.log()
	b.summary(summary, placed, charts)
	b.data.hide()
}

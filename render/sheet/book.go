package sheet

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"time"

	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

// limits are what a sheet can hold, and how many of its cells the library holds
// one by one, with some 300 bytes for each. More are streamed.
type limits struct{ rows, columns, cells int }

// excel are the limits of Excel since 2007.
var excel = limits{rows: excelize.TotalRows, columns: excelize.MaxColumns, cells: 20_000}

// The names of the sheets that are no tables.
const (
	nameSummary = "Summary"
	nameCharts  = "Charts"
	nameLatency = "Latency"
	nameSamples = "Samples"
	nameHost    = "Host"
	nameConfig  = "Config"
	nameLog     = "Log"
	nameData    = "Chart data"
)

// book is a workbook being filled from a dossier. Its first error stays, and
// nothing is added after it.
type book struct {
	render.Dossier
	file *excelize.File
	most limits
	err  error

	styles map[look]int
	sheets sheetNames
	ranges rangeNames
	tabs   []*tab
	// streamed are the parts of the file whose sheets are streamed, that of the
	// samples first: they are too many to wait for others.
	streamed []string
	// filled write the rows that the library's stream of a part lacks.
	filled map[string]fill
	// drawn counts the charts, data is the sheet of what no table holds.
	drawn int
	data  dataTab
}

func newBook(d render.Dossier, most limits) *book {
	b := &book{Dossier: d, file: excelize.NewFile(), most: most, styles: map[look]int{}, filled: map[string]fill{}}
	b.sheets = newSheetNames(nameSummary, nameCharts, nameLatency, nameSamples, nameHost, nameConfig, nameLog, nameData)
	b.ranges = rangeNames{}
	b.data.book = b
	properties := excelize.DocProperties{Title: cut(d.Title, 255), Creator: "redis-matrix", LastModifiedBy: "redis-matrix"}
	if !d.Started.IsZero() {
		properties.Created = d.Started.UTC().Format(time.RFC3339)
		properties.Modified = properties.Created
	}
	b.check(b.file.SetDocProps(&properties))
	b.check(b.file.SetAppProps(&excelize.AppProperties{Application: "redis-matrix"}))
	return b
}

// check keeps the first error.
func (b *book) check(err error) {
	if b.err == nil {
		b.err = err
	}
}

// add adds a sheet, whose name is free.
func (b *book) add(name string) *tab {
	if len(b.tabs) == 0 {
		b.check(b.file.SetSheetName("Sheet1", name))
	} else {
		_, err := b.file.NewSheet(name)
		b.check(err)
	}
	t := &tab{book: b, index: len(b.tabs), name: name, widths: map[int]float64{}, heights: map[int]float64{}}
	t.setUpPrint()
	b.tabs = append(b.tabs, t)
	return t
}

// writeTo writes the file straight to w: the library would gather it in memory
// first.
func (b *book) writeTo(w io.Writer) error {
	if b.err != nil {
		return b.err
	}
	kinds := b.file.ContentTypes.Defaults // which the library has in any order
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].Extension < kinds[j].Extension })
	b.file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return newArchive(w, b.streamed, b.filled) })
	return b.file.Write(io.Discard)
}

// styleOf is the number of a look's style in the book.
func (b *book) styleOf(l look) int {
	if id, known := b.styles[l]; known {
		return id
	}
	id, err := b.file.NewStyle(l.style())
	b.check(err)
	b.styles[l] = id
	return id
}

// nameRange gives a range of a sheet a name that begins like title.
func (b *book) nameRange(title, reference string) { b.define(b.ranges.name(title), reference, nil) }

// define gives a reference a name, within a sheet where it is not for all of the
// book. The library would compare the name with all others and look up the sheets
// of each, which takes long where they are many; ours are all different.
func (b *book) define(name, reference string, within *tab) {
	if b.err != nil {
		return
	}
	if b.file.WorkBook.DefinedNames == nil {
		b.check(b.file.SetDefinedName(&excelize.DefinedName{Name: name, RefersTo: reference}))
	} else {
		names := b.file.WorkBook.DefinedNames
		defined := names.DefinedName[0]
		defined.Name, defined.Data, defined.LocalSheetID = name, reference, nil
		names.DefinedName = append(names.DefinedName, defined)
	}
	if names := b.file.WorkBook.DefinedNames.DefinedName; within != nil {
		names[len(names)-1].LocalSheetID = &within.index
	}
}

// stream has the library stream a sheet's rows, which rows goes on with where it is
// not nil.
func (b *book) stream(t *tab, rows fill) (*excelize.StreamWriter, error) {
	part := fmt.Sprintf("xl/worksheets/sheet%d.xml", t.index+1)
	if rows != nil {
		b.filled[part] = rows
	}
	if t.name == nameSamples {
		b.streamed = slices.Insert(b.streamed, 0, part)
	} else {
		b.streamed = append(b.streamed, part)
	}
	return b.file.NewStreamWriter(t.name)
}

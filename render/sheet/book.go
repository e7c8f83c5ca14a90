package sheet

import (
	"archive/zip"
	"compress/flate"
	"io"
	"sort"
	"time"

	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

// limits are what a sheet can hold.
type limits struct{ rows, columns int }

// excel are the limits of Excel since 2007.
var excel = limits{rows: excelize.TotalRows, columns: excelize.MaxColumns}

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
	// drawn counts the charts, data is the sheet of what no table holds.
	drawn int
	data  dataTab
}

func newBook(d render.Dossier, most limits) *book {
	b := &book{Dossier: d, file: excelize.NewFile(), most: most, styles: map[look]int{}}
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
	t := &tab{book: b, name: name, widths: map[int]float64{}}
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
	b.file.SetZipWriter(func(io.Writer) excelize.ZipWriter {
		archive := zip.NewWriter(w)
		archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
			return flate.NewWriter(w, flate.BestSpeed)
		})
		return archive
	})
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
func (b *book) nameRange(title, reference string) {
	b.check(b.file.SetDefinedName(&excelize.DefinedName{Name: b.ranges.name(title), RefersTo: reference}))
}

package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/klauspost/compress/flate"
)

// archive writes the parts of a book in the same order whenever the book is
// written: the library begins with those that it has streamed, in any order.
type archive struct {
	*zip.Writer
	// first is the streamed part that comes first, and late are the others, which
	// have to wait.
	first string
	late  map[string]bool
	// waiting are those that do, compressed: files of one part each.
	waiting map[string]*bytes.Buffer
	open    *zip.Writer
	// filled are parts whose rows are written here, and unfilled is what the library
	// wrote of the one that it is at.
	filled   map[string]fill
	unfilled *unfilled
}

// fill writes rows of a sheet's part.
type fill func(io.Writer) error

// unfilled is a part that rows have to be added to.
type unfilled struct {
	bytes.Buffer
	rows fill
	to   io.Writer
}

// endOfRows follows the rows of a sheet.
const endOfRows = "</sheetData>"

// complete writes the part with its rows.
func (u *unfilled) complete() error {
	before, after, found := bytes.Cut(u.Bytes(), []byte(endOfRows))
	if !found {
		return fmt.Errorf("a sheet has no %s", endOfRows)
	}
	if _, err := u.to.Write(before); err != nil {
		return err
	}
	if err := u.rows(u.to); err != nil {
		return err
	}
	_, err := u.to.Write(append([]byte(endOfRows), after...))
	return err
}

// newArchive writes to w; streamed are the parts that the library begins with. All
// but the first of them wait in memory until the library goes on with others.
func newArchive(w io.Writer, streamed []string, filled map[string]fill) *archive {
	a := &archive{Writer: fastZip(w), late: map[string]bool{}, waiting: map[string]*bytes.Buffer{}, filled: filled}
	for i, name := range streamed {
		if i == 0 {
			a.first = name
		} else {
			a.late[name] = true
		}
	}
	return a
}

// fastZip compresses fast, and all parts with one compressor: it takes more memory
// than most of them.
func fastZip(w io.Writer) *zip.Writer {
	file := zip.NewWriter(w)
	var compressor *flate.Writer
	file.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		if compressor == nil {
			var err error
			compressor, err = flate.NewWriter(w, flate.BestSpeed)
			return newAhead(compressor), err
		}
		compressor.Reset(w)
		return newAhead(compressor), nil
	})
	return file
}

// Create begins a part.
func (a *archive) Create(name string) (io.Writer, error) {
	if err := a.closeOpen(); err != nil {
		return nil, err
	}
	part, err := a.create(name)
	if rows := a.filled[name]; rows != nil && err == nil {
		a.unfilled = &unfilled{rows: rows, to: part}
		return a.unfilled, nil
	}
	return part, err
}

func (a *archive) create(name string) (io.Writer, error) {
	if a.late[name] {
		buffer := &bytes.Buffer{}
		a.waiting[name], a.open = buffer, fastZip(buffer)
		return a.open.Create(name)
	}
	if name != a.first {
		if err := a.release(); err != nil {
			return nil, err
		}
	}
	return a.Writer.Create(name)
}

// closeOpen completes the part that the library was at, and ends the file of one
// that waits.
func (a *archive) closeOpen() error {
	if u := a.unfilled; u != nil {
		a.unfilled = nil
		if err := u.complete(); err != nil {
			return err
		}
	}
	if a.open == nil {
		return nil
	}
	err := a.open.Close()
	a.open = nil
	return err
}

// release writes what has waited, in the order of its names.
func (a *archive) release() error {
	for _, name := range slices.Sorted(maps.Keys(a.waiting)) {
		held := a.waiting[name].Bytes()
		file, err := zip.NewReader(bytes.NewReader(held), int64(len(held)))
		if err != nil {
			return err
		}
		if err := a.Copy(file.File[0]); err != nil {
			return err
		}
	}
	a.waiting, a.late = nil, nil
	return nil
}

// Close ends the archive.
func (a *archive) Close() error {
	if err := a.closeOpen(); err != nil {
		return err
	}
	if err := a.release(); err != nil {
		return err
	}
	return a.Writer.Close()
}

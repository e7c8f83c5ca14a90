package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"maps"
	"slices"
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
}

// newArchive writes to w; streamed are the parts that the library begins with. All
// but the first of them wait in memory until the library goes on with others.
func newArchive(w io.Writer, streamed []string) *archive {
	a := &archive{Writer: fastZip(w), late: map[string]bool{}, waiting: map[string]*bytes.Buffer{}}
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
			return compressor, err
		}
		compressor.Reset(w)
		return compressor, nil
	})
	return file
}

// Create begins a part.
func (a *archive) Create(name string) (io.Writer, error) {
	if err := a.closeOpen(); err != nil {
		return nil, err
	}
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

// closeOpen ends the file of the part that waits.
func (a *archive) closeOpen() error {
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

package main

import (
	"errors"
	"io"
	"os"
	"runtime/debug"

	"redismatrix/matrix"
)

// largeDocument is the size in bytes from which on memory is worth more than time.
const largeDocument = 100 << 20

// shelved is a run that was read without its histograms, which are read again
// where a chart needs them. Its zero value is a run that was read with them.
type shelved struct {
	*matrix.Shelf
	document *os.File
}

// read reads a document, and keeps it open; what is no file, as a pipe, is read
// with its histograms.
func (s *shelved) read(document *os.File) (*matrix.Run, error) {
	info, err := document.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return readWhole(document)
	}
	if info.Size() > largeDocument {
		debug.SetGCPercent(25) // what stays is most of the memory
	}
	run, shelf, err := matrix.ReadRunShelved(document, info.Size())
	if err != nil {
		return nil, errors.Join(err, document.Close())
	}
	s.Shelf, s.document = shelf, document
	return run, nil
}

// close closes the document.
func (s *shelved) close() {
	if s.document != nil {
		_ = s.document.Close() // it was only read
	}
}

// readWhole reads a document, and closes it.
func readWhole(document *os.File) (*matrix.Run, error) {
	var from io.Reader = document
	if info, err := document.Stat(); err != nil || !info.Mode().IsRegular() {
		from = &ending{document, mostKept} // a device or a pipe, which may never end
	}
	run, err := matrix.ReadRun(from)
	return run, errors.Join(err, document.Close())
}

// ending reads so many bytes, and fails where there are more.
type ending struct {
	from io.Reader
	left int64
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.from.Read(p)
	if e.left -= int64(n); e.left < 0 {
		return 0, errors.New("it is no file and gives more than a run has; name a run's directory, or its run.json")
	}
	return n, err
}

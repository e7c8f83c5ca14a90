package main

import (
	"errors"
	"os"

	"redismatrix/matrix"
)

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
	run, err := matrix.ReadRun(document)
	return run, errors.Join(err, document.Close())
}

package matrix

import (
	"encoding/json"
	"fmt"
	"io"
)

// Shelf holds the histograms of a run that was read without them: it reads them
// again from the document where they are asked for. They are most of a document,
// and few of them are ever looked at.
type Shelf struct {
	document io.ReaderAt
	places   map[[2]string][]shelved // by cell and test
}

// shelved is where a round's sample stands in the document.
type shelved struct {
	round int
	span
}

// ReadRunShelved reads as ReadRun does, but for the histograms of samples, which
// it leaves on the shelf. The document, of a size in bytes, has to stay as it is
// while the shelf is in use.
func ReadRunShelved(document io.ReaderAt, size int64) (*Run, *Shelf, error) {
	run, chunks, err := readRun(io.NewSectionReader(document, 0, size), true)
	shelf := &Shelf{document, map[[2]string][]shelved{}}
	for _, c := range chunks {
		shelf.hold(c)
	}
	return run, shelf, err
}

// hold notes where samples stand that were read without their histograms.
func (s *Shelf) hold(c *chunk) {
	for i, at := range c.places {
		if at != (span{}) {
			key := [2]string{c.samples[i].Cell, c.samples[i].Test}
			s.places[key] = append(s.places[key], shelved{c.samples[i].Round, at})
		}
	}
}

// Holds reports whether the shelf has a histogram of the sample. A nil shelf holds
// nothing.
func (s *Shelf) Holds(sample Sample) bool {
	_, holds := s.place(sample)
	return holds
}

func (s *Shelf) place(sample Sample) (shelved, bool) {
	if s == nil || sample.Latency.Histogram != "" { // recorded since
		return shelved{}, false
	}
	for _, place := range s.places[[2]string{sample.Cell, sample.Test}] {
		if place.round == sample.Round {
			return place, true
		}
	}
	return shelved{}, false
}

// Whole is the sample with the histograms that the shelf has of it.
func (s *Shelf) Whole(sample Sample) (Sample, error) {
	place, holds := s.place(sample)
	if !holds {
		return sample, nil
	}
	text := make([]byte, place.to-place.from)
	if _, err := s.document.ReadAt(text, place.from); err != nil {
		return sample, fmt.Errorf("read the document again: %w", err)
	}
	var whole Sample
	if err := json.Unmarshal(text, &whole); err != nil {
		return sample, fmt.Errorf("read the document again: %w", err)
	}
	if whole.Cell != sample.Cell || whole.Test != sample.Test || whole.Round != sample.Round {
		return sample, fmt.Errorf("read the document again: it has changed meanwhile")
	}
	if !whole.Started.Equal(sample.Started) { // the journal had another one
		return sample, nil
	}
	return whole, nil
}

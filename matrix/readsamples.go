package matrix

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// chunkSize is how many samples of a result are decoded together.
const chunkSize = 256

// chunk is samples of a result that follow each other in a document.
type chunk struct {
	// text holds what is decoded, until it is: samples up to ends.
	text []byte
	ends []int
	// places are where the samples stand in the document.
	places []span
	// samples are what was decoded, up to an error.
	samples []Sample
	err     error
}

// span is a part of a document, in bytes.
type span struct{ from, to int64 }

// sampleReader decodes samples, several chunks at a time and while the document is
// read on: most of a document are samples.
type sampleReader struct {
	// lean is true where histograms are left out.
	lean    bool
	open    *chunk
	current []*chunk // of the result that is being read
	all     []*chunk // in the order of the document
	queue   chan *chunk
	texts   chan []byte // to be written to: they bound what waits
	failed  atomic.Bool
	workers sync.WaitGroup
}

// newSampleReader begins to decode; end has to be called.
func newSampleReader(lean bool) *sampleReader {
	n := runtime.GOMAXPROCS(0)
	r := &sampleReader{lean: lean, queue: make(chan *chunk, 2*n), texts: make(chan []byte, 2*n)}
	for range 2 * n {
		r.texts <- nil
	}
	for range n {
		r.workers.Go(r.work)
	}
	return r
}

// errElsewhere ends the reading of a document in which an earlier sample is wrong.
var errElsewhere = errors.New("a sample cannot be read")

// begin begins the samples of a result.
func (r *sampleReader) begin() { r.current = nil }

// take takes the text of a sample that stands at a place in the document.
func (r *sampleReader) take(text []byte, from int64) error {
	if r.failed.Load() {
		return errElsewhere
	}
	if r.open == nil {
		r.open = &chunk{text: (<-r.texts)[:0]}
	}
	c := r.open
	c.text = append(c.text, text...)
	c.ends = append(c.ends, len(c.text))
	c.places = append(c.places, span{from, from + int64(len(text))})
	if len(c.ends) == chunkSize {
		r.send()
	}
	return nil
}

// send has the open chunk decoded.
func (r *sampleReader) send() {
	r.current, r.all = append(r.current, r.open), append(r.all, r.open)
	r.queue <- r.open
	r.open = nil
}

// taken are the chunks of the result, which may not be decoded yet.
func (r *sampleReader) taken() []*chunk {
	if r.open != nil {
		r.send()
	}
	return r.current
}

// end waits until all is decoded, and gives it; the error is that of the first
// sample that cannot be.
func (r *sampleReader) end() ([]*chunk, error) {
	close(r.queue)
	r.workers.Wait()
	for _, c := range r.all {
		if c.err != nil {
			return nil, c.err
		}
	}
	return r.all, nil
}

func (r *sampleReader) work() {
	words := sharedWords{}
	for c := range r.queue {
		if c.decode(words, r.lean); c.err != nil {
			r.failed.Store(true)
		}
		r.texts <- c.text
		c.text = nil
	}
}

func (c *chunk) decode(words sharedWords, lean bool) {
	c.samples = make([]Sample, len(c.ends))
	from := 0
	for i, end := range c.ends {
		text, cut := dense(c.text[from:end], lean)
		if !cut {
			c.places[i] = span{}
		}
		if c.err = json.Unmarshal(text, &c.samples[i]); c.err != nil {
			return
		}
		words.share(&c.samples[i])
		from = end
	}
}

// samplesOf are the samples of chunks.
func samplesOf(chunks []*chunk) []Sample {
	if len(chunks) == 1 {
		return chunks[0].samples
	}
	var all []Sample
	for _, c := range chunks {
		all = append(all, c.samples...)
	}
	return all
}

// histogramKey begins a histogram in a document.
var histogramKey = []byte(`"histogram":`)

// dense is the text of a sample, in its own place, without the blanks that its lines
// begin with and, where lean is true, without what its histograms hold; cut is true
// where there was one. JSON is slow to decode, and that is most of it. The line ends
// stay, so that what is no JSON does not become some.
func dense(text []byte, lean bool) (kept []byte, cut bool) {
	kept = text[:0]
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		line := bytes.TrimLeft(text[:n], " ")
		text = text[n:]
		for from, to := 0, 0; lean; line = line[to:] {
			if from, to = histogramIn(line); to == 0 {
				break
			}
			kept, cut = append(kept, line[:from]...), true
		}
		kept = append(kept, line...)
	}
	return kept, cut
}

// histogramIn is where the first histogram of a line stands that is not empty; 0 and
// 0 for none. What stands behind a backslash is text within a string.
func histogramIn(line []byte) (from, to int) {
	for at := 0; ; {
		i := bytes.Index(line[at:], histogramKey)
		if i < 0 {
			return 0, 0
		}
		key := at + i
		at = key + len(histogramKey)
		value := bytes.TrimLeft(line[at:], " \t")
		if key > 0 && line[key-1] == '\\' || len(value) == 0 || value[0] != '"' {
			continue
		}
		if n := closing(value, 1); n > 1 && n < len(value) {
			from = len(line) - len(value) + 1
			return from, from + n - 1
		}
	}
}

// sharedWords are texts that were read before: most samples say the same.
type sharedWords map[string]string

// share has the sample's texts be those that are held already.
func (w sharedWords) share(s *Sample) {
	texts := []*string{&s.Cell, &s.Test, (*string)(&s.Status), &s.Reason, &s.Remedy, &s.FirstError}
	for i := range s.Notes {
		texts = append(texts, &s.Notes[i].Text, &s.Notes[i].Remedy)
	}
	for i := range s.Commands {
		texts = append(texts, &s.Commands[i].Test)
	}
	for _, text := range texts {
		held, known := w[*text]
		if !known {
			held = strings.Clone(*text)
			w[held] = held
		}
		*text = held
	}
}

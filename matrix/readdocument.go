package matrix

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// documentReader reads a run's document sample by sample: all of its text at once
// takes several times the memory of what it says.
type documentReader struct {
	*json.Decoder
	// taken is told each sample, and where it stands in the text.
	taken func(s *Sample, from, to int64)
	// words are texts that were read before: most samples say the same.
	words map[string]string
}

func newDocumentReader(from io.Reader, taken func(s *Sample, from, to int64)) documentReader {
	return documentReader{json.NewDecoder(from), taken, map[string]string{}}
}

// run reads a document that holds nothing else.
func (d documentReader) run() (*Run, error) {
	var run Run
	var results []Result
	versioned := false
	err := d.object(&run, map[string]func() error{
		"schema": func() error {
			versioned = true
			return d.schema(&run.Schema)
		},
		"results": func() error {
			return d.list(func() error {
				result, err := d.result()
				results = append(results, result)
				return err
			})
		},
	})
	switch {
	case err != nil:
		return nil, err
	case !versioned:
		return nil, errors.New("it has no schema version, so it is no run of redis-matrix; " + wholeDocument)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("invalid character behind the document; " + wholeDocument)
	}
	run.Results = results
	return &run, nil
}

// schema reads the version of the document, and refuses any other than this
// program's.
func (d documentReader) schema(version *int) error {
	err := d.Decode(version)
	switch {
	case err != nil:
		return err
	case *version > Schema:
		return fmt.Errorf("its schema version is %d and this program reads %d; use a newer redis-matrix", *version, Schema)
	case *version != Schema:
		return fmt.Errorf("its schema version is %d and this program reads %d; use the redis-matrix that wrote it", *version, Schema)
	}
	return nil
}

func (d documentReader) result() (Result, error) {
	var r Result
	err := d.object(&r, map[string]func() error{"samples": func() error {
		return d.list(func() error {
			var s Sample
			from := d.InputOffset()
			if err := d.Decode(&s); err != nil {
				return err
			}
			d.share(&s)
			d.taken(&s, from, d.InputOffset())
			r.Samples = append(r.Samples, s)
			return nil
		})
	}})
	return r, err
}

// share has the sample's texts be those that are held already.
func (d documentReader) share(s *Sample) {
	texts := []*string{&s.Cell, &s.Test, (*string)(&s.Status), &s.Reason, &s.Remedy, &s.FirstError}
	for i := range s.Notes {
		texts = append(texts, &s.Notes[i].Text, &s.Notes[i].Remedy)
	}
	for i := range s.Commands {
		texts = append(texts, &s.Commands[i].Test)
	}
	for _, text := range texts {
		held, known := d.words[*text]
		if !known {
			held = strings.Clone(*text)
			d.words[held] = held
		}
		*text = held
	}
}

// object reads an object into a value, but for what is read apart, by its name.
func (d documentReader) object(into any, apart map[string]func() error) error {
	if there, err := d.begins('{', "object"); !there || err != nil {
		return err
	}
	rest := bytes.NewBufferString("{")
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if read, known := apart[strings.ToLower(name.(string))]; known { // a name is always a string
			if err := read(); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if rest.Len() > 1 {
			rest.WriteByte(',')
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		rest.Write(quoted)
		rest.WriteByte(':')
		rest.Write(value)
	}
	rest.WriteByte('}')
	if _, err := d.Token(); err != nil {
		return err
	}
	return json.Unmarshal(rest.Bytes(), into)
}

// list reads a list element by element; null is an empty one.
func (d documentReader) list(element func() error) error {
	if there, err := d.begins('[', "array"); !there || err != nil {
		return err
	}
	for d.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// begins reads the beginning of a value of a kind; there is none where null
// stands in its place.
func (d documentReader) begins(with json.Delim, kind string) (there bool, err error) {
	token, err := d.Token()
	if err != nil || token == nil {
		return false, err
	}
	if token == with {
		return true, nil
	}
	found := "number"
	switch token := token.(type) {
	case json.Delim:
		found = map[json.Delim]string{'[': "array", '{': "object"}[token]
	case string:
		found = "string"
	case bool:
		found = "bool"
	}
	return false, fmt.Errorf("cannot unmarshal %s where a JSON %s is expected; %s", found, kind, wholeDocument)
}

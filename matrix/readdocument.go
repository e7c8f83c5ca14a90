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
	*pieces
	samples *sampleReader
}

// run reads a document that holds nothing else, and gives its samples in the chunks
// in which they stand there, too. Where several things are wrong it tells the first.
func (d documentReader) run() (*Run, []*chunk, error) {
	var run Run
	var results []Result
	var parts [][]*chunk
	versioned := false
	err := d.object(&run, map[string]func() error{
		"schema": func() error {
			versioned = true
			return d.schema(&run.Schema)
		},
		"results": func() error {
			return d.list(func() error {
				result, chunks, err := d.result()
				results, parts = append(results, result), append(parts, chunks)
				return err
			})
		},
	})
	chunks, failed := d.samples.end()
	switch {
	case failed != nil:
		return nil, nil, failed
	case err != nil:
		return nil, nil, err
	case !versioned:
		return nil, nil, errors.New("it has no schema version, so it is no run of redis-matrix; " + wholeDocument)
	}
	if _, err := d.peek(); !errors.Is(err, io.EOF) {
		return nil, nil, errors.New("invalid character behind the document; " + wholeDocument)
	}
	for i, of := range parts {
		results[i].Samples = samplesOf(of)
	}
	run.Results = results
	return &run, chunks, nil
}

// schema reads the version of the document, and refuses any other than this
// program's.
func (d documentReader) schema(version *int) error {
	text, err := d.value()
	if err == nil {
		err = json.Unmarshal(text, version)
	}
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

// result reads a result, and has its samples read.
func (d documentReader) result() (Result, []*chunk, error) {
	var r Result
	var chunks []*chunk
	err := d.object(&r, map[string]func() error{"samples": func() error {
		d.samples.begin()
		err := d.list(func() error {
			if _, err := d.peek(); err != nil {
				return err
			}
			from := d.offset()
			text, err := d.value()
			if err != nil {
				return err
			}
			return d.samples.take(text, from)
		})
		chunks = append(chunks, d.samples.taken()...) // of what stands before an error, too
		return err
	}})
	return r, chunks, err
}

// object reads an object into a value, but for what is read apart, by its name.
func (d documentReader) object(into any, apart map[string]func() error) error {
	if there, err := d.begins('{', "object"); !there || err != nil {
		return err
	}
	rest := bytes.NewBufferString("{")
	for first := true; ; first = false {
		more, err := d.next('}', first)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if err := d.member(rest, apart); err != nil {
			return err
		}
	}
	rest.WriteByte('}')
	return json.Unmarshal(rest.Bytes(), into)
}

// member reads a name and its value: apart, or into rest.
func (d documentReader) member(rest *bytes.Buffer, apart map[string]func() error) error {
	quoted, err := d.name()
	if err != nil {
		return err
	}
	var name string
	if err := json.Unmarshal(quoted, &name); err != nil {
		return err
	}
	if err := d.mark(':'); err != nil {
		return err
	}
	if read, known := apart[strings.ToLower(name)]; known {
		return read()
	}
	if rest.Len() > 1 {
		rest.WriteByte(',')
	}
	rest.Write(quoted)
	rest.WriteByte(':')
	value, err := d.value()
	rest.Write(value)
	return err
}

// name passes the name of a member, as it is written.
func (d documentReader) name() ([]byte, error) {
	c, err := d.peek()
	if err != nil {
		return nil, err
	}
	if c != '"' {
		return nil, unexpected(c, "a name")
	}
	quoted, err := d.value()
	return bytes.Clone(quoted), err
}

// list reads a list element by element; null is an empty one.
func (d documentReader) list(element func() error) error {
	if there, err := d.begins('[', "array"); !there || err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := d.next(']', first)
		if err != nil || !more {
			return err
		}
		if err := element(); err != nil {
			return err
		}
	}
}

// begins reads the beginning of a value of a kind; there is none where null
// stands in its place.
func (d documentReader) begins(with byte, kind string) (there bool, err error) {
	c, err := d.peek()
	if err != nil {
		return false, err
	}
	if c == with {
		d.at++
		return true, nil
	}
	found, known := map[byte]string{'[': "array", '{': "object", '"': "string", 't': "bool", 'f': "bool", 'n': "null", '-': "number"}[c]
	switch {
	case c >= '0' && c <= '9':
		found = "number"
	case !known:
		return false, unexpected(c, "a JSON "+kind)
	case found == "null":
		text, err := d.value()
		if err != nil {
			return false, err
		}
		return false, json.Unmarshal(text, new(any))
	}
	return false, fmt.Errorf("cannot unmarshal %s where a JSON %s is expected; %s", found, kind, wholeDocument)
}

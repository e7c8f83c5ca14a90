package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// TestPiecesOfValues finds where each value ends, however the text is read.
func TestPiecesOfValues(t *testing.T) {
	long := `"` + strings.Repeat(`x\"`, 300_000) + `"`
	for text, want := range map[string][]string{
		``:                      nil,
		" \n\t\r":               nil,
		`1`:                     {`1`},
		`-1.5e3 true null`:      {`-1.5e3`, `true`, `null`},
		`"" "a" "]}"`:           {`""`, `"a"`, `"]}"`},
		`"a\"b" "c\\" "\\\""`:   {`"a\"b"`, `"c\\"`, `"\\\""`},
		`{} [] {"a":[{"b":1}]}`: {`{}`, `[]`, `{"a":[{"b":1}]}`},
		`{"a":"}"}[1,"]"]x`:     {`{"a":"}"}`, `[1,"]"]`, `x`},
		long + `[` + long + `]`: {long, `[` + long + `]`},
	} {
		for name, reader := range readers(text) {
			p := newPieces(reader)
			var got []string
			for {
				before := p.offset()
				value, err := p.value()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%.40q, %s: %v", text, name, err)
				}
				if from := p.offset() - int64(len(value)); from < before || text[from:p.offset()] != string(value) {
					t.Errorf("%.40q, %s: %.40q does not end at %d", text, name, value, p.offset())
				}
				got = append(got, string(value))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%.40q, %s (-want +got):\n%.300s", text, name, diff)
			}
		}
	}
}

// readers read a text in several ways.
func readers(text string) map[string]io.Reader {
	all := map[string]io.Reader{"whole": strings.NewReader(text), "by halves": iotest.HalfReader(strings.NewReader(text)), "with its end": iotest.DataErrReader(strings.NewReader(text))}
	if len(text) < 10_000 {
		all["by bytes"] = iotest.OneByteReader(strings.NewReader(text))
	}
	return all
}

// TestPiecesThatEnd tells a text that is cut off from one that is not, and from a
// reader that fails.
func TestPiecesThatEnd(t *testing.T) {
	for _, text := range []string{`"a`, `"a\"`, `{`, `{"a":1`, `[[]`} {
		if _, err := newPieces(strings.NewReader(text)).value(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{`,`, `:`, `]`, `}`} {
		if _, err := newPieces(strings.NewReader(text)).value(); err == nil || !strings.Contains(err.Error(), "invalid character") {
			t.Errorf("%q: %v", text, err)
		}
	}
	broken := errors.New("broken")
	for _, text := range []string{``, `1`, `"a`, `{"a":`} {
		if _, err := newPieces(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))).value(); !errors.Is(err, broken) {
			t.Errorf("%q of a broken reader: %v", text, err)
		}
	}
}

// readLoose is what a document reader finds in a text: results with their samples, and
// all else.
func readLoose(text string) (rest map[string]any, err error) {
	d := documentReader{newPieces(strings.NewReader(text)), newSampleReader(false)}
	err = d.object(&rest, map[string]func() error{"results": func() error {
		return d.list(func() error {
			_, _, err := d.result()
			return err
		})
	}})
	if _, failed := d.samples.end(); failed != nil {
		return nil, failed
	}
	if _, end := d.peek(); err == nil && !errors.Is(end, io.EOF) {
		err = fmt.Errorf("more follows: %w", end)
	}
	return rest, err
}

// FuzzDocumentReader reads nothing that is no JSON, and all objects that are and
// whose results have their form.
func FuzzDocumentReader(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"a":1}`, `{"a":1,"b":[2,{"c":"d"}]}`, `null`, `{"results":null}`, `{"results":[]}`, `{"results":[null,{"samples":[null,{"round":1},{}]}],"z":1}`,
		`{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{1:2}`, `{"a":1 "b":2}`, `{"a":1}}`, `{"a":01}`, `{"a":tru}`, `nul`, `{"results":[,]}`, `{"results":[{}{}]}`,
		`{"results":[{"samples":[{},]}]}`, `{"results":[{"samples":[{"round":1}{}]}]}`, `{"results":[{"samples":["x"]}]}`, "{\"results\":[{\"samples\":[{\"cell\":\"a\n  b\"}]}]}",
		"{\"a\":\"\x01\"}", `{"a":"\x"}`, `{"a\"b":"c"}`, `{"results":[{"samples":[{"cell":"]}"}]}]`, "\ufeff{}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest, err := readLoose(text)
		if !json.Valid([]byte(text)) {
			if err == nil {
				t.Fatalf("%q is no JSON, and is read as %v", text, rest)
			}
			return
		}
		var want struct {
			Results []Result `json:"results"`
		}
		if wrong := json.Unmarshal([]byte(text), &want); (wrong == nil) != (err == nil) {
			t.Fatalf("%q: %v, and of the standard library %v", text, err, wrong)
		}
	})
}

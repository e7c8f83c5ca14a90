package matrix

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestWithoutHistograms leaves out the texts of histograms, however the document
// is written and read, and nothing else.
func TestWithoutHistograms(t *testing.T) {
	long := strings.Repeat("HISTFAAAA+/=", 50_000)
	for text, want := range map[string]string{
		"":                                  "",
		`{"histogram":"abc","a":1}`:         `{"histogram":"","a":1}`,
		`{"histogram" : "abc"}`:             `{"histogram" : "abc"}`, // as nothing of ours writes it
		"{\"histogram\":\n\t \"abc\"}":      "{\"histogram\":\n\t \"\"}",
		`{"histogram":"","histogram":"x"}`:  `{"histogram":"","histogram":""}`,
		`{"histogram":null,"histogram":[]}`: `{"histogram":null,"histogram":[]}`,
		`{"a":"say \"histogram\":\"abc\""}`: `{"a":"say \"histogram\":\"abc\""}`,
		`{"a":"\"histogram":"abc"}`:         `{"a":"\"histogram":"abc"}`, // which is no JSON
		`{"a":"histogram","b":"c"}`:         `{"a":"histogram","b":"c"}`,
		`{"histogram":"cut of`:              `{"histogram":"`,
		`{"histogra`:                        `{"histogra`,
		`{"x":"` + long + `","histogram":"` + long + `","y":"` + long + `"}`: `{"x":"` + long + `","histogram":"","y":"` + long + `"}`,
	} {
		for name, reader := range map[string]io.Reader{
			"whole": strings.NewReader(text), "by halves": iotest.HalfReader(strings.NewReader(text)), "with its end": iotest.DataErrReader(strings.NewReader(text)),
			"by bytes": iotest.OneByteReader(strings.NewReader(text)),
		} {
			got, err := io.ReadAll(newWithoutHistograms(reader))
			if err != nil || string(got) != want {
				t.Errorf("%.40q, %s: %.60q, error %v", text, name, got, err)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := io.ReadAll(newWithoutHistograms(iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestPlacesWithoutHistograms finds where each part of the text stands in the
// document.
func TestPlacesWithoutHistograms(t *testing.T) {
	const document = `[{"histogram":"abc"},{"a":1},{"histogram":"d","x":{"histogram":"efgh"}},{"histogram":""},{}]`
	filter := newWithoutHistograms(strings.NewReader(document))
	text, err := io.ReadAll(filter)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []struct {
		part, whole string
		cut         bool
	}{
		{`{"histogram":""}`, `{"histogram":"abc"}`, true}, {`{"a":1}`, `{"a":1}`, false},
		{`{"histogram":"","x":{"histogram":""}}`, `{"histogram":"d","x":{"histogram":"efgh"}}`, true},
		{`{"histogram":""}`, `{"histogram":""}`, true}, {`{}`, `{}`, false},
	} {
		from := at + strings.Index(string(text[at:]), want.part)
		at = from + len(want.part)
		first, last, cut := filter.place(int64(from), int64(at))
		if got := document[first:last]; got != want.whole || cut != want.cut {
			t.Errorf("%s stands at %s, cut %v", want.part, got, cut)
		}
	}
}

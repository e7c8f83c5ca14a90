package matrix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDense leaves out blanks between lines and the texts of histograms, and nothing
// else.
func TestDense(t *testing.T) {
	long := strings.Repeat("HISTFAAAA+/=", 5000)
	for text, want := range map[string]string{
		"":                                  "",
		`{"histogram":"abc","a":1}`:         `{"histogram":"","a":1}`,
		`{"histogram": "abc"}`:              `{"histogram": ""}`,
		`{"histogram" : "abc"}`:             `{"histogram" : "abc"}`, // as nothing of ours writes it
		`{"histogram":"` + long + `"}`:      `{"histogram":""}`,
		"{\n  \"histogram\":\n\t \"a\"\n }": "{\n\"histogram\":\n\t \"a\"\n}",
		`{"histogram":"","histogram":"x"}`:  `{"histogram":"","histogram":""}`,
		`{"histogram":null,"histogram":[]}`: `{"histogram":null,"histogram":[]}`,
		`{"histogram":"a\"b"}`:              `{"histogram":""}`,
		`{"a":"say \"histogram\":\"abc\""}`: `{"a":"say \"histogram\":\"abc\""}`,
		`{"a\"histogram":"abc"}`:            `{"a\"histogram":"abc"}`,
		`{"a":"histogram","b":"c"}`:         `{"a":"histogram","b":"c"}`,
		`{"histogram":"cut of`:              `{"histogram":"cut of`,
		`"histogram":`:                      `"histogram":`,
		"{\"a\":\"no\n  JSON\"}":            "{\"a\":\"no\nJSON\"}",
	} {
		got, cut := dense([]byte(text), true)
		if string(got) != want || cut != (strings.Count(want, `""`) > strings.Count(text, `""`)) {
			t.Errorf("%.60q: %.60q, cut %v", text, got, cut)
		}
		if got, cut := dense([]byte(text), false); string(got) != strings.ReplaceAll(strings.ReplaceAll(text, "\n  ", "\n"), "\n }", "\n}") || cut {
			t.Errorf("%.60q, not lean: %.60q, cut %v", text, got, cut)
		}
	}
}

// manyResults is the text of a document's results with so many samples each, of
// which change changes those that it names.
func manyResults(counts []int, change map[[2]int]string) string {
	var results []string
	for i, n := range counts {
		var samples []string
		for j := range n {
			sample := fmt.Sprintf(`{"cell":"c%d","round":%d,"latency":{"histogram":"H%d"}}`, i, j, j)
			if changed, changes := change[[2]int{i, j}]; changes {
				sample = changed
			}
			samples = append(samples, sample)
		}
		results = append(results, fmt.Sprintf(`{"cell":"c%d","samples":[%s]}`, i, strings.Join(samples, ",\n  ")))
	}
	return `{"schema":1,"results":[` + strings.Join(results, ",") + `]}`
}

// TestSamplesInOrder reads each sample into its place, whoever decodes it, and tells
// where it stands.
func TestSamplesInOrder(t *testing.T) {
	counts := []int{0, 1, chunkSize, 3*chunkSize + 7, 2, chunkSize - 1}
	text := manyResults(counts, nil)
	for _, lean := range []bool{false, true} {
		run, chunks, err := documentReader{newPieces(strings.NewReader(text)), newSampleReader(lean)}.run()
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range counts {
			if got := len(run.Results[i].Samples); got != n {
				t.Fatalf("result %d has %d samples, not %d", i, got, n)
			}
			for j, s := range run.Results[i].Samples {
				want := Sample{Cell: fmt.Sprintf("c%d", i), Round: j}
				if !lean {
					want.Latency.Histogram = fmt.Sprintf("H%d", j)
				}
				if diff := cmp.Diff(want, s); diff != "" {
					t.Errorf("sample %d of result %d (-want +got):\n%s", j, i, diff)
				}
			}
		}
		for _, c := range chunks {
			for i, s := range c.samples {
				at := c.places[i]
				if want := fmt.Sprintf(`{"cell":%q,"round":%d,"latency":{"histogram":"H%d"}}`, s.Cell, s.Round, s.Round); lean && text[at.from:at.to] != want || !lean && at != (span{}) {
					t.Errorf("%s stands at %v", want, at)
				}
			}
		}
	}
}

// TestFirstWrongSample tells what is wrong first in the document, whatever is found
// first.
func TestFirstWrongSample(t *testing.T) {
	counts := []int{3 * chunkSize, 3 * chunkSize}
	for _, c := range []struct {
		change map[[2]int]string
		want   string
	}{
		{map[[2]int]string{{0, 5}: `{"cell":1}`, {1, 2 * chunkSize}: `{"round":"x"}`}, "field Sample.cell of type string"},
		{map[[2]int]string{{0, 5}: `{"cell":1}`, {0, 6}: `}`}, "field Sample.cell of type string"},
		{map[[2]int]string{{0, 5}: `}`, {0, 6}: `{"cell":1}`}, "invalid character '}'"},
		{map[[2]int]string{{1, 9}: `{"cell":"a" "b"}`, {1, 3 * chunkSize / 2}: `{"cell":1}`}, "invalid character '\"' after object key:value pair"},
	} {
		run, err := ReadRun(strings.NewReader(manyResults(counts, c.change)))
		if err == nil || run != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.change, err)
		}
	}
}

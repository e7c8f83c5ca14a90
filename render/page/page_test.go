package page

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"redismatrix/matrix"
	"redismatrix/render"
)

func TestVerdictFirst(t *testing.T) {
	page := written(t, upgrade())
	at := -1
	for _, want := range []string{"<h1>upgrade</h1>", "slower: 1 of 8", `id="verdict"`, "What is not decided (1)", "What is the same (1)", "Requests per second",
		"A/A control ±1.4 %", "the data is on tmpfs; use --results", "bench-1 · 2 CPUs", "<summary>Latency", "<summary>Servers",
		"<summary>Host", "<summary>Configuration", "<summary>Log", "<summary>Samples"} {
		next := strings.Index(page, want)
		if next <= at {
			t.Errorf("%q stands at %d, want it behind %d", want, next, at)
		}
		at = next
	}
}

// A page without what a run may lack has nothing in its place.
func TestPoorDossier(t *testing.T) {
	page := written(t, render.Dossier{Report: render.Report{Title: "nothing"}})
	for _, word := range []string{"<details", "<section", "headline slower", "<table"} {
		if strings.Contains(page, word) {
			t.Errorf("there is %q", word)
		}
	}
}

// TestCells holds the words that stand in a table against those of the other
// formats.
func TestCells(t *testing.T) {
	rows := tableOf(t, written(t, upgrade()), "table-1")
	want := map[string]string{
		"binary size, MB": "1.4 | 1.9 |",
		"PING_INLINE":     "131,204 ±2 % | 129,871 ~ same |",
		"SET":             "140,112 ±2 % | 128,030 -8.6 % ▼ slower |",
		"LRANGE_600":      "19,924 ±2 % | 20,511 ? inconclusive ¹ | first 600 elements",
		"ZPOPMIN":         "– ² | 13,436 ±2 % |",
	}
	for label, cells := range want {
		if diff := cmp.Diff(cells, strings.TrimSpace(rows[label])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", label, diff)
		}
	}
}

// tableOf is the text of a section's table, its cells by the label of their row.
func tableOf(t *testing.T, page, section string) map[string]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for n := range find(doc, func(n *html.Node) bool { return attribute(n, "id") == section }).Descendants() {
		if n.Type == html.ElementNode && n.Data == "tr" && n.Parent.Data == "tbody" {
			var cells []string
			for c := range n.ChildNodes() {
				cells = append(cells, strings.Join(strings.Fields(textOf(c)), " "))
			}
			rows[cells[0]] = strings.Join(cells[1:], " | ")
		}
	}
	return rows
}

func find(from *html.Node, match func(*html.Node) bool) *html.Node {
	for n := range from.Descendants() {
		if match(n) {
			return n
		}
	}
	return &html.Node{}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textOf(from *html.Node) string {
	var b strings.Builder
	for n := range from.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// Names are data, wherever they stand.
func TestHostileNames(t *testing.T) {
	const evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e\x1b[31m\n=cmd"
	d := upgrade()
	d.Title, d.Facts[0].Value, d.Notes[0].Text = evil, evil, evil
	d.Tables[0].Title, d.Tables[0].Constant, d.Tables[0].Columns[1].Head = evil, evil, evil
	d.Tables[0].Rows[1].Label, d.Tables[0].Rows[1].Cells[2].Text, d.Tables[0].Notes[0].Remedy = evil, evil, evil
	d.Verdicts.Headline, d.Verdicts.Shown[0].Test, d.Verdicts.Shown[0].Where = evil, evil, evil
	d.Charts[0].Title, d.Charts[0].Labels[0], d.Charts[0].Series[0].Name = evil, evil, evil
	d.Samples.Heads[0], d.Log.Rows[0].Label = evil, evil
	page := written(t, d)
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	scripts := 0
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "script" {
			scripts++
		}
		if n.Type == html.ElementNode && n.Data == "img" {
			t.Error("an image was smuggled in")
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has %s", n.Data, a.Key)
			}
		}
	}
	if scripts != 1 {
		t.Errorf("%d scripts, want ours", scripts)
	}
	if strings.ContainsAny(page, "\u202e\x1b") {
		t.Error("control characters are left")
	}
}

// reachesOut matches what a browser would fetch.
var reachesOut = regexp.MustCompile(`(?i)(?:src|href|action|poster|data)\s*=\s*["']?(?:https?:|//|file:)|url\(|@import`)

func TestSelfContained(t *testing.T) {
	if found := reachesOut.FindString(written(t, upgrade())); found != "" {
		t.Errorf("the page reaches out: %s", found)
	}
}

// Identifiers of a page are its own: no two elements share one.
func TestIdentifiers(t *testing.T) {
	d := upgrade()
	d.Tables = append(d.Tables, d.Tables[0])
	d.Charts = append(d.Charts, d.Charts...)
	doc, err := html.Parse(strings.NewReader(written(t, d)))
	if err != nil {
		t.Fatal(err)
	}
	seen, wanted := map[string]bool{}, []string{}
	for n := range doc.Descendants() {
		if id := attribute(n, "id"); id != "" {
			if seen[id] {
				t.Errorf("%q stands twice", id)
			}
			seen[id] = true
		}
		if to, ok := strings.CutPrefix(attribute(n, "href"), "#"); ok {
			wanted = append(wanted, to)
		}
	}
	for _, to := range wanted {
		if !seen[to] {
			t.Errorf("a link leads to %q, which is not there", to)
		}
	}
}

func TestManySamples(t *testing.T) {
	d := upgrade()
	d.Samples.Count = 200_000
	d.Samples.Rows = func(yield func([]any) bool) {
		for i := range 200_000 {
			if !yield([]any{"SET", int64(i), 0.5, nil, false}) {
				return
			}
		}
	}
	page := written(t, d)
	if !strings.Contains(page, "the first 2,000 of 200,000 samples: the spreadsheet (report -o report.xlsx) and run.json have all") {
		t.Error("nothing says what is left out")
	}
	if rows := strings.Count(page, "<tr"); rows > mostSamples+100 {
		t.Errorf("%d rows", rows)
	}
}

func TestHints(t *testing.T) {
	for want, c := range map[string]render.Cell{
		"": {},
		"slower: -8.6 %, 95 % interval -10.0 % to -7.0 %; median of 5 rounds, ±2.0 %": cellOf(1, matrix.VerdictSlower, "▼"),
		"median of 5 rounds, ±2.0 %": cellOf(1, "", ""),
		"inconclusive: +0.0 %, 95 % interval -100.0 % to any": {Value: value(1), Rounds: 1, Difference: &matrix.Difference{
			Low: -1, High: 1e300, Verdict: matrix.VerdictInconclusive}},
	} {
		if diff := cmp.Diff(want, hint(c)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestWriteFails(t *testing.T) {
	failure := errors.New("no space left")
	whole := int64(len(written(t, upgrade())))
	for _, after := range []int64{0, 1, whole / 2, whole - 1} {
		pipe, w := io.Pipe()
		go func() {
			_, _ = io.Copy(io.Discard, iotest.DataErrReader(io.LimitReader(pipe, after)))
			pipe.CloseWithError(failure)
		}()
		if err := Write(w, upgrade()); !errors.Is(err, failure) {
			t.Errorf("after %d bytes: %v", after, err)
		}
	}
}

func BenchmarkWide(b *testing.B) {
	d := upgrade()
	t := &d.Tables[0]
	for i := range 1000 {
		t.Columns = append(t.Columns, render.Column{Head: fmt.Sprint("setup ", i)})
		for j := range t.Rows {
			t.Rows[j].Cells = append(t.Rows[j].Cells, cellOf(float64(i), "", ""))
		}
	}
	for b.Loop() {
		if err := Write(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// TestInvalidDifferences have no columns of numbers that there are not, so that the
// reason stands near.
func TestInvalidDifferences(t *testing.T) {
	rows := []render.Verdicted{{Test: "SET", Metric: "rps", Unit: "requests/s", Old: "a", New: "b", Verdict: matrix.VerdictInvalid, Reason: "it died"}}
	heads := func() string {
		var names []string
		for _, column := range differences("x", rows).Heads {
			names = append(names, column.Text)
		}
		return strings.Join(names, ", ")
	}
	if got, want := heads(), "verdict, metric, baseline, candidate, unit, why"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	one := 1.0
	rows = append(rows, render.Verdicted{Test: "GET", Metric: "rps", Where: "here", Base: &one, Now: &one, Change: &one, Low: &one, High: &one, Verdict: matrix.VerdictFaster})
	if got := heads(); !strings.Contains(got, "change, %, 95 % interval, %, metric, at, baseline, baseline's") {
		t.Errorf("with one that has all: %s", got)
	}
}

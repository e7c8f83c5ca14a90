package render

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// TestCleanDossier neutralises all that a dossier says, and repairs what does
// not fit together.
func TestCleanDossier(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	table := Table{Title: "a\x1b", Columns: []Column{{Head: "b\n"}}, Rows: []Row{{Label: "c\t"}}}
	clean := Table{Title: `a\x1b`, Columns: []Column{{Head: "b"}}, Rows: []Row{{Label: "c ", Cells: []Cell{{}}}}, Notes: []Note{}}
	bell := []Fact{{"\a", "\a"}}
	dossier := Dossier{
		Report: Report{Title: "\a"}, Verdicts: &Verdicts{Headline: "\a", Verdict: matrix.VerdictSlower},
		Charts: []Chart{{
			Title: "\a", Constant: "\a", Unit: "\a", Axis: "\a", Labels: []string{"\a", "b"}, Positions: []float64{inf}, Notes: []Note{{"\a", "\a"}},
			Series: []Series{
				{Name: "\a", Values: []float64{1, 2, 3}, Low: []float64{1}},
				{Values: []float64{1, 2}, Positions: []float64{4, 5, 6}},
			},
		}},
		Latency: []Table{table}, Servers: table, Config: table, Log: table, Host: bell,
	}
	want := Dossier{
		Report:   Report{Title: `\x07`, Facts: []Fact{}, Tables: []Table{}, Notes: []Note{}, Axes: []string{}},
		Verdicts: &Verdicts{Headline: `\x07`, Verdict: matrix.VerdictSlower, Shown: []Verdicted{}, Rest: []Verdicted{}, Problems: []Note{}, Notes: []Note{}},
		Charts: []Chart{{
			Title: `\x07`, Constant: `\x07`, Unit: `\x07`, Axis: `\x07`, Labels: []string{`\x07`, "b"}, Positions: []float64{nan, nan}, Notes: []Note{{`\x07`, `\x07`}},
			Series: []Series{
				{Name: `\x07`, Values: []float64{1, 2}, Low: []float64{1, nan}, High: []float64{nan, nan}},
				{Values: []float64{1, 2, nan}, Positions: []float64{4, 5, 6}},
			},
		}},
		Latency: []Table{clean}, Servers: clean, Config: clean, Log: clean, Host: []Fact{{`\x07`, `\x07`}},
	}
	options := cmp.Options{
		cmpopts.EquateNaNs(), cmpopts.IgnoreFields(Dossier{}, "Samples"), cmpopts.IgnoreUnexported(Verdicted{}),
	}
	if diff := cmp.Diff(want, dossier.Clean(), options); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if dossier.Charts[0].Series[0].Name != "\a" || dossier.Host[0].Name != "\a" || dossier.Verdicts.Headline != "\a" {
		t.Error("the dossier itself changed")
	}
}

// TestCleanSamples reads samples of any length twice, and once in part.
func TestCleanSamples(t *testing.T) {
	at := time.Date(2026, 11, 30, 19, 4, 55, 0, time.UTC)
	samples := Dossier{Samples: Samples{Heads: []string{"a\n", "b", "c"}, Count: 3, Rows: func(yield func([]any) bool) {
		_ = yield([]any{"=1\x00", math.NaN()}) && yield([]any{1.5, int64(2), true, "more"}) && yield([]any{at, nil, "plain"})
	}}}.Clean().Samples
	want := [][]any{{`=1\x00`, nil, nil}, {1.5, int64(2), true}, {at, nil, "plain"}}
	for _, most := range []int{3, 3, 1} {
		var got [][]any
		for row := range samples.Rows {
			if got = append(got, append([]any{}, row...)); len(got) == most {
				break
			}
		}
		if diff := cmp.Diff(want[:most], got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, samples.Heads); diff != "" || samples.Count != 3 {
		t.Errorf("%d rows, heads (-want +got):\n%s", samples.Count, diff)
	}
	for range (Dossier{Samples: Samples{Count: 3}}).Clean().Samples.Rows {
		t.Error("there is a row where there are no samples")
	}
}

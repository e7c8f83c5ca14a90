package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestMisses says under every metric but its own what part of the reads found
// something, of each column for itself, and nothing where all did or none read.
func TestMisses(t *testing.T) {
	const remedy = "; compare like shares only, or fill with requests: N"
	for _, test := range []struct {
		name           string
		hits, misses   []int64 // of each round
		metric         string
		notes, without []string // on the version that misses, and on the other
	}{
		{"few", []int64{12, 12}, []int64{988, 988}, matrix.MetricRPS, []string{"1.2 % of the reads found something" + remedy}, nil},
		{"under a latency", []int64{12, 12}, []int64{988, 988}, matrix.MetricP99, []string{"1.2 % of the reads found something" + remedy}, nil},
		{"under the rate of hits", []int64{12, 12}, []int64{988, 988}, matrix.MetricHitRate, nil, nil},
		{"rounds that differ", []int64{100, 600}, []int64{900, 400}, matrix.MetricRPS, []string{"10 to 60 % of the reads found something" + remedy}, nil},
		{"one round of two", []int64{1000, 999}, []int64{0, 1}, matrix.MetricRPS, []string{"99.9 to 100 % of the reads found something" + remedy}, nil},
		{"none", []int64{0, 0}, []int64{5, 5}, matrix.MetricRPS, []string{"0 % of the reads found something" + remedy}, nil},
		{"all", []int64{5, 5}, []int64{0, 0}, matrix.MetricRPS, nil, nil},
		{"no reads", []int64{0, 0}, []int64{0, 0}, matrix.MetricRPS, nil, nil},
	} {
		run := fixture{axes: []matrix.Axis{{Name: "version", Values: []string{"7.0", "8.0"}}}, tests: []string{"check"}, rounds: 2,
			report: []matrix.TableSpec{{Rows: "test", Columns: "version", Metric: test.metric}}}.run()
		anew(run, func(s *matrix.Sample) bool {
			s.Hits = 1
			if s.Cell == "version=7.0" {
				s.Hits, s.Misses = test.hits[s.Round-1], test.misses[s.Round-1]
			}
			return true
		})
		table := reportOf(t, run).Tables[0]
		for head, want := range map[string][]string{"redis 7.0.15": test.notes, "redis 8.0.2": test.without} {
			_, notes := cellAt(t, table, "check", head)
			if diff := cmp.Diff(want, notes); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", test.name, head, diff)
			}
		}
	}
}

func TestHitPhrase(t *testing.T) {
	for percent, want := range map[float64]string{
		0: "0", 0.0001: "less than 0.1", 0.1: "0.1", 1.29: "1.2", 9.94: "9.9", 9.96: "10", 60.4: "60", 99: "99", 99.04: "99.0", 99.9999: "99.9", 100: "100",
	} {
		if got := hitPhrase(percent); got != want {
			t.Errorf("%v: %q, want %q", percent, got, want)
		}
	}
}

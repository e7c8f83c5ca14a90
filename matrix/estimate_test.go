package matrix

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEstimate(t *testing.T) {
	load := Load{
		Tests: []string{"PING_INLINE", "SET"}, Pipeline: 1, ValueSize: FixedSize(40),
		Duration: time.Second, Warmup: 500 * time.Millisecond,
	}
	aof := []Directive{{Name: "appendonly", Args: []string{"yes"}}}
	visit := 2*(1500*time.Millisecond+assumedPrepare) + assumedStart
	tests := []struct {
		name string
		plan Plan
		want Estimate
	}{
		{"one cell, two rounds", Plan{
			Spec:   &Spec{Rounds: 2},
			Setups: []Setup{{ID: "a"}},
			Cells:  []Cell{{ID: "a", Setup: "a", Load: load}},
		}, Estimate{Samples: 4, Starts: 2, Time: 2 * visit}},
		{"only writes grow an AOF", Plan{
			Spec:   &Spec{Rounds: 1},
			Setups: []Setup{{ID: "a", Config: aof}},
			Cells:  []Cell{{ID: "a", Setup: "a", Load: load}},
		}, Estimate{Samples: 2, Starts: 1, Time: visit, Disk: 18_000_000}},
		{"a mix grows an AOF by what it writes", Plan{
			Spec:   &Spec{Rounds: 1},
			Setups: []Setup{{ID: "a", Config: aof}},
			Cells: []Cell{{ID: "a", Setup: "a", Load: Load{
				Tests: []string{TestMix}, Mix: []MixPart{{"SET", 1}, {"GET", 3}}, Pipeline: 1,
				ValueSize: Sizes{{20, 60, 1}}, Duration: time.Second, Rate: 1000,
			}}},
		}, Estimate{Samples: 1, Starts: 1, Time: time.Second + assumedPrepare + assumedStart, Disk: 25_000}},
		{"n/a needs nothing", Plan{
			Spec:   &Spec{Rounds: 1},
			Setups: []Setup{{ID: "a", NA: "needs Redis 6.0"}, {ID: "b"}},
			Cells: []Cell{
				{ID: "a", Setup: "a", Load: load},
				{ID: "b", Setup: "b", Load: load, NA: map[string]string{"PING_INLINE": "why", "SET": "why"}},
			},
		}, Estimate{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.plan.Estimate()); diff != "" {
				t.Errorf("estimate (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEstimateOfTheLeast counts the rounds that a run may end after, and those
// that fit into a budget.
func TestEstimateOfTheLeast(t *testing.T) {
	const round = time.Second + assumedPrepare + assumedStart
	for name, test := range map[string]struct {
		spec        Spec
		least, most int
	}{
		"all rounds":         {Spec{Rounds: 5}, 5, 5},
		"until decided":      {Spec{Rounds: 30, LeastRounds: 5}, 5, 30},
		"a budget for ten":   {Spec{Rounds: 30, LeastRounds: 5, Budget: 10*round + 1}, 5, 10},
		"a budget for three": {Spec{Rounds: 30, LeastRounds: 5, Budget: 4*round - 1}, 3, 3},
		"a budget for none":  {Spec{Rounds: 30, Budget: round / 2}, 1, 1},
		"a budget for all":   {Spec{Rounds: 5, Budget: time.Hour}, 5, 5},
	} {
		load := Load{Tests: []string{"SET"}, Pipeline: 1, Duration: time.Second}
		plan := Plan{Spec: &test.spec, Setups: []Setup{{ID: "a"}}, Cells: []Cell{{ID: "a", Setup: "a", Load: load}}}
		of := func(rounds int) Estimate {
			return Estimate{Samples: rounds, Starts: rounds, Time: time.Duration(rounds) * round}
		}
		got := [2]Estimate{plan.LeastEstimate(), plan.Estimate()}
		if diff := cmp.Diff([2]Estimate{of(test.least), of(test.most)}, got); diff != "" {
			t.Errorf("%s: least and most (-want +got):\n%s", name, diff)
		}
	}
}

func TestAssumedTime(t *testing.T) {
	tests := []struct {
		name string
		load Load
		want time.Duration
	}{
		{"duration", Load{Pipeline: 1, Duration: time.Second}, time.Second},
		{"requests", Load{Pipeline: 1, Requests: 60_000}, 500 * time.Millisecond},
		{"requests come first", Load{Pipeline: 1, Requests: 12_000, Duration: time.Second}, 100 * time.Millisecond},
		{"duration comes first", Load{Pipeline: 1, Requests: 1e9, Duration: time.Second}, time.Second},
		{"pipelining is faster", Load{Pipeline: 100, Requests: 720_000}, time.Second},
		{"a rate is slower", Load{Pipeline: 16, Requests: 500, Rate: 1000}, 500 * time.Millisecond},
		{"a rate that is out of reach", Load{Pipeline: 1, Requests: 120_000, Rate: 1e9}, time.Second},
		{"sizes count by their mean", Load{Pipeline: 1, ValueSize: Sizes{{1e8 - assumedRecord, 1e8 - assumedRecord, 1}, {3e8 - assumedRecord, 3e8 - assumedRecord, 1}}, Requests: 5}, time.Second},
		{"large values are slower", Load{Pipeline: 1, ValueSize: FixedSize(1e8 - assumedRecord), Requests: 10}, time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.load.assumedTime(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestWrites(t *testing.T) {
	tests := map[string]struct {
		test Test
		want float64
	}{
		"write":       {Test{Command: words("SET k v")}, 1},
		"read":        {Test{Command: words("get k")}, 0},
		"unknown":     {Test{Command: words("JSON.SET k $ 1")}, 1},
		"transaction": {Test{Lead: []Step{{Command: words("MULTI")}, {Command: words("SET a b")}, {Command: words("SET c d")}}, Command: words("EXEC")}, 2},
		"mix": {Test{Parts: []Part{
			{Test{Command: words("SET k v")}, 1}, {Test{Command: words("GET k")}, 9},
		}}, 0.1},
		"nothing": {Test{}, 0},
	}
	for name, test := range tests {
		if got := test.test.writes(); got != test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// TestWritesOfCatalogue holds the list of commands that write nothing to the
// tests that need what they read.
func TestWritesOfCatalogue(t *testing.T) {
	for _, name := range TestNames() {
		test, _ := LookupTest(name)
		if test.Consumes && test.writes() != 1 {
			t.Errorf("%s consumes and writes %v", name, test.writes())
		}
	}
}

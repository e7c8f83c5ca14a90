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

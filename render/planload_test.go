package render

import (
	"strings"
	"testing"

	"redismatrix/matrix"
)

// TestPlanLoad says what is the same in all cells and not what an axis varies.
func TestPlanLoad(t *testing.T) {
	for _, test := range []struct{ name, spec, load, ends string }{
		{"nothing said", `axes: {version: ["7.0"]}`, "50 clients · 3-byte values", "2 s, after 500 ms of warm-up"},
		{"all of it", `
axes: {version: ["7.0"]}
load: {clients: 10, pipeline: 4, keyspace: 20000, key_distribution: zipf, value_size: 64:70 1KiB:30, value_pattern: "ratio:2", rate: 9000,
  arrival: poisson, threads: 2, transport: unix, protocol: 3, tests: [SET], duration: 1s, requests: 5000, warmup: 0s}`,
			"10 clients · values of 64 B (70 %), 1 KiB (30 %) · values that compress 2:1 · pipeline 4 · 20,000 keys · zipf keys · " +
				"unix socket · RESP3 · offered 9,000/s · Poisson arrivals · 2 client threads", "1 s or 5,000 requests"},
		{"axes", `
axes: {version: ["7.0"], clients: [1, 50], rate: [max, 1000], pipeline: [2]}
load: {arrival: poisson, tests: [SET], requests: 7}`, "3-byte values · pipeline 2 · Poisson arrivals", "7 requests, after 500 ms of warm-up"},
	} {
		spec, err := matrix.Parse(strings.NewReader(test.spec), "spec.yaml")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		plan, err := matrix.NewPlan(spec, func(matrix.ServerRef) (matrix.Version, bool) { return matrix.Version{}, false })
		if err != nil {
			t.Fatal(err)
		}
		if got := PlanLoad(plan); got != test.load {
			t.Errorf("%s: load %q, want %q", test.name, got, test.load)
		}
		if got := PlanEnds(plan); got != test.ends {
			t.Errorf("%s: each test %q, want %q", test.name, got, test.ends)
		}
	}
	if got := PlanLoad(&matrix.Plan{}); got != "" {
		t.Errorf("no cells: load %q", got)
	}
}

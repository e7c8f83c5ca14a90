package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A spec file unfolds as it reads.
func TestParseAndPlan(t *testing.T) {
	spec, err := Parse(strings.NewReader(`
axes:
  version: ["2.8", 4.0, "valkey-8.1"]
  appendonly: [no, everysec, always]
  value_size: [3, 1KiB, 100KiB]
  config.io-threads: [1]
exclude:
  - {appendonly: always, value_size: 102400}
  - {version: "4.0", appendonly: everysec, test: mset}
baseline: {version: "4.0"}
server:
  config: {save: "", client-output-buffer-limit: replica 0 0 0}
  servers: {"2.8": /opt/redis-2.8/src/redis-server}
load:
  tests: [SET, mset]
`), "demo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan := mustPlan(t, spec)
	got := map[string]int{"setups": len(plan.Setups), "cells": len(plan.Cells), "bound": spec.Cells()}
	for _, cell := range plan.Cells {
		got["tests"] += len(cell.Load.Tests)
		got["n/a"] += len(cell.NA)
		if cell.Baseline {
			got["baseline"]++
		}
	}
	want := map[string]int{"setups": 9, "cells": 24, "bound": 27, "tests": 45, "n/a": 29, "baseline": 8}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	config := []string{"appendonly yes", "appendfsync always", `save ""`, "client-output-buffer-limit slave 0 0 0", "io-threads 1"}
	if diff := cmp.Diff(config, lines(plan.Setups[8].Config)); diff != "" {
		t.Errorf("%s: %s", plan.Setups[8].ID, diff)
	}
	if got, want := plan.Setups[0].NA, "io-threads needs Redis 6.0"; got != want {
		t.Errorf("%s: got %q, want %q", plan.Setups[0].ID, got, want)
	}
}

package matrix

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// randomPlan has up to 5 versions, some of which lack a directive or a test.
func randomPlan(t *testing.T, random *rand.Rand) *Plan {
	versions := []string{"2.8", "4.0", "5.0", "6.0", "valkey-8.1"}
	spec := testSpec()
	spec.Seed = random.Uint64()
	spec.Axes = []Axis{
		{Name: "version", Values: versions[random.IntN(len(versions)):]},
		{Name: "config.io-threads", Values: []string{"1", "2"}[:1+random.IntN(2)]},
	}
	if random.IntN(2) == 0 {
		spec.Axes = spec.Axes[:1]
		spec.Load.Tests = []string{"XADD"}
	}
	sizes := Axis{Name: "value_size"}
	for n := range 1 + random.IntN(4) {
		sizes.Values = append(sizes.Values, fmt.Sprint(n+1))
	}
	spec.Axes = append(spec.Axes, sizes)
	return mustPlan(t, spec)
}

// Every cell that can be measured is in a round once, under its own setup, and
// no other.
func TestRoundHoldsEachCellOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		plan := randomPlan(t, random)
		want, got := map[string]int{}, map[string]int{}
		for _, cell := range plan.Cells {
			if len(cell.NA) < len(cell.Load.Tests) {
				want[cell.ID] = 1
			}
		}
		setups := map[int]bool{}
		for _, visit := range plan.Round(1 + random.IntN(9)) {
			if setups[visit.Setup] {
				t.Errorf("setup %d is visited twice", visit.Setup)
			}
			setups[visit.Setup] = true
			for _, i := range visit.Cells {
				got[plan.Cells[i].ID]++
				if plan.Cells[i].Setup != plan.Setups[visit.Setup].ID {
					t.Errorf("cell %s is visited with setup %s", plan.Cells[i].ID, plan.Setups[visit.Setup].ID)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestRoundIsDeterminedBySeedAndNumber(t *testing.T) {
	spec := testSpec("version=5.0,6.0,6.2,7.0,7.2,7.4,8.0", "appendonly=no,always", "clients=1,2,3,4,5")
	plan := mustPlan(t, spec)
	for n := range 5 {
		if diff := cmp.Diff(plan.Round(n), mustPlan(t, spec).Round(n)); diff != "" {
			t.Errorf("round %d changes: %s", n, diff)
		}
	}
	if cmp.Equal(plan.Round(1), plan.Round(2)) {
		t.Error("rounds 1 and 2 are alike")
	}
	first := plan.Round(1)
	spec.Seed++
	if cmp.Equal(first, mustPlan(t, spec).Round(1)) {
		t.Error("another seed gives the same order")
	}
}

// Over many rounds every setup stands at every place about as often, and so
// does every cell of a setup: what drifts while a run lasts meets all alike.
func TestRoundsAreFair(t *testing.T) {
	plan := mustPlan(t, testSpec("version=5.0,6.0,7.0,8.0", "clients=1,2,3"))
	const rounds = 1200
	setups, cells := map[[2]int]int{}, map[[2]int]int{}
	for n := 1; n <= rounds; n++ {
		for place, visit := range plan.Round(n) {
			setups[[2]int{visit.Setup, place}]++
			for at, cell := range visit.Cells {
				cells[[2]int{cell, at}]++
			}
		}
	}
	for _, c := range []struct {
		name         string
		counts       map[[2]int]int
		pairs, share int
	}{
		{"setup", setups, 16, rounds / 4},
		{"cell", cells, 36, rounds / 3},
	} {
		if len(c.counts) != c.pairs {
			t.Errorf("%s: %d places of %d are taken", c.name, len(c.counts), c.pairs)
		}
		for at, count := range c.counts {
			if count < c.share*4/5 || count > c.share*6/5 {
				t.Errorf("%s %d stands %d times at place %d, not about %d times", c.name, at[0], count, at[1], c.share)
			}
		}
	}
}

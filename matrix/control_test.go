package matrix

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// against is a spec with a baseline and the control.
func against(baseline Selector, axes ...string) *Spec {
	spec := testSpec(axes...)
	spec.Baseline, spec.Control = baseline, true
	return spec
}

func TestControls(t *testing.T) {
	six := Selector{"version": {"6.0"}}
	for name, test := range map[string]struct {
		spec *Spec
		want []string // the control's cells
	}{
		"off":                  {func() *Spec { s := against(six, "version=6.0,7.0"); s.Control = false; return s }(), nil},
		"no baseline":          {against(nil, "version=6.0,7.0"), nil},
		"nothing to compare":   {against(six, "version=6.0"), nil},
		"two versions":         {against(six, "version=6.0,7.0"), []string{"version=6.0 control"}},
		"each of its cells":    {against(six, "version=6.0,7.0", "value_size=3,10"), []string{"version=6.0 value_size=3 control", "version=6.0 value_size=10 control"}},
		"of one cell":          {against(Selector{"version": {"6.0"}, "value_size": {"3"}}, "version=6.0,7.0", "value_size=3,10"), []string{"version=6.0 value_size=3 control"}},
		"a baseline of a load": {against(Selector{"value_size": {"3"}}, "version=6.0", "value_size=3,10"), []string{"version=6.0 value_size=3 control"}},
		"a baseline that cannot do it": {func() *Spec {
			s := against(Selector{"version": {"2.8"}}, "version=2.8,7.0")
			s.Load.Tests = []string{"XADD"}
			return s
		}(), nil},
	} {
		t.Run(name, func(t *testing.T) {
			plan := mustPlan(t, test.spec)
			var got []string
			for _, cell := range plan.Cells {
				if !cell.Control {
					continue
				}
				got = append(got, cell.ID)
				of := plan.Cells[slices.IndexFunc(plan.Cells, func(c Cell) bool { return c.ID+controlSuffix == cell.ID })]
				of.ID, of.Setup, of.Baseline, of.Control = cell.ID, cell.Setup, false, true
				if diff := cmp.Diff(of, cell); diff != "" {
					t.Errorf("another cell than the baseline's (-want +got):\n%s", diff)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("control (-want +got):\n%s", diff)
			}
		})
	}
}

// TestControlsHaveTheirOwnServers starts a server for the control that is set up
// as the baseline's, once for all its cells.
func TestControlsHaveTheirOwnServers(t *testing.T) {
	plan := mustPlan(t, against(Selector{"version": {"6.0"}}, "version=6.0,7.0", "value_size=3,10"))
	want := plan.Setups[0]
	want.ID += controlSuffix
	if diff := cmp.Diff([]Setup{plan.Setups[0], plan.Setups[1], want}, plan.Setups); diff != "" {
		t.Errorf("setups (-want +got):\n%s", diff)
	}
	for round := 1; round <= 5; round++ {
		visited := map[string]int{}
		for _, visit := range plan.Round(round) {
			visited[plan.Setups[visit.Setup].ID] += len(visit.Cells)
		}
		if diff := cmp.Diff(map[string]int{"version=6.0": 2, "version=7.0": 2, "version=6.0 control": 2}, visited); diff != "" {
			t.Errorf("round %d (-want +got):\n%s", round, diff)
		}
	}
}

func TestBaselineOf(t *testing.T) {
	for name, test := range map[string]struct {
		baseline Selector
		want     map[string]string
	}{
		"of an axis": {Selector{"version": {"6.0"}}, map[string]string{
			"version=7.0 value_size=3": "version=6.0 value_size=3", "version=7.0 value_size=10": "version=6.0 value_size=10",
			"version=6.0 value_size=3 control": "version=6.0 value_size=3", "version=6.0 value_size=10 control": "version=6.0 value_size=10",
		}},
		"of a cell": {Selector{"version": {"6.0"}, "value_size": {"3"}}, map[string]string{
			"version=6.0 value_size=10": "version=6.0 value_size=3", "version=7.0 value_size=3": "version=6.0 value_size=3",
			"version=7.0 value_size=10": "version=6.0 value_size=3", "version=6.0 value_size=3 control": "version=6.0 value_size=3",
		}},
		"none": {nil, map[string]string{}},
	} {
		plan := mustPlan(t, against(test.baseline, "version=6.0,7.0", "value_size=3,10"))
		got := map[string]string{}
		for _, cell := range plan.Cells {
			if base, ok := plan.BaselineOf(cell); ok {
				got[cell.ID] = base.ID
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestBaselineOfThatIsExcluded compares no cell whose baseline is left out.
func TestBaselineOfThatIsExcluded(t *testing.T) {
	spec := against(Selector{"version": {"6.0"}}, "version=6.0,7.0", "value_size=3,10")
	spec.Exclude = []Selector{{"version": {"6.0"}, "value_size": {"10"}}}
	plan := mustPlan(t, spec)
	for _, cell := range plan.Cells {
		base, ok := plan.BaselineOf(cell)
		if alone := cell.Value("value_size") == "10" || cell.Baseline; ok == alone {
			t.Errorf("%s is compared with %q", cell.ID, base.ID)
		}
	}
}

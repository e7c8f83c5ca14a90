package matrix

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Cells that one release serves under several names are told apart by what the
// spec asked for.
func TestSidesThatReadAlike(t *testing.T) {
	run := pretended(t, `{name: twins, axes: {version: ["7.0", "8.0", /opt/redis], clients: [1, 50]}, baseline: {version: "7.0"}, load: {tests: [SET]}, rounds: 5}`,
		wobbling("", 1))
	for setup, info := range run.Servers {
		if setup == "version=8.0" || setup == "version=/opt/redis" {
			info.Version = "8.0.6"
			run.Servers[setup] = info
		}
	}
	c, err := run.CompareCells(nil, nil, []string{MetricRPS}, Judging{}, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, s := range c.Sides {
		if !c.Differences[i].Control && s.Shared[0].Value == "1" {
			got = append(got, s.Old+" and "+s.New)
		}
	}
	slices.Sort(got)
	want := []string{"redis 7.0.1 and redis 8.0.6 (/opt/redis)", "redis 7.0.1 and redis 8.0.6 (8.0)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Where what was asked for does not tell them apart, their cells do; and what
// reads like nothing else stays as it is.
func TestSidesThatWereAskedForAlike(t *testing.T) {
	alike := Sides{Old: "a", New: "b", asked: [2]string{"1", "2"}}
	olds := []Sides{{Old: "c", New: "d", asked: [2]string{"1", "3"}}, {Old: "c", New: "d", asked: [2]string{"2", "3"}}}
	c := Compared{Sides: append([]Sides{alike, alike, alike}, olds...)}
	for i, cells := range [][2]string{{"p", "q"}, {"p", "r"}, {"p", "s"}, {"u", "w"}, {"v", "w"}} {
		d := Difference{Baseline: cells[0], Cell: cells[1], Metric: MetricRPS}
		if i == 2 {
			d.Metric = MetricP99
		}
		c.Differences = append(c.Differences, d)
	}
	c.tellApart()
	var got [][2]string
	for _, s := range c.Sides {
		got = append(got, [2]string{s.Old, s.New})
	}
	want := [][2]string{{"a (p)", "b (q)"}, {"a (p)", "b (r)"}, {"a", "b"}, {"c (1)", "d"}, {"c (2)", "d"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

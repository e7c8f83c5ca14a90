package render

import (
	"slices"

	"redismatrix/matrix"
)

// source is a run, indexed for pivoting.
type source struct {
	run     *matrix.Run
	spec    *matrix.Spec
	points  []point
	axes    []axis
	setups  map[string]*matrix.Setup
	results map[resultKey]*matrix.Result
	// shelf has the histograms that the run was read without; nil for none.
	shelf *matrix.Shelf
	// baselines are the cells that others are compared with.
	baselines matrix.Baselines
	// verdicts are the judged differences by metric, as far as a table asked for
	// them.
	verdicts map[string]judged
	// planned and missing count samples.
	planned, missing int
	// common are the warnings that hold for the whole run; the report says
	// them once.
	common []matrix.Note
}

// point is one test in one cell, or a part of its mix: what a table's cell shows.
type point struct {
	cell *matrix.Cell
	test string
}

type resultKey struct{ cell, test string }

// axis is an axis with the values that occur in the plan, in order.
type axis struct {
	name string
	rank map[string]int
}

// value is the point's value on an axis, the test among them.
func (p point) value(axis string) string {
	if axis == matrix.AxisTest {
		return p.test
	}
	return p.cell.Value(axis)
}

func newSource(run *matrix.Run) *source {
	s := &source{run: run, spec: run.Plan.Spec, setups: map[string]*matrix.Setup{}, results: map[resultKey]*matrix.Result{},
		baselines: run.Plan.Baselines(), verdicts: map[string]judged{}}
	for i := range run.Plan.Setups {
		s.setups[run.Plan.Setups[i].ID] = &run.Plan.Setups[i]
	}
	for i := range run.Results {
		s.results[resultKey{run.Results[i].Cell, run.Results[i].Test}] = &run.Results[i]
	}
	for i := range run.Plan.Cells {
		if cell := &run.Plan.Cells[i]; !cell.Control { // the control has no row and no column
			s.points = append(s.points, pointsOf(cell)...)
		}
	}
	s.axes = s.rankAxes()
	s.common = s.commonWarnings()
	s.count()
	return s
}

// pointsOf are the tests of a cell, each mix with its parts behind it.
func pointsOf(cell *matrix.Cell) []point {
	var points []point
	for _, test := range cell.Load.Tests {
		points = append(points, point{cell, test})
		if test != matrix.TestMix {
			continue
		}
		for _, part := range cell.Load.Mix {
			points = append(points, point{cell, matrix.PartName(part.Test)})
		}
	}
	return points
}

// tests are all that the plan measures: the control's too, and no parts of mixes
// on their own.
func (s *source) tests() []point {
	var points []point
	for i := range s.run.Plan.Cells {
		cell := &s.run.Plan.Cells[i]
		for _, test := range cell.Load.Tests {
			points = append(points, point{cell, test})
		}
	}
	return points
}

// rankAxes gives the values of every axis their order: as the spec lists them,
// then as the plan's cells bring more (include can).
func (s *source) rankAxes() []axis {
	var axes []axis
	for _, listed := range s.spec.Axes {
		axes = append(axes, newAxis(listed.Name, listed.Values...))
	}
	for _, p := range s.points {
		for i, at := range p.cell.Coordinates {
			if i >= len(axes) || axes[i].name != at.Axis {
				i = slices.IndexFunc(axes, func(a axis) bool { return a.name == at.Axis })
			}
			if i < 0 {
				i = len(axes)
				axes = append(axes, newAxis(at.Axis))
			}
			axes[i].add(at.Value)
		}
	}
	tests := newAxis(matrix.AxisTest)
	for _, p := range s.points {
		tests.add(p.test)
	}
	return append(axes, tests)
}

// axisNames are the names of the axes, the test left out.
func (s *source) axisNames() []string {
	var names []string
	for _, axis := range s.axes {
		if axis.name != matrix.AxisTest {
			names = append(names, axis.name)
		}
	}
	return names
}

func newAxis(name string, values ...string) axis {
	a := axis{name, map[string]int{}}
	for _, value := range values {
		a.add(value)
	}
	return a
}

func (a axis) add(value string) {
	if _, known := a.rank[value]; !known {
		a.rank[value] = len(a.rank)
	}
}

// order sorts values of the axis as the spec lists them.
func (s *source) order(name, a, b string) int {
	i := slices.IndexFunc(s.axes, func(x axis) bool { return x.name == name })
	if i < 0 {
		return 0
	}
	return s.axes[i].rank[a] - s.axes[i].rank[b]
}

// values are the different values of points on an axis, in order.
func (s *source) values(points []point, name string) []string {
	seen := map[string]bool{}
	var values []string
	for _, p := range points {
		if value := p.value(name); !seen[value] {
			seen[value] = true
			values = append(values, value)
		}
	}
	slices.SortStableFunc(values, func(a, b string) int { return s.order(name, a, b) })
	return values
}

// varies reports whether points have more than one value on an axis.
func (s *source) varies(points []point, name string) bool {
	return slices.ContainsFunc(points, func(p point) bool { return p.value(name) != points[0].value(name) })
}

// where keeps the points that a selector matches; an empty one matches all.
func (s *source) where(selector matrix.Selector) []point {
	matches := func(p point) bool {
		for name, values := range selector {
			if !slices.Contains(values, p.value(name)) {
				return false
			}
		}
		return true
	}
	var picked []point
	for _, p := range s.points {
		if matches(p) {
			picked = append(picked, p)
		}
	}
	return picked
}

// commonWarnings are those of the run and those that all its servers share.
func (s *source) commonWarnings() []matrix.Note {
	common := slices.Clone(s.run.Warnings)
	count := map[matrix.Note]int{}
	for _, setup := range s.run.Plan.Setups {
		for _, warning := range s.run.Servers[setup.ID].Warnings {
			if count[warning]++; count[warning] == len(s.run.Servers) {
				common = append(common, warning)
			}
		}
	}
	return common
}

// server is what ran for a point; false before its server was started.
func (s *source) server(p point) (matrix.ServerInfo, bool) {
	info, ok := s.run.Servers[p.cell.Setup]
	return info, ok && info.Version != ""
}

// versionPhrases say what ran at points, each once: "redis 7.0.15". Before a
// server ran it is what the spec asks for.
func (s *source) versionPhrases(points []point) []string {
	var phrases []string
	for _, p := range points {
		info, ok := s.server(p)
		if ok && !slices.Contains(phrases, info.Name()) {
			phrases = append(phrases, info.Name())
		}
	}
	if len(phrases) == 0 && len(points) > 0 {
		return []string{s.asked(points[0])}
	}
	return phrases
}

// asked is the version of a point as the spec writes it.
func (s *source) asked(p point) string {
	if value := p.value("version"); value != "" {
		return value
	}
	if setup := s.setups[p.cell.Setup]; setup != nil {
		return setup.Server.Text
	}
	return ""
}

package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// Recording says where one round of a cell was read that another tool measured.
type Recording struct {
	Cell  string `json:"cell"`
	Round int    `json:"round"`
	// Tool is what measured: "redis-benchmark", "memtier_benchmark"; "table"
	// where only its figures are there.
	Tool string `json:"tool"`
	// Source is the file's name and SHA256 its digest; Part is which of the file's
	// recordings it is, from 1 (0 in documents of programs that did not tell), First
	// and Last are the lines that were read, from 1.
	Source string `json:"source"`
	SHA256 string `json:"sha256"`
	Part   int    `json:"part,omitempty"`
	First  int    `json:"first_line"`
	Last   int    `json:"last_line"`
	// Command is the command line that stands before the output, "" where none
	// does.
	Command string `json:"command,omitempty"`
}

// AxisRecording tells recordings apart that nothing else does. Its values are what
// Recording.Label gives.
const AxisRecording = "recording"

// NotTold is the value of recordings that do not tell what others do.
const NotTold = "not told"

// RecordedTest is a test under the name that another tool gave it.
type RecordedTest struct {
	Name string `json:"name"`
	// Remark is what the output says of it: "first 450 elements".
	Remark string `json:"remark,omitempty"`
}

// Recorded is one round of a cell, as another tool recorded it.
type Recorded struct {
	Coordinates []Coordinate
	// Load is what the output tells of it; what it does not tell is zero.
	Load Load
	// Server is what ran, nil where that is not told, and Config the directives that
	// are.
	Server *ServerInfo
	Config []Directive
	// Source is where it was read; Cell and Round are filled in.
	Source Recording
	// Tests are in the order of the output, and Samples what was measured of
	// each. Their Cell and Round are filled in.
	Tests   []RecordedTest
	Samples []Sample
}

// NewRecorded is the run that holds what others recorded: a cell for every
// combination of coordinates, in the order in which they come, and a round for
// each recording that has the same. Rounds of one cell must have the same load,
// server and directives, and all recordings values on the same axes. What a cell
// did not record and another did is n/a.
func NewRecorded(tool, id string, recorded []Recorded, baseline Selector, at time.Time) (*Run, error) {
	if len(recorded) == 0 {
		return nil, errors.New("gather what was recorded: there is nothing")
	}
	g := gathering{told: map[string]map[string]bool{}, run: &Run{
		Schema: Schema, Tool: tool, ID: id, State: StateComplete, Started: at, Finished: at,
		Plan:    Plan{Spec: &Spec{Name: id, Baseline: baseline, Seed: 1}},
		Servers: map[string]ServerInfo{},
	}}
	for _, r := range recorded {
		if err := g.add(r); err != nil {
			return nil, fmt.Errorf("gather what was recorded: %w", err)
		}
	}
	if err := g.complete(recorded); err != nil {
		return nil, fmt.Errorf("gather what was recorded: %w", err)
	}
	return g.run, nil
}

// gathering is a run in the making.
type gathering struct {
	run   *Run
	first Recorded
	tests []RecordedTest             // of all cells, in order
	told  map[string]map[string]bool // the tests of each cell
}

// add makes a recording a round of its cell.
func (g *gathering) add(r Recorded) error {
	if err := g.extendAxes(&r); err != nil {
		return err
	}
	cell, err := g.cell(r)
	if err != nil {
		return err
	}
	r.Source.Cell, r.Source.Round = cell, 1
	for _, other := range g.run.Recorded {
		if other.Cell == cell {
			r.Source.Round++
		}
	}
	spec := g.run.Plan.Spec
	spec.Rounds = max(spec.Rounds, r.Source.Round)
	g.run.Recorded = append(g.run.Recorded, r.Source)
	for _, test := range r.Tests {
		g.told[cell][test.Name] = true
		if g.test(test.Name) < 0 {
			g.tests = append(g.tests, test)
		}
	}
	return nil
}

// test is the index of a test, -1 where it is new.
func (g *gathering) test(name string) int {
	return slices.IndexFunc(g.tests, func(known RecordedTest) bool { return known.Name == name })
}

// extendAxes gives the axes a recording's values, and puts these into the axes'
// order.
func (g *gathering) extendAxes(r *Recorded) error {
	spec, first := g.run.Plan.Spec, len(g.run.Recorded) == 0
	for i, at := range r.Coordinates {
		switch axis := spec.axis(at.Axis); {
		case slices.ContainsFunc(r.Coordinates[:i], func(c Coordinate) bool { return c.Axis == at.Axis }):
			return fmt.Errorf("%s has two values on %s; take one of them out", r.Source, at.Axis)
		case first:
			spec.Axes = append(spec.Axes, Axis{Name: at.Axis, Values: []string{at.Value}})
		case axis == nil:
			return lacking(g.run.Recorded[0], *r, at)
		case !slices.Contains(axis.Values, at.Value):
			axis.Values = append(axis.Values, at.Value)
		}
	}
	ordered := make([]Coordinate, len(spec.Axes))
	for i, axis := range spec.Axes {
		at := slices.IndexFunc(r.Coordinates, func(c Coordinate) bool { return c.Axis == axis.Name })
		if at < 0 {
			return lacking(r.Source, g.first, Coordinate{axis.Name, axis.Values[0]})
		}
		ordered[i] = r.Coordinates[at]
	}
	r.Coordinates = ordered
	if first {
		g.first = *r
	}
	return nil
}

// lacking is the error of a recording that has no value on an axis on which another
// has one.
func lacking(which Recording, other Recorded, at Coordinate) error {
	return fmt.Errorf("find a value on the axis %s for %s: there is %s=%s for %s; give all recordings one, or none", at.Axis, which, at.Axis, at.Value, other.Source)
}

// axis is the axis of a name, nil where there is none.
func (s *Spec) axis(name string) *Axis {
	for i := range s.Axes {
		if s.Axes[i].Name == name {
			return &s.Axes[i]
		}
	}
	return nil
}

// cell is the ID of the cell that a recording belongs to, which is made where it
// is the first.
func (g *gathering) cell(r Recorded) (string, error) {
	id := identify(r.Coordinates, func(string) bool { return true })
	plan := &g.run.Plan
	if i := slices.IndexFunc(plan.Cells, func(c Cell) bool { return c.ID == id }); i >= 0 {
		return id, g.agrees(plan.Cells[i], r)
	}
	cell := Cell{ID: id, Coordinates: r.Coordinates, Setup: id, Load: r.Load}
	cell.Baseline = plan.Spec.Baseline.Matches(cell)
	plan.Cells = append(plan.Cells, cell)
	plan.Setups = append(plan.Setups, Setup{ID: id, Launch: LaunchAttach, Config: r.Config,
		Server: ServerRef{Kind: RefAttach, Text: cell.Value(AxisVersion)}})
	if r.Server != nil {
		g.run.Servers[id] = *r.Server
	}
	g.told[id] = map[string]bool{}
	return id, nil
}

// agrees is nil where a recording is another round of a cell.
func (g *gathering) agrees(cell Cell, r Recorded) error {
	if !reflect.DeepEqual(cell.Load, r.Load) {
		return fmt.Errorf("%s has another load than what else is %s; tell them apart by a value on an axis", r.Source, cell.ID)
	}
	setup := g.run.Plan.Setups[slices.IndexFunc(g.run.Plan.Setups, func(s Setup) bool { return s.ID == cell.Setup })]
	if !reflect.DeepEqual(setup.Config, r.Config) {
		return fmt.Errorf("%s is of another configuration than what else is %s; tell them apart by a value on an axis", r.Source, cell.ID)
	}
	info, told := g.run.Servers[cell.Setup]
	if told && r.Server != nil && info.Name() != r.Server.Name() {
		return fmt.Errorf("%s is of %s, and what else is %s of %s; tell them apart by a value on an axis",
			r.Source, r.Server.Name(), cell.ID, info.Name())
	}
	return nil
}

// complete gives every cell all tests, and records the samples.
func (g *gathering) complete(recorded []Recorded) error {
	if err := g.run.Plan.comparable(); err != nil {
		return err
	}
	for i := range g.run.Plan.Cells {
		cell := &g.run.Plan.Cells[i]
		cell.Load.Recorded, cell.NA = g.tests, map[string]string{}
		for _, test := range g.tests {
			cell.Load.Tests = append(cell.Load.Tests, test.Name)
			if !g.told[cell.ID][test.Name] {
				cell.NA[test.Name] = NotRecorded
			}
		}
	}
	for i, r := range recorded {
		for _, s := range r.Samples {
			s.Cell, s.Round = g.run.Recorded[i].Cell, g.run.Recorded[i].Round
			if err := g.run.Record(g.remarked(s, r.Tests)); err != nil {
				return fmt.Errorf("%s: %w", r.Source, err)
			}
		}
	}
	return nil
}

// remarked is the sample with what its recording says of the test, where that is
// not what the table says.
func (g *gathering) remarked(s Sample, tests []RecordedTest) Sample {
	for _, test := range tests {
		if at := g.test(s.Test); test.Name == s.Test && at >= 0 && test.Remark != g.tests[at].Remark {
			s.Notes = append(slices.Clip(s.Notes), Note{Text: cmp.Or(test.Remark, "recorded without a remark")})
		}
	}
	return s
}

// Label names a recording as the command line does: "a.txt#2".
func (r Recording) Label() string { return fmt.Sprintf("%s#%d", r.Source, r.Part) }

// String says where a recording was read: "lines 3 to 20 of a.txt".
func (r Recording) String() string {
	if r.First == r.Last {
		return fmt.Sprintf("line %d of %s", r.First, r.Source)
	}
	return fmt.Sprintf("lines %d to %d of %s", r.First, r.Last, r.Source)
}

package recorded

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
)

// Source is a text, or a part of it, and what is said of it.
type Source struct {
	Text
	// First and Last are the parts that are wanted, 0 for all.
	First, Last int
	// As are values on axes, such as the version, that hold for all of it.
	As []matrix.Coordinate
}

// Gathering says how recordings become the cells of a run.
type Gathering struct {
	// Test is what results measured that do not tell it.
	Test string
	// Label is the axis that labels behind results are values of.
	Label string
	// Rounds makes recordings that are alike rounds of one cell. Without it an
	// axis of their own, matrix.AxisRecording, tells them apart.
	Rounds bool
}

// Gather makes recordings of what sources hold. Besides those that are named,
// version, appendonly, save, value size, clients, pipeline, keyspace and threads are
// axes where texts tell different ones. Results that do not tell their test are left
// out, and untold. It is an error where a part is not there or named twice, where
// nothing is left, where a text tells something else than is said of it, or where one
// recording has two results of a test.
func (g Gathering) Gather(sources []Source) (found []matrix.Recorded, untold []Problem, err error) {
	if err := twice(sources); err != nil {
		return nil, nil, err
	}
	for _, s := range sources {
		if g.Test == "" {
			s.Blocks, untold = titledOnly(s, untold)
		}
		recordings, err := g.recordings(s)
		if err != nil {
			return nil, untold, err
		}
		found = append(found, recordings...)
	}
	if len(found) == 0 {
		return nil, untold, errors.New("no result tells what was measured; name it with --test")
	}
	tellApart(found)
	g.name(found)
	return found, untold, nil
}

// twice is the error of sources that hold the same recordings: they would count as
// several.
func twice(sources []Source) error {
	for i, s := range sources {
		for _, other := range sources[:i] {
			if s.SHA256 == other.SHA256 && s.overlaps(other) {
				return fmt.Errorf("%s and %s hold the same recordings; name each of them once, as FILE#N", other.Name, s.Name)
			}
		}
	}
	return nil
}

// overlaps tells whether two sources of one text want a part of it both.
func (s Source) overlaps(other Source) bool {
	return s.First == 0 || other.First == 0 || s.First <= other.Last && other.First <= s.Last
}

// titledOnly are the blocks of a source without results that do not tell their
// test, which are added to the problems.
func titledOnly(s Source, problems []Problem) ([]Block, []Problem) {
	var blocks []Block
	for _, b := range s.Blocks {
		var told []Measured
		for _, m := range b.Measured {
			if m.Test != "" {
				told = append(told, m)
				continue
			}
			problems = append(problems, Problem{Name: s.Name, Line: m.Line, Text: fmt.Sprintf("%v requests per second", m.Values[matrix.MetricRPS]),
				What: "it does not tell what was measured", Remedy: "name that with --test, or take it out"})
		}
		if b.Measured = told; len(told) > 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks, problems
}

// recordings are what a source holds.
func (g Gathering) recordings(s Source) ([]matrix.Recorded, error) {
	var found []matrix.Recorded
	for _, block := range s.Blocks {
		if s.First != 0 && (block.Part < s.First || block.Part > s.Last) {
			continue
		}
		for _, label := range g.labels(block) {
			r, err := g.recording(s, block, label)
			if err != nil {
				return nil, err
			}
			found = append(found, r)
		}
	}
	if parts := s.parts(); s.Last > parts {
		return nil, fmt.Errorf("take %s#%d: the last of its recordings is %s#%d", s.Name, s.Last, s.Name, parts)
	}
	return found, nil
}

// parts is how many parts a text has.
func (t Text) parts() int {
	most := 0
	for _, block := range t.Blocks {
		most = max(most, block.Part)
	}
	return most
}

// labels are those of a block, in order; one that is empty where they are no
// axis.
func (g Gathering) labels(b Block) []string {
	if g.Label == "" {
		return []string{""}
	}
	var labels []string
	for _, m := range b.Measured {
		if !slices.Contains(labels, m.Label) {
			labels = append(labels, m.Label)
		}
	}
	return labels
}

// recording is a block, or what has a label of it.
func (g Gathering) recording(s Source, b Block, label string) (matrix.Recorded, error) {
	r := matrix.Recorded{
		Coordinates: slices.Concat(s.As, b.At), Load: b.Load.load(), Server: b.Server, Config: directives(b.Config),
		Source: matrix.Recording{Tool: b.Tool, Source: s.Name, SHA256: s.SHA256, Part: b.Part, First: b.First, Last: b.Last, Command: b.Command},
	}
	if g.Label != "" {
		r.Coordinates = append(r.Coordinates, matrix.Coordinate{Axis: g.Label, Value: Value(g.Label, cmp.Or(label, "none"))})
	}
	if err := g.contradicted(r); err != nil {
		return r, err
	}
	var parts []matrix.CommandSample
	for _, m := range b.Measured {
		m.Test = cmp.Or(m.Test, g.Test)
		switch part, isPart := matrix.CutPart(m.Test); {
		case g.Label != "" && m.Label != label:
		case isPart:
			parts = append(parts, matrix.CommandSample{Test: part, Requests: m.Requests, RPS: m.Values[matrix.MetricRPS], Recorded: m.Values})
			r.Load.Mix = append(r.Load.Mix, matrix.MixPart{Test: part, Weight: b.weight(part)})
		case slices.ContainsFunc(r.Tests, func(t matrix.RecordedTest) bool { return t.Name == m.Test }):
			return r, fmt.Errorf("line %d of %s has a second result of %s; tell the two apart with --label AXIS where labels stand behind them, or take one out",
				m.Line, s.Name, m.Test)
		default:
			r.Tests = append(r.Tests, matrix.RecordedTest{Name: m.Test, Remark: m.Remark})
			r.Samples = append(r.Samples, m.sample())
		}
	}
	if len(parts) == 0 {
		return r, nil
	}
	whole := slices.IndexFunc(r.Samples, func(s matrix.Sample) bool { return s.Test == matrix.TestMix })
	if whole < 0 {
		return r, fmt.Errorf("lines %d to %d of %s have parts of a mix and no total", b.First, b.Last, s.Name)
	}
	r.Samples[whole].Commands = parts
	return r, nil
}

// weight is how often a part of a mix is sent, 0 where that is not told.
func (b Block) weight(part string) int {
	switch part {
	case "SET":
		return b.Ratio[0]
	case "GET":
		return b.Ratio[1]
	}
	return 0
}

func (m Measured) sample() matrix.Sample {
	return matrix.Sample{
		Test: m.Test, Status: matrix.StatusOK, RPS: m.Values[matrix.MetricRPS], Requests: m.Requests, Elapsed: m.Elapsed,
		Recorded: m.Values, Notes: m.Notes,
	}
}

// directives are those that an output tells, in the form that a setup has them.
func directives(config map[string]string) []matrix.Directive {
	var all []matrix.Directive
	for _, name := range slices.Sorted(maps.Keys(config)) {
		words := strings.Fields(config[name])
		if len(words) == 0 {
			words = []string{""}
		}
		for args := range slices.Chunk(words, 2) { // save has pairs
			all = append(all, matrix.Directive{Name: name, Args: args})
		}
	}
	return all
}

// load is what is told of a load.
func (t Told) load() matrix.Load {
	load := matrix.Load{
		Clients: t.Clients, Pipeline: t.Pipeline, Keyspace: t.Keyspace, Threads: t.Threads, Requests: t.Requests,
		Duration: time.Duration(t.Seconds) * time.Second,
	}
	if t.ValueSize > 0 {
		load.ValueSize = matrix.FixedSize(t.ValueSize)
	}
	return load
}

// ErrNothing is the error of texts in which nothing was found.
var ErrNothing = errors.New("nothing that was measured is in it; known are the output of redis-benchmark and memtier_benchmark, and tables of numbers, in Markdown, CSV or between tabs")

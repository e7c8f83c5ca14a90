package recorded

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	// axis of their own, AxisRecording, tells them apart.
	Rounds bool
}

// AxisRecording tells recordings apart that nothing else does.
const AxisRecording = "recording"

// Gather makes recordings of what sources hold. Besides those that are named,
// version, clients, pipeline and value size are axes where texts tell different
// ones. Results that do not tell their test are left out, and untold. It is an error
// where a part is not there, where nothing is left, or where one recording has two
// results of a test.
func (g Gathering) Gather(sources []Source) (found []matrix.Recorded, untold []Problem, err error) {
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
	for _, axis := range toldAxes {
		axis.tellApart(found)
	}
	if !g.Rounds || len(found[0].Coordinates) == 0 {
		number(found, g.Rounds)
	}
	return found, untold, nil
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
		return nil, fmt.Errorf("take part %d of %s: it has %d", s.Last, s.Name, parts)
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
		Coordinates: slices.Concat(s.As, b.At), Load: b.Load.load(), Server: b.Server,
		Source: matrix.Recording{Tool: b.Tool, Source: s.Name, SHA256: s.SHA256, First: b.First, Last: b.Last, Command: b.Command},
	}
	if g.Label != "" {
		r.Coordinates = append(r.Coordinates, matrix.Coordinate{Axis: g.Label, Value: cmp.Or(label, "none")})
	}
	if err := told(s, b); err != nil {
		return r, err
	}
	var parts []matrix.CommandSample
	for _, m := range b.Measured {
		m.Test = cmp.Or(m.Test, g.Test)
		switch part, isPart := matrix.CutPart(m.Test); {
		case g.Label != "" && m.Label != label:
		case isPart:
			parts = append(parts, matrix.CommandSample{Test: part, Requests: m.Requests, RPS: m.Values[matrix.MetricRPS], Recorded: m.Values})
			r.Load.Mix = append(r.Load.Mix, matrix.MixPart{Test: part})
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

// told holds a version that is said of a text against the one that it tells.
func told(s Source, b Block) error {
	if b.Server == nil {
		return nil
	}
	for _, at := range s.As {
		if at.Axis != matrix.AxisVersion {
			continue
		}
		said, unsaid := matrix.ParseVersion(at.Value)
		ran, unknown := matrix.ParseVersion(string(b.Server.Product) + "-" + b.Server.Version)
		if unsaid == nil && unknown == nil && !said.Matches(ran) {
			return fmt.Errorf("%s is said to be of version %s, and line %d on it is of %s; mend --as version", s.Name, at.Value, b.First, b.Server.Name())
		}
	}
	return nil
}

func (m Measured) sample() matrix.Sample {
	return matrix.Sample{
		Test: m.Test, Status: matrix.StatusOK, RPS: m.Values[matrix.MetricRPS], Requests: m.Requests, Elapsed: m.Elapsed,
		Recorded: m.Values, Notes: m.Notes,
	}
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

// toldAxis is an axis that texts tell by themselves; "" is what they do not tell.
type toldAxis struct {
	name string
	of   func(matrix.Recorded) string
}

var toldAxes = []toldAxis{
	{matrix.AxisVersion, func(r matrix.Recorded) string {
		switch {
		case r.Server == nil:
			return ""
		case r.Server.Product == matrix.Redis:
			return r.Server.Version
		}
		return string(r.Server.Product) + "-" + r.Server.Version
	}},
	{matrix.AxisValueSize, func(r matrix.Recorded) string { n, _ := r.Load.ValueSize.Fixed(); return positive(n) }},
	{matrix.AxisClients, func(r matrix.Recorded) string { return positive(r.Load.Clients) }},
	{matrix.AxisPipeline, func(r matrix.Recorded) string { return positive(r.Load.Pipeline) }},
}

// positive is a number as an axis writes it, "" where it is not told.
func positive(n int) string {
	if n < 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// tellApart gives recordings a value on the axis where they tell different ones
// and nobody has said otherwise.
func (a toldAxis) tellApart(recordings []matrix.Recorded) {
	values := map[string]bool{}
	for _, r := range recordings {
		if slices.ContainsFunc(r.Coordinates, func(at matrix.Coordinate) bool { return at.Axis == a.name }) {
			return
		}
		values[a.of(r)] = true
	}
	if len(values) < 2 {
		return
	}
	for i := range recordings {
		at := matrix.Coordinate{Axis: a.name, Value: cmp.Or(a.of(recordings[i]), "not told")}
		recordings[i].Coordinates = append(recordings[i].Coordinates, at)
	}
}

// number tells recordings apart that have the same coordinates, by their order,
// unless they are rounds. A run has one axis at least.
func number(recordings []matrix.Recorded, rounds bool) {
	count, order := map[string]int{}, make([]int, len(recordings))
	for i, r := range recordings {
		key := fmt.Sprintf("%q", r.Coordinates)
		count[key]++
		order[i] = count[key]
	}
	if len(recordings[0].Coordinates) > 0 && slices.Max(order) < 2 {
		return
	}
	for i := range recordings {
		if rounds {
			order[i] = 1
		}
		recordings[i].Coordinates = append(recordings[i].Coordinates, matrix.Coordinate{Axis: AxisRecording, Value: strconv.Itoa(order[i])})
	}
}

// ErrNothing is the error of texts in which nothing was found.
var ErrNothing = errors.New("nothing that was measured is in it; known are the output of redis-benchmark and memtier_benchmark, and with --rows or --columns tables of numbers")

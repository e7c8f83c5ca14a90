package render

import (
	"slices"
	"strings"

	"redismatrix/matrix"
)

// axisEnd is under what name tables say what ends the tests of recordings.
const axisEnd = "requests"

// toldAxes are what recordings may tell of their loads and servers without an axis
// that does.
var toldAxes = []string{
	matrix.AxisAppendonly, matrix.AxisSave, matrix.AxisClients, matrix.AxisValueSize, matrix.AxisPipeline, matrix.AxisKeyspace, matrix.AxisThreads, axisEnd,
}

// toldBy is what a recording tells, as an axis would write it, "" where it does not.
func (s *source) toldBy(name string, p point) string {
	load := p.cell.Load
	switch name {
	case matrix.AxisAppendonly:
		return s.appendOnly(p)
	case matrix.AxisSave:
		return s.saves(p)
	case matrix.AxisPipeline:
		return unless(load.Pipeline, 0)
	case matrix.AxisKeyspace:
		return unless(load.Keyspace, 0)
	case axisEnd:
		return bounds(load)
	}
	return loadValue(name, []point{p})
}

// saves are the save points that a point's setup tells, as the axis writes them.
func (s *source) saves(p point) string {
	setup := s.setups[p.cell.Setup]
	if setup == nil {
		return ""
	}
	var words []string
	told := false
	for _, directive := range setup.Config {
		if directive.Name == matrix.AxisSave {
			words, told = append(words, directive.Args...), true
		}
	}
	if told && strings.Join(words, "") == "" {
		return "off"
	}
	return strings.Join(words, " ")
}

// toldApart are the names of what recordings of a table tell differently, or only
// some of them, and no axis does.
func (s *source) toldApart(points []point) []string {
	if s.run.Recorded == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(toldAxes), func(name string) bool {
		axis := slices.ContainsFunc(s.axes, func(a axis) bool { return a.name == name })
		return axis || s.alike(name, points)
	})
}

// alike tells whether points tell the same.
func (s *source) alike(name string, points []point) bool {
	return !slices.ContainsFunc(points, func(p point) bool { return s.toldBy(name, p) != s.toldBy(name, points[0]) })
}

// toldPhrases say what the recordings of a row or a column tell of it that others do
// not, or differently: "pipeline 16", "clients, keyspace not told"; nothing of what
// they themselves differ in.
func (s *source) toldPhrases(l layout, points []point) []string {
	var said, untold []string
	for _, name := range l.told {
		value := s.toldBy(name, points[0])
		switch {
		case !s.alike(name, points):
		case value == "":
			untold = append(untold, name)
		case name == axisEnd:
			said = append(said, value)
		default:
			said = append(said, axisPhrase(name, value))
		}
	}
	if len(untold) > 0 {
		said = append(said, strings.Join(untold, ", ")+" "+matrix.NotTold)
	}
	return said
}

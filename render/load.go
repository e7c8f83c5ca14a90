package render

import (
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// loadAxes are what a load may vary, in the order in which tables say it.
var loadAxes = []string{
	matrix.AxisClients, matrix.AxisValueSize, matrix.AxisValuePattern, matrix.AxisPipeline, matrix.AxisKeyspace, matrix.AxisKeyDistribution,
	matrix.AxisTransport, matrix.AxisProtocol, matrix.AxisRate, matrix.AxisArrival, matrix.AxisThreads, matrix.AxisEvent, matrix.AxisMix,
	matrix.AxisCache, matrix.AxisRewrite, matrix.AxisConfirm,
}

// usualKeyspace is the keyspace of a spec that says nothing about it.
const usualKeyspace = 1000

// loadValue is what the load of points has under the name of an axis, as the axis
// would write it; "" where that is as usual and not worth saying. Clients and
// sizes always are.
func loadValue(name string, points []point) string {
	load := points[0].cell.Load
	switch name {
	case matrix.AxisClients:
		return unless(load.Clients, 0)
	case matrix.AxisValueSize:
		return load.ValueSize.String()
	case matrix.AxisValuePattern:
		return otherThan(load.ValuePattern, matrix.PatternRandom)
	case matrix.AxisPipeline:
		return unless(load.Pipeline, 0, 1)
	case matrix.AxisKeyspace:
		return unless(load.Keyspace, 0, usualKeyspace)
	case matrix.AxisKeyDistribution:
		return otherThan(load.KeyDistribution, matrix.DistributionUniform)
	case matrix.AxisTransport:
		return otherThan(load.Transport, matrix.TransportTCP)
	case matrix.AxisProtocol:
		return unless(load.Protocol, 0, 2)
	case matrix.AxisRate:
		return unless(int(load.Rate), 0)
	case matrix.AxisThreads:
		return unless(load.Threads, 0)
	case matrix.AxisEvent:
		return otherThan(load.Event, matrix.EventNone)
	}
	return valueOfSome(name, points)
}

// valueOfSome is what concerns only points with a rate, those of a mix, or those
// that end their servers.
func valueOfSome(name string, points []point) string {
	load := points[0].cell.Load
	switch {
	case name == matrix.AxisArrival && slices.ContainsFunc(points, point.open):
		return otherThan(load.Arrival, matrix.ArrivalConstant)
	case name == matrix.AxisMix && slices.ContainsFunc(points, point.mixed):
		return strings.Join(mapEach(load.Mix, mixPart), " ")
	case name == matrix.AxisCache && slices.ContainsFunc(points, point.trial):
		return otherThan(load.Cache, matrix.CacheWarm)
	case name == matrix.AxisRewrite && slices.ContainsFunc(points, point.trial) && load.Rewrite:
		return "yes"
	case name == matrix.AxisConfirm && slices.ContainsFunc(points, point.trial):
		return otherThan(load.Confirm, matrix.ConfirmReply)
	}
	return ""
}

// mixPart is a part of a mix as the axis writes it, without its weight where that
// is not known.
func mixPart(p matrix.MixPart) string {
	if p.Weight == 0 {
		return p.Test
	}
	return p.Test + ":" + strconv.Itoa(p.Weight)
}

// unless is a number as text, "" where it is one of the usual ones.
func unless(n int, usual ...int) string {
	if slices.Contains(usual, n) {
		return ""
	}
	return strconv.Itoa(n)
}

// otherThan is a text, "" where it is the usual one.
func otherThan(text, usual string) string {
	if text == usual {
		return ""
	}
	return text
}

// open tells whether requests are offered at a rate.
func (p point) open() bool { return p.cell.Load.Rate > 0 }

// mixed tells whether the point is the mix or a part of it.
func (p point) mixed() bool { return p.test == matrix.TestMix || p.part() }

// part tells whether the point is a part of a mix.
func (p point) part() bool {
	_, part := matrix.CutPart(p.test)
	return part
}

// remark is what stands beside the test's name: the catalogue's remark, or the
// words of a command of the spec's own.
func (p point) remark() string {
	name := p.test
	if of, part := matrix.CutPart(name); part {
		name = of
	}
	test, _ := p.cell.Load.Test(name)
	if test.Own {
		return commandPhrase(test.Command)
	}
	return test.Remark
}

// metricTitle is how a table of points calls its metric: "p99 latency, ms".
func metricTitle(m matrix.Metric, points []point) string {
	title := m.Title
	open, closed := slices.ContainsFunc(points, point.open), slices.ContainsFunc(points, func(p point) bool { return !p.open() })
	switch {
	case open && closed && m.Both != "":
		title = m.Both
	case open && !closed && m.Open != "":
		title = m.Open
	}
	if m.Name == matrix.MetricRPS {
		return title // which says the unit
	}
	return title + ", " + m.Unit
}

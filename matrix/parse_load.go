package matrix

import (
	"slices"
	"strings"
	"time"
)

// load reads what is sent: own commands first, which the mix and the tests can
// name.
func (d *decoder) load(n *node) {
	d.loads = n
	l := &d.spec.Load
	if n.find("requests") != nil && n.find("duration") == nil {
		l.Duration = 0
	}
	d.mapping(n, []field{
		{"commands", d.commands},
		{"mix", d.mix},
		{"tests", d.tests},
		{"clients", d.countInto(&l.Clients, MaxClients)},
		{"pipeline", d.countInto(&l.Pipeline, MaxPipeline)},
		{"keyspace", d.countInto(&l.Keyspace, MaxKeyspace)},
		{"key_distribution", d.textInto(&l.KeyDistribution, distributionForm)},
		{"value_size", d.axisInto(AxisValueSize)},
		{"value_pattern", d.textInto(&l.ValuePattern, patternForm)},
		{"transport", d.textInto(&l.Transport, transportForm)},
		{"protocol", d.axisInto(AxisProtocol)},
		{"rate", d.axisInto(AxisRate)},
		{"arrival", d.textInto(&l.Arrival, arrivalForm)},
		{"threads", d.axisInto(AxisThreads)},
		{"event", d.textInto(&l.Event, eventForm)},
		{"duration", d.spanInto(&l.Duration, time.Millisecond, maxDuration)},
		{"requests", d.integerInto(&l.Requests, 1, maxRequests)},
		{"warmup", d.spanInto(&l.Warmup, 0, time.Hour)},
		{"crashes", d.countInto(&l.Crashes, MaxCrashes)},
		{"cache", d.textInto(&l.Cache, cacheForm)},
		{"rewrite", d.axisInto(AxisRewrite)},
		{"confirm", d.textInto(&l.Confirm, confirmForm)},
	})
}

// axisInto reads a single value of the load as the axis of that name has it.
func (d *decoder) axisInto(axis string) func(*node) {
	return func(n *node) {
		if axis == AxisValueSize && n.kind == listNode {
			d.reportf(n, sizesRemedy+", as one text", "a list where a single value is expected")
			return
		}
		if !d.scalar(n) {
			return
		}
		if f := d.spec.Load.set(axis, n.text); f != nil {
			d.report(n, f)
		}
	}
}

// settleLoad completes the tests by what the mix and own commands bring, and
// checks what needs all of the load.
func (d *decoder) settleLoad() {
	l, written := &d.spec.Load, d.loads.find("tests")
	switch {
	case written == nil && d.mixed():
		l.Tests = []string{TestMix}
	case written == nil && len(l.Commands) > 0:
		l.Tests = nil
		for _, own := range l.Commands {
			l.Tests = append(l.Tests, own.Name)
		}
	case d.mixed() && written.set == "" && !slices.Contains(l.Tests, TestMix):
		l.Tests = append(l.Tests, TestMix)
	}
	d.checkArrival()
	d.checkThreads()
	d.checkEvent()
}

// checkEvent reports an event of tests that have no duration, in the middle of
// which it could be.
func (d *decoder) checkEvent() {
	at := d.loads.find("event")
	if a := d.axis(AxisEvent); a != nil {
		at = a.key
	}
	if at != nil && d.spec.Load.Duration == 0 {
		d.reportf(at, "add a duration to load, such as 10s", "an event needs to know how long the test lasts")
	}
}

// mixed reports whether cells have a mix.
func (d *decoder) mixed() bool {
	return d.loads.find("mix") != nil || d.axis(AxisMix) != nil
}

// checkArrival reports times of arrival that nothing has, without a rate.
func (d *decoder) checkArrival() {
	if d.loads.find("rate") != nil || d.axis(AxisRate) != nil {
		return
	}
	at := d.loads.find("arrival")
	if a := d.axis(AxisArrival); a != nil {
		at = a.key
	}
	if at != nil {
		d.reportf(at, "add a rate to load, or an axis rate", "without a rate requests are due at no time")
	}
}

// checkThreads reports a number of threads for connections that have none; cells
// of axes that bring the two together are n/a.
func (d *decoder) checkThreads() {
	l, at := d.spec.Load, d.loads.find("threads")
	if at == nil || d.axis(AxisThreads) != nil || d.axis(AxisTransport) != nil {
		return
	}
	if l.Threads > 0 && l.Transport == TransportTLS {
		d.reportf(at, "use threads auto, or another transport", noThreads)
	}
}

// tests reads names of tests and sets. A set adds those of its tests that are
// not there yet; a test that is named twice is a mistake.
func (d *decoder) tests(n *node) {
	d.spec.Load.Tests = nil
	written := map[string]bool{}
	for _, item := range d.texts(n) {
		names := d.testNames(item)
		if len(names) == 1 && written[names[0]] {
			d.reportf(item, "keep one of them", "the test is named twice")
		}
		if len(names) == 1 {
			written[names[0]] = true
		}
		for _, name := range names {
			if !slices.Contains(d.spec.Load.Tests, name) {
				d.spec.Load.Tests = append(d.spec.Load.Tests, name)
			}
		}
	}
}

// testNames are the tests that a name stands for: itself, or those of a set.
func (d *decoder) testNames(n *node) []string {
	if test, ok := d.spec.Load.part(n.text); ok {
		return []string{test.Name}
	}
	if names, ok := TestSet(n.text); ok {
		return names
	}
	if strings.EqualFold(n.text, SetPersistence) {
		return TrialNames()
	}
	if !strings.EqualFold(n.text, TestMix) {
		d.report(n, d.spec.Load.unknownTest(n.text, append(TestSetNames(), SetPersistence)))
		return nil
	}
	if !d.mixed() {
		d.reportf(n, noMixRemedy, "there is no mix")
		return nil
	}
	return []string{TestMix}
}

// part finds a command of the load's own, a trial or a test of the catalogue, in
// any case.
func (l Load) part(name string) (Test, bool) {
	for _, own := range l.Commands {
		if strings.EqualFold(own.Name, name) {
			return l.Test(own.Name)
		}
	}
	if trial, ok := LookupTrial(name); ok {
		return trial, true
	}
	return LookupTest(name)
}

// unknownTest is what is wrong with a name that no test has. Sets are those
// that are accepted as well.
func (l Load) unknownTest(name string, sets []string) *flaw {
	var known []string
	for _, own := range l.Commands {
		known = append(known, own.Name)
	}
	remedy := "accepted are tests such as SET and LRANGE_100"
	if len(known) > 0 {
		remedy = "accepted are the commands " + strings.Join(known, ", ") + ", tests such as SET and LRANGE_100"
	}
	if len(sets) > 0 {
		remedy += ", and the sets " + strings.Join(sets, ", ")
	}
	if near := nearest(name, slices.Concat(known, TestNames(), TrialNames(), sets)); near != "" {
		remedy = "did you mean " + near + "?"
	}
	return flawf(remedy, "unknown test")
}

package matrix

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Mismatch is a difference between two runs that keeps them, or parts of them,
// from being compared.
type Mismatch struct{ What, Old, New string }

func (m Mismatch) String() string {
	return fmt.Sprintf("%s: %s in the old run, %s in the new", m.What, cmp.Or(m.Old, "none"), cmp.Or(m.New, "none"))
}

// Match is how the cells of two runs belong together.
type Match struct {
	Old, New *Run
	// Host lists what differs between the machines: nothing can be compared
	// then. Parts lists what only one run has, or has otherwise; the rest can
	// be compared.
	Host, Parts []Mismatch
	// Untold is true where nobody told on what machine one of the runs was
	// measured: they count as runs of different machines, unless somebody says
	// that they are not.
	Untold bool

	pairs    []matched
	compared map[string]bool // the axes that one value stands against another on
}

// Empty reports whether the runs have no test of a cell in common.
func (m Match) Empty() bool { return len(m.pairs) == 0 }

// matched are the same cell in two runs, and the tests that both have.
type matched struct {
	old, now Cell
	tests    []string
}

// MatchRuns finds the cells that two runs have in common: those with the same
// values on all axes. Where an axis, such as the version, has one value that only
// the one run has and one that only the other has, these two are what is compared;
// all else must be the same.
func MatchRuns(old, now *Run) Match {
	compared, was, is := comparedAxes(old, now)
	m := Match{Old: old, New: now, Host: hostMismatches(old.Host, now.Host), compared: compared}
	if m.Untold = old.Host == (Host{}) || now.Host == (Host{}); m.Untold {
		m.Host = []Mismatch{{"host", old.Host.told(), now.Host.told()}}
	}
	others := map[string]Cell{}
	for _, cell := range old.measuredCells() {
		others[cell.key(was)] = cell
	}
	for _, cell := range now.measuredCells() {
		key := cell.key(is)
		if other, found := others[key]; found {
			delete(others, key)
			m.match(other, cell, compared)
		} else {
			m.differs(Mismatch{What: "cell " + cell.ID, Old: "missing", New: "measured"})
		}
	}
	for _, cell := range old.measuredCells() {
		if _, left := others[cell.key(was)]; left {
			m.differs(Mismatch{What: "cell " + cell.ID, Old: "measured", New: "missing"})
		}
	}
	return m
}

// comparedAxes are the axes on which each run has one value, or none, that the
// other has not; was and is say which. An axis of a directive is in it under the
// directive's oldest name too.
func comparedAxes(old, now *Run) (compared map[string]bool, was, is map[string]string) {
	compared, was, is = map[string]bool{}, map[string]string{}, map[string]string{}
	for _, axis := range append(old.axes(), now.axes()...) {
		before, after := old.valuesOn(axis), now.valuesOn(axis)
		gone, came := without(before, after), without(after, before)
		if len(gone) != 1 || len(came) != 1 {
			continue
		}
		compared[axis], was[axis], is[axis] = true, gone[0], came[0]
		if directive, ok := ConfigAxis(axis); ok {
			compared[configAxis+Portable(Directive{Name: directive}).Name] = true
		}
	}
	return compared, was, is
}

// without are the values that others are not among.
func without(values, others map[string]bool) []string {
	var left []string
	for value := range values {
		if !others[value] {
			left = append(left, value)
		}
	}
	return left
}

// axes are the names of the run's axes.
func (r *Run) axes() []string {
	var names []string
	for _, axis := range r.Plan.Spec.Axes {
		names = append(names, axis.Name)
	}
	return names
}

// valuesOn are the values that cells have on an axis.
func (r *Run) valuesOn(axis string) map[string]bool {
	values := map[string]bool{}
	for _, cell := range r.Plan.Cells {
		values[cell.Value(axis)] = true
	}
	return values
}

// measuredCells are the cells without the control's.
func (r *Run) measuredCells() []Cell {
	return slices.DeleteFunc(slices.Clone(r.Plan.Cells), func(c Cell) bool { return c.Control })
}

// key is a cell's place, the values left out that its run alone has.
func (c Cell) key(own map[string]string) string {
	var parts []string
	for _, at := range c.Coordinates {
		if value, alone := own[at.Axis]; !alone || value != at.Value {
			parts = append(parts, fmt.Sprintf("%q=%q", at.Axis, at.Value))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// differs adds a mismatch of parts, once.
func (m *Match) differs(mismatch Mismatch) {
	if !slices.Contains(m.Parts, mismatch) {
		m.Parts = append(m.Parts, mismatch)
	}
}

// match puts two cells side by side if all that is not compared is the same.
func (m *Match) match(old, now Cell, compared map[string]bool) {
	pair, found := matched{old: old, now: now}, []Mismatch{}
	found = append(found, loadMismatches(old.Load, now.Load)...)
	found = append(found, m.setupMismatches(old, now, compared)...)
	for _, mismatch := range found {
		m.differs(mismatch)
	}
	for _, test := range now.Load.Tests {
		if slices.Contains(old.Load.Tests, test) {
			pair.tests = append(pair.tests, test)
		}
	}
	if len(pair.tests) < max(len(now.Load.Tests), len(old.Load.Tests)) {
		m.differs(Mismatch{"tests", strings.Join(old.Load.Tests, ", "), strings.Join(now.Load.Tests, ", ")})
	}
	if len(found) == 0 && len(pair.tests) > 0 {
		m.pairs = append(m.pairs, pair)
	}
}

// memoryText is an amount of memory as text, "" where it is not known.
func memoryText(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f GiB", float64(bytes)/(1<<30))
}

// told is what is known of a host, in a word.
func (h Host) told() string {
	if h == (Host{}) {
		return "not told"
	}
	return cmp.Or(h.CPUModel, h.Hostname, "told")
}

// hostMismatches are what changes a machine's speed.
func hostMismatches(old, now Host) []Mismatch {
	if math.Abs(float64(old.Memory-now.Memory)) <= 0.01*float64(old.Memory) {
		now.Memory = old.Memory // virtual machines of one kind differ by some pages
	}
	var found []Mismatch
	for _, m := range []Mismatch{
		{"CPU model", old.CPUModel, now.CPUModel},
		{"CPUs", fmt.Sprint(old.CPUs), fmt.Sprint(now.CPUs)},
		{"architecture", old.Arch, now.Arch},
		{"kernel", old.Kernel, now.Kernel},
		{"memory", memoryText(old.Memory), memoryText(now.Memory)},
		{"hypervisor", old.Virtual, now.Virtual},
		{"CPU governor", old.Governor, now.Governor},
		{"transparent huge pages", old.THP, now.THP},
		{"file system of the data", old.DataFS, now.DataFS},
		{"pinning of the server", old.ServerCPUs, now.ServerCPUs},
		{"pinning of the client", old.ClientCPUs, now.ClientCPUs},
		{"server and client share a core", fmt.Sprint(old.SharedCore), fmt.Sprint(now.SharedCore)},
	} {
		if m.Old != m.New {
			found = append(found, m)
		}
	}
	return found
}

// setupMismatches are what differs between two cells' servers beyond the values
// on axes that are compared: how they were started, pinned and configured.
func (m *Match) setupMismatches(old, now Cell, compared map[string]bool) []Mismatch {
	was, is := m.Old.Plan.setup(old.Setup), m.New.Plan.setup(now.Setup)
	before, after := was.directives(compared), is.directives(compared)
	if !compared[AxisLaunch] {
		before["launch"], after["launch"] = m.Old.launched(was), m.New.launched(is)
	}
	if !compared[AxisStorage] {
		m.Old.describe(was, before)
		m.New.describe(is, after)
	}
	before["CPUs of the server"], after["CPUs of the server"] = m.Old.Servers[old.Setup].CPUs, m.New.Servers[now.Setup].CPUs
	all := maps.Clone(before)
	maps.Copy(all, after)
	var found []Mismatch
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if before[name] != after[name] {
			found = append(found, Mismatch{name, before[name], after[name]})
		}
	}
	return found
}

// describe adds what is known of the storage of a setup, where it has one.
func (r *Run) describe(s Setup, facts map[string]string) {
	if s.Storage == nil {
		return
	}
	for name, fact := range r.device(s.Storage.Name).facts() {
		facts["storage "+s.Storage.Name+": "+name] = fact
	}
}

// launched is how a setup's server was started.
func (r *Run) launched(s Setup) string {
	if info, ran := r.Servers[s.ID]; ran {
		return string(info.Launch)
	}
	return string(s.Launch)
}

// directives are the words of each asked directive as redis.conf has them, those
// of several lines with commas between, but for those that an axis sets that is
// compared.
func (s Setup) directives(compared map[string]bool) map[string]string {
	words := map[string]string{}
	for _, d := range s.Config {
		name := Portable(d).Name
		switch {
		case compared[name], compared[configAxis+name]:
		case name == "appendfsync" && compared[AxisAppendonly]:
		default:
			words["config."+name] = joined(", ", words["config."+name], d.written())
		}
	}
	return words
}

// written are the words of a directive, in quotes where they would not be read
// back as they are.
func (d Directive) written() string {
	words := make([]string, len(d.Args))
	for i, word := range d.Args {
		if words[i] = word; word == "" || strings.ContainsAny(word, " \t\r\n\"',\\") {
			words[i] = strconv.Quote(word)
		}
	}
	return strings.Join(words, " ")
}

// joined are the texts that are not empty, with a separator between.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), separator)
}

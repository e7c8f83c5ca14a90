package matrix

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// notTogether qualifies what was not measured round by round.
var notTogether = Note{
	Text:   "the runs were measured at different times: whatever else changed on the machine in between shows as a difference as well",
	Remedy: "measure both in one run, with an axis that has both",
}

// fewRuns is said of a history that is too short.
var fewRuns = Note{
	Text:   fmt.Sprintf("fewer than %d runs before it cannot tell a difference from noise", FewestRounds),
	Remedy: "keep more runs, and compare with more of them (--last)",
}

// History matches a run with the last ones of others, at most as many as said,
// that began before it, are complete and can be compared with it; the oldest
// first. All of them have the values of the newest on the axes that are compared:
// a baseline is one server. What is passed over has a reason, but for further copies
// of a run. Of several runs of one ID only the last is taken, and common is as in
// Match.Comparable. A run that calls itself complete
// and lacks samples is passed over with a LackingError.
func History(now *Run, runs []*Run, last int, common bool) (matches []Match, passed []error) {
	earlier, passed := before(now, runs)
	for _, old := range earlier {
		match := MatchRuns(old, now)
		err := match.Comparable(common, false)
		if old.State != StateComplete {
			err = fmt.Errorf("%s is %s", old.ID, old.State)
		} else if missing := len(old.Missing()); err == nil && missing > 0 {
			err = &LackingError{Run: old.ID, Missing: missing}
		}
		if err == nil && len(matches) > 0 {
			err = match.sameValues(matches[0])
		}
		if err != nil {
			passed = append(passed, err)
			continue
		}
		if matches = append(matches, match); len(matches) == last {
			break
		}
	}
	slices.Reverse(matches)
	return matches, passed
}

// LackingError says that a run lacks samples although it is complete.
type LackingError struct {
	Run     string // its ID
	Missing int    // how many samples
}

func (e *LackingError) Error() string {
	return fmt.Sprintf("%s is complete and lacks %d of its samples", e.Run, e.Missing)
}

// Note says of a comparison that the run was left out of it.
func (e *LackingError) Note() Note {
	return Note{Text: "left out: " + e.Error(), Remedy: "take it out of the history, or measure it anew"}
}

// before are the runs that began before another, each once, the last first, and
// why others of one ID are passed over.
func before(now *Run, runs []*Run) (earlier []*Run, passed []error) {
	ordered := slices.SortedStableFunc(slices.Values(runs), func(a, b *Run) int { return b.Started.Compare(a.Started) })
	seen := map[string]*Run{now.ID: now}
	for _, run := range ordered {
		switch known := seen[run.ID]; {
		case !run.Started.Before(now.Started):
		case known == nil:
			seen[run.ID] = run
			earlier = append(earlier, run)
		case !known.is(run):
			passed = append(passed, namesakes(known, run))
		}
	}
	return earlier, passed
}

// is reports whether two documents are of one run.
func (r *Run) is(other *Run) bool { return r.ID == other.ID && r.Started.Equal(other.Started) }

// namesakes is the error of two runs that have one ID.
func namesakes(a, b *Run) error {
	how := "one of them must be measured anew"
	if a.Recorded != nil || b.Recorded != nil {
		how = "import one of them anew with --name (without it a run is called after the first file)"
	}
	return fmt.Errorf("two runs are called %s, and would not be told apart; %s", a.ID, how)
}

// sameValues is nil where the old run has the values that a newer one has on the
// axes on which either is compared.
func (m Match) sameValues(newer Match) error {
	axes := maps.Clone(m.compared)
	maps.Copy(axes, newer.compared)
	for _, axis := range slices.Sorted(maps.Keys(axes)) {
		was, is := m.Old.valuesOn(axis), newer.Old.valuesOn(axis)
		if !maps.Equal(was, is) {
			return fmt.Errorf("%s has %s, and the newer %s %s: they are no baseline together", m.Old.ID,
				valuesText(axis, was), newer.Old.ID, valuesText(axis, is))
		}
	}
	return nil
}

func valuesText(axis string, values map[string]bool) string {
	return axis + " " + strings.Join(slices.Sorted(maps.Keys(values)), ", ")
}

// Comparable is an error that lists why two runs cannot be compared. Where common
// is true what both have can be, on one kind of host; where trust is true machines
// that nobody told of are taken for one. A run is never compared with itself.
func (m Match) Comparable(common, trust bool) error {
	switch {
	case m.Old.is(m.New):
		return fmt.Errorf("both runs are %s: a run is never compared with itself; name another one", m.New.ID)
	case m.Old.ID == m.New.ID:
		return namesakes(m.Old, m.New)
	}
	var mismatches []Mismatch
	what := "--common compares what both have"
	if len(m.Host) > 0 && (!m.Untold || !trust) {
		mismatches, what = slices.Clone(m.Host), "measure both on the same kind of host"
	}
	if len(mismatches) > 0 && m.Untold {
		what = "nobody told on what machine; measure both in one run, or name the two with --trust-runs to say that it was one"
	}
	if !common {
		mismatches = append(mismatches, m.Parts...)
	}
	switch {
	case len(mismatches) > 0:
		problems := []error{fmt.Errorf("%s and %s cannot be compared; %s", m.Old.ID, m.New.ID, what)}
		for _, mismatch := range mismatches {
			problems = append(problems, errors.New(mismatch.String()))
		}
		return errors.Join(problems...)
	case m.Empty():
		return fmt.Errorf("%s and %s have no test of a cell in common", m.Old.ID, m.New.ID)
	}
	return nil
}

// CompareHistory judges a run, the new one of each match, against the old ones
// together. A run is one piece of evidence: the median of its rounds. The rate of
// errors is divided among the looks of whichever run has most.
func CompareHistory(matches []Match, metrics []string, j Judging) Compared {
	c := Compared{Comparison: Comparison{Metrics: metrics}, Notes: []Note{notTogether}, Across: true}
	if len(matches) == 0 {
		c.Judging = j
		return c
	}
	runs := []*Run{matches[0].New}
	for _, m := range matches {
		runs = append(runs, m.Old)
		j.Looks = max(j.Looks, m.Old.Judging().Looks)
		c.note(m.notes()...)
	}
	var f found
	var untold []Evidence
	tests, omitted, lost := sift(commonTests(matches))
	same := allSame(tests)
	c.note(manyServers(tests)...)
	for _, t := range tests {
		for _, metric := range metrics {
			e, sides, doubts, ok := t.evidence(metric, true)
			if !ok {
				continue
			}
			if j.omits(e) {
				untold = append(untold, e)
				continue
			}
			e.Control = t.sameServer() && !same
			f.add(e, sides)
			for _, doubt := range doubts {
				c.note(Note{Text: fmt.Sprintf("left out: %s in %s: %s", t.name, t.now.cell.ID, doubt.Text), Remedy: doubt.Remedy})
			}
		}
	}
	f.lose(lost, metrics)
	c.Judging, c.Omitted = j, omitted
	c.Differences, c.Sides = j.Judge(f.evidence), f.sides
	c.tellApart()
	c.omit(untold)
	c.fewRuns()
	c.check(fewRuns, runs...)
	return c
}

// manyServers name the servers of a history's runs where there are several behind
// one value of an axis, as when a version was updated.
func manyServers(tests []commonTest) []Note {
	var notes []Note
	for _, t := range tests {
		var servers []string
		for _, old := range t.old {
			if name := old.server(); !slices.Contains(servers, name) {
				servers = append(servers, name)
			}
		}
		if len(servers) > 1 {
			notes = append(notes, Note{
				Text:   "the runs before measured several servers: " + strings.Join(servers, ", ") + "; what they differ in counts as noise",
				Remedy: "compare with those of the last one (--last)",
			})
		}
	}
	return notes
}

// fewRuns says of what is inconclusive that more runs may tell.
func (c *Compared) fewRuns() {
	for i := range c.Differences {
		d := &c.Differences[i]
		if d.Verdict != VerdictInconclusive {
			continue
		}
		d.Remedy, d.Needed = fewRuns.Remedy, 0
		if d.Rounds < FewestRounds {
			d.Reason = fewRuns.Text
		}
	}
}

// note adds notes that are not there yet.
func (c *Compared) note(notes ...Note) {
	for _, n := range notes {
		if !slices.Contains(c.Notes, n) {
			c.Notes = append(c.Notes, n)
		}
	}
}

package matrix

import "fmt"

// Outlook says of a run what its first rounds leave undecided and the most rounds
// that it can have will hardly decide, "" where that is nothing. It is an estimate
// by the noise until then.
func (r *Run) Outlook(rounds, most int) string {
	found := r.first(rounds).Compare(r.Gate(), r.Judging())
	var beyond []Difference
	for _, d := range found.undecided() {
		if d.Needed == 0 || d.Needed > most {
			beyond = append(beyond, d)
		}
	}
	if len(beyond) == 0 {
		return ""
	}
	return fmt.Sprintf("after %d rounds: %d of %s of the gate may stay undecided: %s, and there can be %d",
		rounds, len(beyond), counted(found.Comparisons(), "comparison"), help(beyond), most)
}

// undecided are the differences that are inconclusive, the control's left out.
func (c Comparison) undecided() []Difference {
	var undecided []Difference
	for _, d := range c.Differences {
		if d.Verdict == VerdictInconclusive && !d.Control {
			undecided = append(undecided, d)
		}
	}
	return undecided
}

// help says whether more rounds may decide what is undecided, and how many.
func help(undecided []Difference) string {
	told, needed := 0, 0
	for _, d := range undecided {
		if d.Rounds < FewestRounds {
			return fmt.Sprintf("fewer than %d rounds decide nothing", FewestRounds)
		}
		if d.Needed > 0 {
			told, needed = told+1, max(needed, d.Needed)
		}
	}
	switch {
	case told == 0:
		return "more rounds will hardly tell"
	case told < len(undecided):
		return fmt.Sprintf("about %d rounds may tell %d of them", needed, told)
	}
	return fmt.Sprintf("about %d rounds may tell", needed)
}

// counted is "1 comparison" or "8 comparisons".
func counted(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

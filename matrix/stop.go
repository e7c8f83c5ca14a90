package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Stop says after which round a run ended that could have gone on, and why.
type Stop struct {
	Round  int        `json:"round"`
	Reason StopReason `json:"reason"`
}

// StopReason is why a run ended before its last round.
type StopReason string

// The reasons to end: every comparison of the gate is decided, or another round
// would not fit into the budget.
const (
	StopDecided StopReason = "decided"
	StopBudget  StopReason = "budget"
)

// Rounds is how many rounds the run has: those of its spec, or fewer where it
// was stopped. None beyond them is missing.
func (r *Run) Rounds() int {
	if r.Stopped != nil {
		return r.Stopped.Round
	}
	return r.Plan.Spec.Rounds
}

// Stop ends the run after a round, and says of its results what is to be said
// of so many rounds. A stop that the spec does not allow is an error.
func (r *Run) Stop(s Stop) error {
	if err := r.Plan.Spec.allows(s); err != nil {
		return err
	}
	r.Stopped = &s
	for i := range r.Results {
		if res := &r.Results[i]; len(res.Samples) > 0 {
			res.fold(s.Round)
		}
	}
	return nil
}

// allows is an error where a run of the spec cannot have ended so.
func (s *Spec) allows(stop Stop) error {
	switch {
	case stop.Round < 1 || stop.Round >= s.Rounds:
	case stop.Reason == StopBudget && s.Budget > 0:
		return nil
	case stop.Reason == StopDecided && slices.Contains(s.Looks(), stop.Round):
		return nil
	}
	return fmt.Errorf("stop after round %d for the reason %q: the spec, of %s rounds, does not allow it", stop.Round, stop.Reason, s.RoundsText())
}

// RoundsText is the number of rounds as a spec has it: "5", or "5..30".
func (s *Spec) RoundsText() string {
	if s.LeastRounds > 0 {
		return fmt.Sprintf("%d..%d", s.LeastRounds, s.Rounds)
	}
	return strconv.Itoa(s.Rounds)
}

// Ending says why a run has as many rounds as it has, "" where that was settled
// beforehand or the run is not complete.
func (r *Run) Ending() string {
	if r.State != StateComplete {
		return ""
	}
	at := fmt.Sprintf("ended after %d of %s rounds: ", r.Rounds(), r.Plan.Spec.RoundsText())
	switch {
	case r.Stopped != nil && r.Stopped.Reason == StopBudget:
		return at + "another would not fit into the budget of " + spanText(r.Plan.Spec.Budget) + r.leftOpen()
	case r.Stopped == nil && r.Plan.Spec.LeastRounds == 0:
		return ""
	}
	return at + r.decision(r.Stopped != nil && r.Stopped.Reason == StopDecided)
}

// decision says whether the comparisons of the gate are decided. Where the run
// ended since they were, they are, however they are judged by now.
func (r *Run) decision(were bool) string {
	found := r.Compare(r.Gate(), r.Judging())
	if found.Comparisons() == 0 {
		return "no comparison of the gate could be made"
	}
	switch undecided, invalid := found.undecided(), found.Count(VerdictInvalid); {
	case len(undecided) > 0 && !were:
		return stillOpen(undecided)
	case invalid > 0:
		return fmt.Sprintf("every comparison of the gate is decided but for %d that cannot be", invalid)
	}
	return "every comparison of the gate is decided"
}

// leftOpen is what a budget leaves undecided, "" for nothing.
func (r *Run) leftOpen() string {
	if len(r.Plan.Spec.Baseline) == 0 {
		return ""
	}
	undecided := r.Compare(r.Gate(), r.Judging()).undecided()
	if len(undecided) == 0 {
		return ""
	}
	return "; " + stillOpen(undecided)
}

// stillOpen says how many comparisons are undecided, and whether more rounds may
// help.
func stillOpen(undecided []Difference) string {
	are := "a comparison of the gate is"
	if n := len(undecided); n > 1 {
		are = fmt.Sprintf("%d comparisons of the gate are", n)
	}
	return are + " still undecided, and " + help(undecided)
}

// spanText is a duration as a spec has it: "10m" where Go writes "10m0s".
func spanText(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

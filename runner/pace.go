package runner

import (
	"slices"
	"time"

	"redismatrix/matrix"
)

// endAfter ends the run after a round where that is enough: what was to be
// decided is decided, or another round would not fit into the budget. A round
// that was begun before is always finished.
func (l *loop) endAfter(round int) error {
	spec := l.run.Plan.Spec
	stop := matrix.Stop{Round: round}
	switch {
	case round >= l.run.Rounds() || l.begun(round+1):
		return nil
	case slices.Contains(spec.Looks(), round) && l.run.Decided(round):
		stop.Reason = matrix.StopDecided
	case spec.Budget > 0 && l.spent()+l.spent()/time.Duration(round) > spec.Budget:
		stop.Reason = matrix.StopBudget
	default:
		l.foresee(round)
		return nil
	}
	if err := l.journal.write(entry{Stopped: &stop}); err != nil {
		return err
	}
	if err := l.run.Stop(stop); err != nil {
		return err
	}
	l.total = l.perRound * round
	clear(l.due)
	return nil
}

// foresee tells at a look what the rounds that there can be will hardly decide.
func (l *loop) foresee(round int) {
	if !slices.Contains(l.run.Plan.Spec.Looks(), round) {
		return
	}
	if why := l.run.Outlook(round, l.attainable(round)); why != "" {
		l.emit(Event{Kind: Undecidable, Round: round, Text: why})
	}
}

// attainable is how many rounds there can be, by what those until now took.
func (l *loop) attainable(round int) int {
	most := l.run.Rounds()
	if budget, each := l.run.Plan.Spec.Budget, l.spent()/time.Duration(round); budget > 0 && each > 0 {
		most = min(most, max(round, int(budget/each)))
	}
	return most
}

// begun reports whether a sample of a round is taken.
func (l *loop) begun(round int) bool {
	left := 0
	for due := range l.due {
		if due.Round == round {
			left++
		}
	}
	return left < l.perRound
}

// spent is the wall time of all sessions until now.
func (l *loop) spent() time.Duration { return l.before.Wall + time.Since(l.began) }

// timing is where that time went.
func (l *loop) timing() *matrix.Timing {
	l.run.Timing.Wall = l.spent()
	return &l.run.Timing
}

// emit tells an event, with the counts of the moment.
func (l *loop) emit(event Event) {
	event.Done, event.Total = l.done, l.total
	event.Least = min(l.total, l.perRound*l.run.Plan.Spec.Looks()[0])
	if l.fresh > 0 {
		each := time.Since(l.began) / time.Duration(l.fresh)
		event.Remaining = l.withinBudget(each * time.Duration(l.total-l.done))
	}
	l.options.tell(event)
}

// withinBudget is how much of a time the budget has left.
func (l *loop) withinBudget(need time.Duration) time.Duration {
	if budget := l.run.Plan.Spec.Budget; budget > 0 {
		return min(need, max(0, budget-l.spent()))
	}
	return need
}

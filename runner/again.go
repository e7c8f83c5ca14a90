package runner

import "redismatrix/matrix"

// A sample that others' work voids is taken again: at most againEach times, and
// not where that would make the run longer by more than about a quarter. A
// machine that is never left alone makes samples void, and not a run endless.
const (
	againEach  = 2
	againLeast = 8
	againShare = 4
)

// again reports whether a sample that others' work voided is to be taken again,
// and keeps the reason for the one that takes its place. What decides is what the
// machine did, never the number.
func (l *loop) again(job job, sample matrix.Sample) bool {
	due := job.due()
	if len(l.voided[due]) >= againEach || l.repeated >= againLeast+l.fresh/againShare {
		return false
	}
	l.repeated++
	l.voided[due] = append(l.voided[due], matrix.Note{Text: sample.Reason, Remedy: sample.Remedy})
	l.emit(Event{
		Kind: SampleAgain, Round: job.round, Setup: job.cell.Setup,
		Cell: job.cell.ID, Test: job.test, Sample: &sample,
	})
	return true
}

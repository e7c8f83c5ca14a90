package runner

import (
	"fmt"

	"redismatrix/matrix"
)

// untold reports that the server never told anything of itself.
func (e evidence) untold() bool { return e.before.NoInfo != "" && e.after.NoInfo != "" }

// refused says what could not be checked, since the server does not tell.
func (e evidence) refused(*matrix.Sample) *matrix.Note {
	switch {
	case e.untold():
		return &matrix.Note{
			Text: fmt.Sprintf("not checked, since the server refuses INFO (%s): restarts, lost and foreign commands, evictions, failed writes to disk, "+
				"and whether the server or redis-matrix was the bottleneck", e.after.NoInfo),
			Remedy: "allow INFO and CONFIG GET to the user",
		}
	case e.config == nil:
		return &matrix.Note{
			Text:   "not checked, since the server refuses CONFIG GET: whether its configuration changed meanwhile",
			Remedy: "allow CONFIG GET to the user",
		}
	}
	return nil
}

// forked says that the server saved or rewrote meanwhile, which takes CPU and
// disk from what was measured. The CPU time of the child, which may have begun
// before, and what it wrote are part of the sample's in which it ended.
func (e evidence) forked(*matrix.Sample) *matrix.Note {
	if e.load.Watched() || !e.forks() {
		return nil
	}
	return &matrix.Note{
		Text:   "the server saved its RDB or rewrote its AOF meanwhile, whose CPU time and writes count where it ended",
		Remedy: "compare only with samples in which it did too; or set save off, or auto-aof-rewrite-percentage 0",
	}
}

// forks reports that the server saved or rewrote meanwhile.
func (e evidence) forks() bool {
	return e.before.Saving || e.after.Saving || e.before.Forks != e.after.Forks
}

// lateSync says that the disk did not keep up with appendfsync everysec.
func (e evidence) lateSync(*matrix.Sample) *matrix.Note {
	late := e.after.AOFDelayed - e.before.AOFDelayed
	if late <= 0 {
		return nil
	}
	return &matrix.Note{
		Text:   "the server had to wait for the sync of its AOF (aof_delayed_fsync)",
		Remedy: "the disk is slower than the writes: this is what everysec costs on it",
	}
}

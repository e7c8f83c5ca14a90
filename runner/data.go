package runner

import (
	"fmt"

	"redismatrix/matrix"
)

func (e evidence) eviction(*matrix.Sample) *matrix.Note {
	evicted := e.after.Evicted - e.before.Evicted
	if evicted <= 0 {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the server evicted %d keys while it was measured", evicted),
		Remedy: "raise the server's maxmemory, or use fewer keys or smaller values",
	}
}

// keys wants the server to hold the keys that the test reads, and none that no
// test makes.
func (e evidence) keys(*matrix.Sample) *matrix.Note {
	keyspace := int64(e.load.Keyspace)
	switch most := e.load.MaxKeys(); {
	case !e.owned:
		return nil
	case e.readsKeys() && e.after.Keys < keyspace:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server holds %d keys, less than the keyspace of %d", e.after.Keys, keyspace),
			Remedy: "something else removes keys from this server",
		}
	case e.after.Keys > most && !e.ownCommand():
		return &matrix.Note{
			Text:   fmt.Sprintf("the server holds %d keys where the tests make %d at most", e.after.Keys, most),
			Remedy: "something else writes to this server",
		}
	}
	return nil
}

// readsKeys reports that the test, or a part of a mix, reads the keyspace, and
// that no part may remove from it.
func (e evidence) readsKeys() bool {
	reads := e.test.Needs == matrix.DataKeys
	for _, part := range e.test.Parts {
		reads = reads || part.Test.Needs == matrix.DataKeys
		if part.Test.Own {
			return false
		}
	}
	return reads
}

// ownCommand reports that the load has a command of the spec's own, which may
// make any keys: of this test, or of one before it.
func (e evidence) ownCommand() bool {
	for _, name := range e.load.Tests {
		test, _ := e.load.Test(name)
		for _, part := range append(test.Parts, matrix.Part{Test: test}) {
			if part.Test.Own {
				return true
			}
		}
	}
	return false
}

func (e evidence) disk(*matrix.Sample) *matrix.Note {
	const (
		remedy        = "see the server's log, and the free space of its disk"
		remedyOfForks = remedy + "; a fork needs memory too (vm.overcommit_memory)"
	)
	switch {
	case e.after.AOFError:
		return &matrix.Note{Text: "the server could not write its AOF", Remedy: remedy}
	case e.after.RDBError:
		return &matrix.Note{Text: "the server could not save its RDB", Remedy: remedyOfForks}
	case e.after.RewriteError:
		return &matrix.Note{Text: "the server could not rewrite its AOF", Remedy: remedyOfForks}
	}
	return nil
}

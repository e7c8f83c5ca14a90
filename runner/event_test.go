package runner

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

// asked is a sample of a test in whose middle a BGSAVE was asked for.
func asked(events ...matrix.Event) matrix.Sample {
	sample := good()
	sample.Events = events
	return sample
}

func forSave(e *evidence) { e.load.Event = matrix.EventSave }

func TestJudgeEvents(t *testing.T) {
	voids(t, map[string]judgement{
		"not watched": {},
		"done":        {sample: asked(matrix.Event{Kind: matrix.EventSave, End: time.Second / 2}), change: forSave},
		"never asked for": {
			sample: asked(matrix.Event{Kind: matrix.EventRewrite}), change: forSave,
			text: "the test was over before the server was asked for its BGSAVE", remedy: "measure for longer",
		},
		"refused": {
			sample: asked(matrix.Event{Kind: matrix.EventSave, Failed: true, Reason: "ERR no"}), change: forSave,
			text: "the server refused BGSAVE: ERR no", remedy: "see the server's log: it may not be able to fork, or to write",
		},
		"failed": {
			sample: asked(matrix.Event{Kind: matrix.EventSave, Failed: true}), change: forSave,
			text: "the server's BGSAVE failed", remedy: "see the server's log, and the free space of its disk",
		},
		"only watched": {sample: asked(), change: func(e *evidence) { e.load.Event = matrix.EventWatch }},
	})
}

func TestNoteEvents(t *testing.T) {
	notes(t, map[string]judgement{
		"over in time": {sample: asked(matrix.Event{Kind: matrix.EventSave, End: time.Second}), change: forSave},
		"a fork that was asked for": {
			sample: asked(matrix.Event{Kind: matrix.EventSave, End: time.Second}),
			change: func(e *evidence) { forSave(e); e.after.Forks = "1" },
		},
		"went on": {
			sample: asked(matrix.Event{Kind: matrix.EventSave, End: 2500 * ms}), change: forSave,
			text:   "BGSAVE went on for 1.5 s after the test was over: what it cost then is not in the numbers",
			remedy: "measure for longer, or with fewer keys",
		},
	})
}

// TestCountedWithoutWatching leaves out the commands that watched the server.
func TestCountedWithoutWatching(t *testing.T) {
	sample := good()
	sample.Asked = 40
	voids(t, map[string]judgement{
		"watched": {sample: sample, change: func(e *evidence) { e.after.Commands += 40 }},
	})
}

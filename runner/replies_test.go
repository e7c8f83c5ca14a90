package runner

import (
	"testing"

	"redismatrix/matrix"
)

// mixOf is a mix of tests of the catalogue, as often each.
func mixOf(names ...string) matrix.Test {
	mix := matrix.Test{Name: matrix.TestMix}
	for _, name := range names {
		test, _ := matrix.LookupTest(name)
		mix.Parts = append(mix.Parts, matrix.Part{Test: test, Weight: 1})
	}
	return mix
}

// mixed is a sample of a mix, with the requests and the misses of each part.
func mixed(parts ...[2]int64) matrix.Sample {
	sample := good()
	sample.Requests = 0
	for _, part := range parts {
		sample.Requests += part[0]
		sample.Misses += part[1]
		sample.Commands = append(sample.Commands, matrix.CommandSample{Requests: part[0], Misses: part[1]})
	}
	return sample
}

// with is a good sample that is changed.
func with(change func(*matrix.Sample)) matrix.Sample {
	sample := good()
	change(&sample)
	return sample
}

func TestJudgeReplies(t *testing.T) {
	missed := with(func(s *matrix.Sample) { s.Misses = 1 })
	lenient := func(e *evidence) { e.test.Reply.MayMiss = true }
	removed := "another part of the mix, or something else, removes what it reads"
	voids(t, map[string]judgement{
		"errors": {
			sample: with(func(s *matrix.Sample) { s.Errors, s.FirstError = 2, "OOM x" }),
			text:   "2 of 100 replies were errors: OOM x", remedy: "raise the server's maxmemory, or use fewer keys or smaller values",
		},
		"an unknown error": {
			sample: with(func(s *matrix.Sample) { s.Errors, s.FirstError = 1, "EEK" }),
			text:   "1 of 100 replies were errors: EEK", remedy: "see the server's log",
		},
		"nothing": {
			sample: matrix.Sample{Elapsed: 1}, text: "nothing was measured", remedy: "measure for longer",
		},
		"misses": {
			sample: missed, text: "1 of 100 requests found less than the test implies", remedy: "something else removes keys from this server",
		},
		"misses of a test that may miss": {sample: missed, change: lenient},
		"misses of a step that may miss": {sample: missed, change: func(e *evidence) {
			e.test.Lead = []matrix.Step{{Command: []string{"GET", "a"}, Reply: matrix.Reply{MayMiss: true}}}
			e.after.Commands = 202
		}},
		"misses of a part": {
			sample: mixed([2]int64{60, 0}, [2]int64{40, 3}), change: func(e *evidence) { e.test = mixOf("SET", "GET") },
			text: "3 of 40 requests of GET found less than it implies", remedy: removed,
		},
		"misses of a part that may miss": {
			sample: mixed([2]int64{60, 0}, [2]int64{40, 3}),
			change: func(e *evidence) { e.test = mixOf("SET", "GET"); e.test.Parts[1].Test.Reply.MayMiss = true },
		},
		"misses of parts that are not told": {
			sample: missed, change: func(e *evidence) { e.test = mixOf("SET", "GET") },
			text: "1 of 100 requests of MIX found less than it implies", remedy: removed,
		},
		"too few requests": {
			change: func(e *evidence) { e.load.Pipeline = 51 },
			text:   "100 requests do not keep 2 clients with a pipeline of 51 busy", remedy: "ask for 102 requests or more, or for a duration instead",
		},
		"few requests of a rate": {change: func(e *evidence) { e.load.Pipeline, e.load.Rate = 51, 100 }},
	})
}

// threeSteps makes every request three commands.
func threeSteps(e *evidence) {
	e.test.Lead = []matrix.Step{{Command: []string{"MULTI"}}, {Command: []string{"INCR", "a"}}}
	e.test.Command = []string{"EXEC"}
}

func TestJudgeTheServersCount(t *testing.T) {
	lost := "something stands between redis-matrix and the server, or resets its statistics"
	voids(t, map[string]judgement{
		"fewer commands than replies": {
			change: func(e *evidence) { e.after.Commands = 99 }, text: "the server counts 99 commands where 100 were answered", remedy: lost,
		},
		"statistics that were reset": {
			change: func(e *evidence) { e.before.Commands = 5000 }, text: "the server's statistics were reset meanwhile", remedy: keepAway,
		},
		"a single command of others": {
			change: func(e *evidence) { e.after.Commands++ }, text: "other clients sent the server commands meanwhile: 1", remedy: keepAway,
		},
		"all steps": {change: func(e *evidence) { threeSteps(e); e.after.Commands = 302 }},
		"a step too few": {
			change: func(e *evidence) { threeSteps(e); e.after.Commands = 299 },
			text:   "the server counts 299 commands where 300 were answered", remedy: lost,
		},
		"all of a mix": {
			sample: mixed([2]int64{60, 0}, [2]int64{40, 0}),
			change: func(e *evidence) {
				e.test = mixOf("SET", "GET")
				e.test.Parts[1].Test.Lead = make([]matrix.Step, 2)
				e.after.Commands = 60 + 3*40 + 2
			},
		},
		"a script's commands": {change: func(e *evidence) {
			e.test.Command, e.after.Commands = []string{"evalsha", "f00", "1", "a"}, 202
		}},
		"fewer than scripts": {
			change: func(e *evidence) { e.test.Command, e.after.Commands = []string{"FCALL_RO", "f", "0"}, 99 },
			text:   "the server counts 99 commands where 100 were answered", remedy: lost,
		},
	})
	other := "measure a server that nobody else uses"
	notes(t, map[string]judgement{
		"an attached server that others use": {
			change: func(e *evidence) { e.owned, e.after.Commands = false, 300 },
			text:   "other clients sent this server commands meanwhile: 198", remedy: other,
		},
		"scripts on an attached server": {change: func(e *evidence) {
			e.owned, e.after.Commands, e.test.Command = false, 300, []string{"EVAL", "return 1", "0"}
		}},
	})
}

// TestWaitAOF wants a sync for each request of a connection.
func TestWaitAOF(t *testing.T) {
	const text = "WAITAOF was answered before a sync: 100 times over 10 connections, with 8 syncs in all"
	const remedy = "use a version that waits (Redis 7.4.0 to 7.4.2 and Valkey 8.1.1 do not with everysec, see redis/redis#13793)"
	asked := func(command string, syncs int64) func(*evidence) {
		return func(e *evidence) {
			e.test.Command, e.load.Clients = []string{command, "1", "0", "0"}, 10
			none := int64(0)
			e.before.Persistence.Syncs, e.after.Persistence.Syncs = &none, &syncs
		}
	}
	voids(t, map[string]judgement{
		"fewer syncs than it takes": {change: asked("WAITAOF", 8), text: text, remedy: remedy},
		"as many as it takes":       {change: asked("waitaof", 9)},
		"another command":           {change: asked("SET", 0)},
		"syncs that are not told":   {change: func(e *evidence) { e.test.Command = []string{"WAITAOF", "1", "0", "0"} }},
	})
}

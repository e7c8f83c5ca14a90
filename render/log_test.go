package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// TestLog says how a run ended, what went wrong in it and what qualifies its
// numbers, what matters most first.
func TestLog(t *testing.T) {
	table := newSource(troubled()).log([]logged{{"chart", "Requests per second", "not drawn", "show less"}})
	const missing, published = "finish it with run --resume", "reached through a published port, which is slower"
	want := [][]string{
		{"run", "quickstart-20261130T190455Z", "interrupted: 8 of 345 samples missing", missing},
		{"warning", "the whole run", "the data directory is on tmpfs", "set TMPDIR to a disk"},
		{"warning", "valkey 8.1.1 · appendonly no", published, "use host networking"},
		{"warning", "valkey 8.1.1 · appendonly everysec", published, "use host networking"},
		{"warning", "valkey 8.1.1 · appendonly always", published, "use host networking"},
		{"failed", "MSET · redis 8.0.2 · appendonly no",
			"rounds 2 and 5 of 5: server exited with 1: / *** FATAL CONFIG FILE ERROR *** / >>> 'foo \"bar\"' / \\x1b[31mBad directive\\x1b[0m", "read servers/x.log"},
		{"invalid", "SET, GET · redis 7.0.15 · appendonly no", "all 5 rounds: client-bound: the client used 99 % of its CPU",
			"give the client more CPUs (server.cpus)"},
		{"invalid", "PING_INLINE · valkey 8.1.1 · appendonly no", "round 3 of 5: throttled for 12 ms", ""},
		{"missing", "LRANGE_600 · redis 8.0.2 · appendonly no", "the run ended before it was measured", missing},
		{"n/a", "ZPOPMIN · redis 6.0.16 · appendonly no", "needs Redis 99", ""},
		{"n/a", "ZPOPMIN · redis 6.0.16 · appendonly everysec", "needs Redis 99", ""},
		{"n/a", "ZPOPMIN · redis 6.0.16 · appendonly always", "needs Redis 99", ""},
		{"note", "SET · valkey 8.1.1 · appendonly no", "1 of 8 rounds ran beside a backup", "stop it"},
		{"note", "GET · valkey 8.1.1 · appendonly no", "only 2 of 5 rounds measured", missing},
		{"chart", "Requests per second", "not drawn", "show less"},
	}
	if diff := cmp.Diff(want, texts(table.clean())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	columns := []Column{{Head: "where", Text: true}, {Head: "text", Text: true}, {Head: "remedy", Text: true}}
	if diff := cmp.Diff(columns, table.Columns); diff != "" || table.Corner != "what" {
		t.Errorf("corner %q, columns (-want +got):\n%s", table.Corner, diff)
	}
}

// TestLogNotes names the rounds of a note that not all have, tests that share it
// in one row, and what was found of what was read.
func TestLogNotes(t *testing.T) {
	run := small(3)
	anew(run, func(s *matrix.Sample) bool {
		if s.Cell == "version=6.0" {
			if s.Notes = []matrix.Note{{Text: "the clock changed"}}; s.Round > 1 {
				s.Notes = append(s.Notes, matrix.Note{Text: "a backup ran", Remedy: "stop it"})
			}
		} else if s.Test == "GET" {
			s.Hits, s.Misses = 3, 1
			if s.Round == 2 {
				s.Notes = []matrix.Note{{Text: "a backup ran", Remedy: "stop it"}}
			}
		}
		return true
	})
	want := [][]string{
		{"run", "quickstart-20261130T190455Z", "complete", ""},
		{"note", "all tests · redis 6.0.16", "the clock changed", ""},
		{"note", "all tests · redis 6.0.16", "rounds 2, 3 of 3: a backup ran", "stop it"},
		{"note", "GET · redis 7.0.15", "round 2 of 3: a backup ran", "stop it"},
		{"note", "GET · redis 7.0.15", "75 % of the reads found something", "compare like shares only, or fill with requests: N"},
	}
	if diff := cmp.Diff(want, texts(newSource(run).log(nil))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLogOfRuns says of every state what can be done, why a run ended early, and
// which samples are those of the control.
func TestLogOfRuns(t *testing.T) {
	for state, want := range map[matrix.State][]string{
		matrix.StateRunning:     {"running or killed: 2 of 4 samples missing", "finish it with run --resume"},
		matrix.StateInterrupted: {"interrupted: 2 of 4 samples missing", "finish it with run --resume"},
		matrix.StateFailed:      {"failed: 2 of 4 samples missing", "finish it with run --resume"},
		matrix.StateComplete:    {"complete: 2 of 4 samples missing", ""},
	} {
		run := small(1)
		run.State, run.Plan.Cells[1].Control = state, true
		anew(run, only("version=7.0", "SET", never))
		anew(run, only("version=7.0", "GET", never))
		log := texts(newSource(run).log(nil))
		if diff := cmp.Diff(append([]string{"run", run.ID}, want...), log[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", state, diff)
		}
		if got := log[1][1]; got != "all tests · control" {
			t.Errorf("%s: missing are %q", state, got)
		}
	}
	run := small(3)
	run.Plan.Spec.LeastRounds, run.Plan.Spec.Rounds = 3, 30
	if err := run.Stop(matrix.Stop{Round: 3, Reason: matrix.StopDecided}); err != nil {
		t.Fatal(err)
	}
	log := texts(newSource(run).log(nil))
	if len(log) != 2 || log[1][2] != run.Ending() || run.Ending() == "" {
		t.Errorf("%q, want %q", log, run.Ending())
	}
}

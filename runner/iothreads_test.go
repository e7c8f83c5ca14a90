package runner

import "testing"

// TestJudgeIOThreads voids what was measured of more I/O threads than CPUs.
func TestJudgeIOThreads(t *testing.T) {
	threads := func(n, cpus string) func(*evidence) {
		return func(e *evidence) {
			e.config = map[string]string{"io-threads": n}
			e.after.Config = e.config
			e.server.CPUs = cpus
		}
	}
	const remedy = "measure on a host with a CPU for each of them beside redis-matrix's own, or set server.cpus"
	voids(t, map[string]judgement{
		"one thread":       {change: threads("1", "0")},
		"an older server":  {change: threads("", "0")},
		"not on this host": {change: func(e *evidence) { threads("4", "")(e); e.local = false }},
		"two on one CPU": {
			change: threads("2", "0"),
			text:   "the server has 2 I/O threads and one CPU for them, so that they wait for each other", remedy: remedy,
		},
		"four on two CPUs": {
			change: threads("4", "2-3"),
			text:   "the server has 4 I/O threads and 2 CPUs for them, so that they wait for each other", remedy: remedy,
		},
	})
}

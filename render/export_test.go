package render

import (
	"testing"

	"redismatrix/matrix"
)

// FixtureRuns are runs of every kind, for tests of all that lays them out.
func FixtureRuns(t testing.TB) map[string]*matrix.Run {
	return map[string]*matrix.Run{
		"versions": versionByAOF().run(), "judged": judgedRun(), "troubled": troubled(), "single": single(),
		"latencies": latencies(), "mix": mixed(), "rates": offered(), "recorded": recorded(t),
	}
}

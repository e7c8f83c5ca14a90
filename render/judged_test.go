package render

import (
	"math"
	"math/rand/v2"
	"strings"

	"redismatrix/matrix"
)

// judgedRun is a run of four versions with a control: 7.0 is slower at SET and
// faster at GET, 8.0 is measured with noise that leaves doubts, and Valkey is
// partly not to be trusted.
func judgedRun() *matrix.Run {
	f := versionByAOF()
	f.axes = f.axes[:1]
	f.report = []matrix.TableSpec{
		{Rows: "test", Columns: "version"}, {Rows: "test", Columns: "version", Metric: matrix.MetricP99},
		{Rows: "version", Columns: "test", Metric: matrix.MetricP50, Where: matrix.Selector{"version": {"7.0", "8.0"}}},
	}
	run := f.run()
	addControl(run)
	noisy(run, 0.004)
	const seven, eight, valkey = "version=7.0", "version=8.0", "version=valkey-8.1"
	forbid(run, "6.0", "ZPOPMIN", "needs Redis 6.2")
	for _, change := range []func(*matrix.Sample) bool{
		only(seven, "SET", times(0.91)), only(seven, "GET", times(1.25)), only(eight, "SET", times(0.85)),
		only(eight, "MSET", unsteady(0.03)), only(eight, "LRANGE_600", unsteady(0.06)),
		only(valkey, "SET", fault(matrix.StatusInvalid, "throttled for 12 ms", "")),
		only("version=6.0", "MSET", fault(matrix.StatusFailed, "server died", "read its log")),
	} {
		anew(run, change)
	}
	return run
}

// addControl measures the baseline's cells a second time.
func addControl(run *matrix.Run) {
	was := run.Results
	for _, cell := range run.Plan.Cells {
		if !cell.Baseline {
			continue
		}
		run.Servers[cell.Setup+" control"] = run.Servers[cell.Setup]
		for _, setup := range run.Plan.Setups {
			if setup.ID == cell.Setup {
				setup.ID += " control"
				run.Plan.Setups = append(run.Plan.Setups, setup)
			}
		}
		cell.ID, cell.Setup = cell.ID+" control", cell.Setup+" control"
		cell.Baseline, cell.Control = false, true
		run.Plan.Cells = append(run.Plan.Cells, cell)
	}
	run.Plan.Spec.Control = true
	run.Results = run.Plan.Results()
	for _, result := range was {
		for _, sample := range result.Samples {
			record(run, sample)
			if strings.HasPrefix(sample.Cell, "version=6.0") {
				sample.Cell += " control"
				record(run, sample)
			}
		}
	}
}

// noisy measures every test of a run anew, as fast in every cell but for noise.
func noisy(run *matrix.Run, deviation float64) {
	random := rand.New(rand.NewPCG(1, 2))
	speed := map[string]float64{}
	anew(run, func(s *matrix.Sample) bool {
		if speed[s.Test] == 0 {
			speed[s.Test] = s.RPS
		}
		s.RPS = speed[s.Test]
		return scaled(s, math.Exp(random.NormFloat64()*deviation))
	})
}

func scaled(s *matrix.Sample, factor float64) bool {
	s.RPS *= factor
	s.Requests = int64(s.RPS)
	s.Latency = matrix.Latency{P50: int64(50e9 / s.RPS), P99: int64(120e9 / s.RPS), P999: int64(400e9 / s.RPS)}
	return true
}

// times makes samples faster by a factor.
func times(factor float64) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool { return scaled(s, factor) }
}

// unsteady makes samples faster in one round and slower in another.
func unsteady(by float64) func(*matrix.Sample) bool {
	return func(s *matrix.Sample) bool { return scaled(s, 1+by*float64(s.Round%3-1)) }
}

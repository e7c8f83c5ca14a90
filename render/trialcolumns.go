package render

import (
	"slices"

	"redismatrix/matrix"
)

// trialColumns are what was found of a server that was ended.
func trialColumns() []sampleColumn {
	counted := func(head string, count func(*matrix.Trial) int64) sampleColumn {
		return sampleColumn{head, func(t taken) any {
			if t.Trial == nil || len(t.Trial.Crashes) == 0 {
				return nil
			}
			return count(t.Trial)
		}}
	}
	came := func(head string, back matrix.Recovery) sampleColumn {
		return counted(head, func(t *matrix.Trial) int64 { return int64(t.Count(back)) })
	}
	return slices.Concat(metricColumns(matrix.MetricRestart), []sampleColumn{
		counted("crashes", func(t *matrix.Trial) int64 { return int64(len(t.Crashes)) }),
		counted("confirmed writes", func(t *matrix.Trial) int64 {
			var sum int64
			for _, crash := range t.Crashes {
				sum += crash.Acknowledged
			}
			return sum
		}),
	}, metricColumns(matrix.MetricLost, matrix.MetricLostWorst, matrix.MetricLostTime), []sampleColumn{
		came("crashes after which the AOF was cut", matrix.RecoveryCut),
		came("crashes after which files were repaired", matrix.RecoveryRepaired),
		came("crashes after which files were refused", matrix.RecoveryRefused),
	})
}

// eventColumns are what saves and rewrites under load cost.
func eventColumns() []sampleColumn {
	return slices.Concat([]sampleColumn{
		{"events", func(t taken) any { return countOr(int64(len(t.Events))) }},
	}, metricColumns(matrix.EventMetrics()...))
}

// metricColumns have metrics under their titles.
func metricColumns(names ...string) []sampleColumn {
	return mapEach(names, func(name string) sampleColumn {
		m, _ := matrix.LookupMetric(name)
		return sampleColumn{m.Title + ", " + m.Unit, func(t taken) any { return t.metric(name, true) }}
	})
}

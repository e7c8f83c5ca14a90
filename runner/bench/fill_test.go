package bench

import (
	"runtime"
	"testing"

	"redismatrix/matrix"
)

// BenchmarkFill builds data sets of a million keys or elements on a real
// server, a time each.
func BenchmarkFill(b *testing.B) {
	for _, needs := range []matrix.Dataset{
		matrix.DataKeys, matrix.DataExpiring, matrix.DataHash, matrix.DataSet, matrix.DataZSet, matrix.DataGeo,
	} {
		b.Run(string(needs), func(b *testing.B) {
			server := start(b, anyServer(b))
			load := someLoad()
			load.Keyspace = 1_000_000
			session := server.open(server.at, load)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				if err := session.exactly(b.Context(), needs); err != nil {
					b.Fatal(err)
				}
				clear(session.data.exact)
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/(1<<20), "MiB/fill")
			b.ReportMetric(float64(load.Keyspace)*float64(b.N)/b.Elapsed().Seconds(), "elements/s")
		})
	}
}

package bench

import (
	"testing"

	"redismatrix/matrix"
)

// TestDeepPipelineOfAMix sends ten thousand requests of a mix at once.
func TestDeepPipelineOfAMix(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Pipeline, load.Requests, load.Clients = 10_000, 60_000, 3
	load.ValueSize = matrix.Sizes{{Low: 1, High: 100, Weight: 1}}
	load.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 10}, {Test: "MULTI_EXEC", Weight: 1}}
	mix, _ := load.Test(matrix.TestMix)
	sample := measure(t, server.open(server.at, load), mix)
	if sample.Errors > 0 || sample.Misses > 0 || sample.Requests != load.Requests {
		t.Errorf("%d requests, %d errors (%s), %d misses", sample.Requests, sample.Errors, sample.FirstError, sample.Misses)
	}
	if gets := sample.Commands[1]; gets.Hits != sample.Hits || gets.Hits != gets.Requests || gets.Requests < 49_000 || gets.Requests > 51_000 {
		t.Errorf("%d hits of %d GETs, %d in all", gets.Hits, gets.Requests, sample.Hits)
	}
}

// TestSampleOfAnOpenLoop finds both times in a sample, and what was offered.
func TestSampleOfAnOpenLoop(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Rate, load.Arrival, load.Requests = 5000, matrix.ArrivalPoisson, 300
	load.Mix = []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "GET", Weight: 2}}
	mix, _ := load.Test(matrix.TestMix)
	session := server.open(server.at, load)
	for _, test := range []matrix.Test{lookup(t, "SET"), mix} {
		sample := measure(t, session, test)
		if sample.Offered != 5000 || sample.Due != 300 || sample.Requests+sample.Unsent != sample.Due || sample.Errors > 0 {
			t.Errorf("%s: offered %v, %d requests, %d unsent, %d errors", test.Name, sample.Offered, sample.Requests, sample.Unsent, sample.Errors)
		}
		times := []*matrix.Latency{&sample.Latency, sample.Service}
		for _, command := range sample.Commands {
			times = append(times, &command.Latency, command.Service)
		}
		if len(times) != 2+2*len(test.Parts) {
			t.Errorf("%s: %d commands, want %d", test.Name, len(sample.Commands), len(test.Parts))
		}
		for i := 0; i < len(times); i += 2 {
			if response, service := times[i], times[i+1]; service == nil || response.Max < service.Max || service.P50 <= 0 || response.Histogram == "" {
				t.Errorf("%s: response %+v, service %+v", test.Name, response, service)
			}
		}
	}
}

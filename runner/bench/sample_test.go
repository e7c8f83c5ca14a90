package bench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// TestSampleNotesWhatItsLatenciesHide counts replies that took longer than a
// histogram reaches.
func TestSampleNotesWhatItsLatenciesHide(t *testing.T) {
	slow := newShard()
	slow.record(int64(time.Second), 5)
	within, err := newSample(matrix.Test{}, tally{latency: slow})
	if err != nil || len(within.Notes) > 0 {
		t.Errorf("notes %+v, error %v", within.Notes, err)
	}
	slow.record(int64(time.Hour), 3)
	beyond, err := newSample(matrix.Test{}, tally{latency: slow})
	want := []matrix.Note{{Text: "3 replies took longer than 1m0s, the most that a percentile shows; mean and maximum are exact", Remedy: "ask for a lower rate"}}
	if diff := cmp.Diff(want, beyond.Notes); err != nil || diff != "" || beyond.Latency.Max != int64(time.Hour) {
		t.Errorf("notes: %s, maximum %d, error %v", diff, beyond.Latency.Max, err)
	}
}

func TestEarlyEndIsTold(t *testing.T) {
	pops, pushes := lookup(t, "LPOP"), lookup(t, "LPUSH")
	tests := map[string]struct {
		test              matrix.Test
		duration, elapsed time.Duration
		want              string
	}{
		"by requests":       {pops, 0, time.Second, "LPOP ended after 1s and 7 requests: the elements prepared for it were used up"},
		"early":             {pops, time.Second, 100 * time.Millisecond, "LPOP ended after 100ms and 7 requests: the elements prepared for it were used up"},
		"shortly before":    {pushes, time.Second, 990 * time.Millisecond, "LPUSH ended after 990ms and 7 requests: it had added 1024 MiB to the data set"},
		"at the very end":   {pops, time.Second, time.Second, ""},
		"after what is due": {pops, time.Second, 1001 * time.Millisecond, ""},
	}
	for name, tt := range tests {
		s := Session{load: matrix.Load{Duration: tt.duration}}
		var got string
		for _, note := range s.early(tt.test, tally{count: count{requests: 7}, elapsed: tt.elapsed}) {
			got = note.Text
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestAFloodOfErrorsIsTold(t *testing.T) {
	if notes := flooded(maxErrors - 1); notes != nil {
		t.Errorf("notes %v", notes)
	}
	if notes := flooded(maxErrors); len(notes) != 1 || notes[0].Text != "the test ended early, after 1000 error replies" {
		t.Errorf("notes %v", notes)
	}
}

package render

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

// TestUse sums what samples tell of client and host, and says nothing where
// none does.
func TestUse(t *testing.T) {
	second := func(user, steal time.Duration) *matrix.HostUse {
		return &matrix.HostUse{Interval: time.Second, CPUs: 2, User: user, System: 500 * time.Millisecond, SoftIRQ: 100 * time.Millisecond, Steal: steal,
			Switches: 60_000, Loopback: 80e6, Received: 1e5, Transmitted: 3e5}
	}
	clocked := func(before, after float64) *matrix.HostUse {
		return &matrix.HostUse{Interval: time.Second, CPUs: 1, User: 500 * time.Millisecond, MHzBefore: before, MHzAfter: after}
	}
	for _, test := range []struct {
		name         string
		samples      []matrix.Sample
		client, host string
	}{
		{"none", nil, "", ""},
		{"nothing told", []matrix.Sample{{}, {Host: &matrix.HostUse{CPUs: 2}}, {Host: &matrix.HostUse{Interval: 1}}}, "", ""},
		{"one", []matrix.Sample{{Threads: 1, ThreadBusy: 0.954, Host: second(time.Second, 0)}},
			"1 thread · the busiest used 95 % of a CPU",
			"user 50 % · system 25 % · softirq 5.0 % · iowait 0.0 % · steal 0.0 % · loopback 80.0 MB/s · other interfaces 0.4 MB/s · 60,000 context switches/s"},
		{"several", []matrix.Sample{{Threads: 4, Host: second(0, 30*time.Millisecond)}, {Threads: 2, ThreadBusy: 0.5}, {ThreadBusy: 0.9, Host: second(time.Second, 0)}},
			"2 to 4 threads · the busiest used 50 to 90 % of a CPU",
			"user 25 % · system 25 % · softirq 5.0 % · iowait 0.0 % · steal 0.8 % · loopback 80.0 MB/s · other interfaces 0.4 MB/s · 60,000 context switches/s"},
		{"a clock that is the same", []matrix.Sample{{Host: clocked(2200, 2205)}, {Host: clocked(2210, 0)}}, "",
			"user 50 % · system 0.0 % · softirq 0.0 % · iowait 0.0 % · steal 0.0 % · loopback 0.0 MB/s · other interfaces 0.0 MB/s · 0 context switches/s"},
		{"a clock that changed", []matrix.Sample{{Host: clocked(2200, 2205)}, {Host: clocked(2900, 1100)}}, "",
			"user 50 % · system 0.0 % · softirq 0.0 % · iowait 0.0 % · steal 0.0 % · loopback 0.0 MB/s · other interfaces 0.0 MB/s · 0 context switches/s" +
				" · CPU clock 1,100 to 2,900 MHz"},
		{"threads alone", []matrix.Sample{{Threads: 3}}, "3 threads", ""},
	} {
		s := &source{run: &matrix.Run{Results: []matrix.Result{{Samples: test.samples}}}}
		if got := s.clientPhrase(); got != test.client {
			t.Errorf("%s: client %q, want %q", test.name, got, test.client)
		}
		if got := s.againPhrase(); got != "" {
			t.Errorf("%s: %q, and nothing was measured again", test.name, got)
		}
		if got := s.hostUsePhrase(); got != test.host {
			t.Errorf("%s: host use %q, want %q", test.name, got, test.host)
		}
	}
}

func TestMeasuredAgain(t *testing.T) {
	void := func(texts ...string) matrix.Sample {
		var sample matrix.Sample
		for _, text := range texts {
			sample.Voided = append(sample.Voided, matrix.Note{Text: text})
		}
		return sample
	}
	for _, test := range []struct {
		samples []matrix.Sample
		want    string
	}{
		{[]matrix.Sample{void("steal"), void()}, "1 of 2 samples, void before: steal"},
		{[]matrix.Sample{void(), void("steal", "heat"), void("more")}, "2 of 3 samples, void before: steal, and 2 more"},
	} {
		s := &source{run: &matrix.Run{Results: []matrix.Result{{Samples: test.samples}}}}
		if got := s.againPhrase(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

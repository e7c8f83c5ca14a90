package matrix

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A difference is told by the names of the spec, with units.
func TestLoadMismatches(t *testing.T) {
	old := Load{Clients: 50, ValueSize: FixedSize(3), ValuePattern: PatternRandom, Duration: time.Second, Warmup: 500 * time.Millisecond}
	for name, tt := range map[string]struct {
		change func(*Load)
		want   []Mismatch
	}{
		"nothing": {func(*Load) {}, nil},
		"what an empty value stands for": {func(l *Load) {
			l.Protocol, l.KeyDistribution, l.Arrival, l.Event = 2, "uniform", ArrivalConstant, EventNone
			l.Crashes, l.Cache, l.Confirm = DefaultCrashes, CacheWarm, ConfirmReply
		}, nil},
		"times": {func(l *Load) { l.Duration, l.Warmup = 90*time.Second, 0 },
			[]Mismatch{{"load.duration", "1 s", "90 s"}, {"load.warmup", "500 ms", ""}}},
		"a part of a second": {func(l *Load) { l.Duration = 1500 * time.Millisecond }, []Mismatch{{"load.duration", "1 s", "1500 ms"}}},
		"sizes":              {func(l *Load) { l.ValueSize = Sizes{{10, 1000, 1}} }, []Mismatch{{"load.value_size", "3 bytes", "10-1000 bytes"}}},
		"no size is told":    {func(l *Load) { l.ValueSize = nil }, []Mismatch{{"load.value_size", "3 bytes", ""}}},
		"text":               {func(l *Load) { l.ValuePattern = PatternFill }, []Mismatch{{"load.value_pattern", "random", "fill"}}},
		"a rate, and threads": {func(l *Load) { l.Rate, l.Threads = 5000, 2 },
			[]Mismatch{{"load.rate", "max", "5000"}, {"load.threads", "auto", "2"}}},
		"requests": {func(l *Load) { l.Requests = 7 }, []Mismatch{{"load.requests", "", "7"}}},
		"a mix":    {func(l *Load) { l.Mix = []MixPart{{"SET", 1}, {"GET", 10}} }, []Mismatch{{"load.mix", "", "SET:1 GET:10"}}},
		"a command": {func(l *Load) { l.Commands = []OwnCommand{{"login", []string{"SET", "a b", ""}}} },
			[]Mismatch{{"load.commands", "", `login: SET "a b" ""`}}},
	} {
		t.Run(name, func(t *testing.T) {
			now := old
			tt.change(&now)
			if diff := cmp.Diff(tt.want, loadMismatches(old, now)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := (Load{Recorded: []RecordedTest{{Name: "SET"}}}).written("threads", ""); got != "" {
		t.Errorf("a recording that tells no threads has %q", got)
	}
}

// Directives of several lines stay apart, and words that hold blanks whole.
func TestDirectivesInWords(t *testing.T) {
	setup := Setup{Config: []Directive{{"save", []string{"900", "1"}}, {"save", []string{"300", "10"}},
		{"logfile", []string{""}}, {"unixsocket", []string{"/a b"}}, {"hz", []string{"10"}}}}
	want := map[string]string{"config.save": "900 1, 300 10", "config.logfile": `""`, "config.unixsocket": `"/a b"`}
	if diff := cmp.Diff(want, setup.directives(map[string]bool{"config.hz": true})); diff != "" {
		t.Error(diff)
	}
}

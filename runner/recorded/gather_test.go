package recorded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// source is a text, read.
func source(t *testing.T, text string, as ...matrix.Coordinate) Source {
	t.Helper()
	read, err := Read("a.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Source{Text: read, As: as}
}

// gathered are recordings in words: "version=7.0 clients=4: SET 5".
func gathered(t *testing.T, g Gathering, sources ...Source) []string {
	t.Helper()
	found, _, err := g.Gather(sources)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range found {
		var words []string
		for _, at := range r.Coordinates {
			words = append(words, at.Axis+"="+at.Value)
		}
		for _, s := range r.Samples {
			words = append(words, s.Test)
		}
		said = append(said, strings.Join(words, " "))
	}
	return said
}

func TestGather(t *testing.T) {
	const set, get = "SET: 5 requests per second\n", "GET: 6 requests per second\n"
	before, after := matrix.Coordinate{Axis: "version", Value: "2.8.4"}, matrix.Coordinate{Axis: "version", Value: "3.2.3"}
	for name, test := range map[string]struct {
		g       Gathering
		sources []Source
		want    []string
	}{
		"two files":        {Gathering{}, []Source{source(t, set+get, before), source(t, set, after)}, []string{"version=2.8.4 SET GET", "version=3.2.3 SET"}},
		"alike":            {Gathering{}, []Source{source(t, set+set)}, []string{"recording=a.txt#1 SET", "recording=a.txt#2 SET"}},
		"alike, as rounds": {Gathering{Rounds: true}, []Source{source(t, set+set)}, []string{"recording=all SET", "recording=all SET"}},
		"what is told":     {Gathering{}, []Source{source(t, "$ redis-benchmark -c 4 -P 8\n"+set+"$ redis-benchmark -c 5 -P 8 -d 9\n"+set)}, []string{"value_size=3 clients=4 SET", "value_size=9 clients=5 SET"}},
		"versions": {Gathering{}, []Source{source(t, "redis_version:2.8.4\n"+set+"redis_version:7.2.4\nvalkey_version:8.1.1\n"+set)},
			[]string{"version=2.8.4 SET", "version=valkey-8.1.1 SET"}},
		"labels": {Gathering{Label: "aof"}, []Source{source(t, "SET: 5 requests per second <- no\nSET: 6 requests per second <- always\nGET: 1 requests per second")},
			[]string{"aof=no SET", "aof=always SET", "aof=none GET"}},
		"no title": {Gathering{Test: "SET", Label: "master"}, []Source{source(t, "• alone\n5 requests per second\n• with a replica\n4 requests per second")},
			[]string{"master=alone SET", "master=with a replica SET"}},
		"one alone": {Gathering{}, []Source{source(t, set)}, []string{"recording=a.txt#1 SET"}},
		"a part":    {Gathering{}, []Source{{Text: source(t, set+set+set).Text, First: 2, Last: 3}}, []string{"recording=a.txt#2 SET", "recording=a.txt#3 SET"}},
	} {
		if diff := cmp.Diff(test.want, gathered(t, test.g, test.sources...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestGatherRefused(t *testing.T) {
	for name, test := range map[string]struct {
		source Source
		want   string
	}{
		"a part that is not there": {Source{Text: source(t, "SET: 5 requests per second").Text, First: 1, Last: 2}, "take a.txt#2: the last of its recordings is a.txt#1"},
		"no title":                 {source(t, "5 requests per second"), "no result tells what was measured; name it with --test"},
		"another version": {source(t, "redis_version:2.8.4\nSET: 5 requests per second", matrix.Coordinate{Axis: "version", Value: "3.2"}),
			"a.txt is said to be of version 3.2, and line 2 on it is of redis 2.8.4; mend --as version"},
		"labels that are no axis": {source(t, "SET: 5 requests per second <- a\nSET: 6 requests per second <- b"),
			"line 2 of a.txt has a second result of SET; tell the two apart with --label AXIS"},
	} {
		if _, _, err := (Gathering{}).Gather([]Source{test.source}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

// A result without a title is told, and does not keep the others out.
func TestGatherUntold(t *testing.T) {
	found, untold, err := Gathering{}.Gather([]Source{source(t, "SET: 5 requests per second\nthe worst is 5 requests per second\n")})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d recordings, %v", len(found), err)
	}
	want := []Problem{{Name: "a.txt", Line: 2, Text: "5 requests per second", What: "it does not tell what was measured", Remedy: "name that with --test, or take it out"}}
	if diff := cmp.Diff(want, untold); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A mix becomes one test with its parts.
func TestGatherMix(t *testing.T) {
	found, _, err := Gathering{}.Gather([]Source{source(t, memtier2)})
	if err != nil {
		t.Fatal(err)
	}
	run, err := matrix.NewRecorded("v1", "memtier", found, nil, found[0].Samples[0].Started)
	if err != nil {
		t.Fatal(err)
	}
	whole := run.Results[0]
	if v, told := whole.Median(matrix.MetricP999); v != 7.11 || !told {
		t.Errorf("p99.9 of the whole is %v, %v", v, told)
	}
	if v, told := whole.Part("GET").Median(matrix.MetricRPS); v != 100000.25 || !told {
		t.Errorf("GET has %v, %v", v, told)
	}
}

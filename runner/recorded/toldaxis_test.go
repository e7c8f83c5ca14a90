package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// as are values on axes: "clients=5,save=off".
func as(text string) []matrix.Coordinate {
	var at []matrix.Coordinate
	for part := range strings.SplitSeq(text, ",") {
		if axis, value, ok := strings.Cut(part, "="); ok {
			at = append(at, matrix.Coordinate{Axis: axis, Value: value})
		}
	}
	return at
}

// configured is a test of 6.2 or later with all that it tells.
func configured(appendonly, save, threads string) string {
	more := []string{"5 parallel clients", "10 bytes payload", "keep alive: 1", `host configuration "save": ` + save,
		`host configuration "appendonly": ` + appendonly, "multi-thread: no"}
	if threads != "" {
		more[len(more)-1] = "multi-thread: yes\n  threads: " + threads
	}
	return normal("SET", more...)
}

// What is said of a text is held against what it tells.
func TestContradicted(t *testing.T) {
	const command = "$ redis-benchmark -c 5 -d 100 -P 4 -r 1000 --threads 2\nSET: 5.00 requests per second\n"
	const info = "redis_version:2.8.4\n"
	aof, off := configured("yes", "3600 1 300 100", ""), configured("no", "", "4")
	for _, test := range []struct {
		text, as string
		told     string // what the text tells instead, "" where they agree
	}{
		{command, "clients=5", ""}, {command, "clients=99", "clients 5"}, {command, "clients=many", "clients 5"}, {command, "clients=5.0", "clients 5"},
		{command, "value_size=100", ""}, {command, "value_size=100 B", ""}, {command, "value_size=1KiB", "value_size 100"}, {command, "value_size=big", "value_size 100"},
		{command, "value_size=1-100", "value_size 100"},
		{command, "pipeline=4", ""}, {command, "pipeline=1", "pipeline 4"},
		{command, "keyspace=1000", ""}, {command, "keyspace=1", "keyspace 1000"},
		{command, "threads=2", ""}, {command, "threads=1", "threads 2"},
		{command, "version=9.9,host=a", ""}, {command, "appendonly=always,save=off", ""},
		{"SET: 5.00 requests per second", "clients=99,value_size=7,pipeline=8,keyspace=9,threads=3", ""},
		{info + command, "version=2.8.4", ""}, {info + command, "version=2.8", ""}, {info + command, "version=redis-2.8.4", ""},
		{info + command, "version=2.8.5", "redis 2.8.4"}, {info + command, "version=valkey-8.1", "redis 2.8.4"}, {info + command, "version=ours", ""},
		{aof, "appendonly=yes", ""}, {aof, "appendonly=everysec", ""}, {aof, "appendonly=always", ""}, {aof, "appendonly=os", ""}, {aof, "appendonly=Case 1", ""},
		{aof, "appendonly=no", "appendonly yes"}, {off, "appendonly=no", ""}, {off, "appendonly=everysec", "appendonly no"}, {off, "appendonly=yes", "appendonly no"},
		{aof, "save=3600 1 300 100", ""}, {aof, "save=3600  1 300 100", ""}, {aof, "save=900 1", "save 3600 1 300 100"}, {aof, "save=off", "save 3600 1 300 100"},
		{off, "save=off", ""}, {off, "save=900 1", "save off"}, {off, "save=on", ""},
		{off, "threads=4", ""}, {off, "threads=1", "threads 4"}, {aof, "threads=1", ""}, {aof, "threads=2", "threads 1"},
		{off, "clients=50", "clients 5"}, {off, "value_size=3", "value_size 10"},
	} {
		_, _, err := Gathering{}.Gather([]Source{source(t, test.text, as(test.as)...)})
		if test.told == "" {
			if err != nil {
				t.Errorf("%q of %q: %v", test.as, test.text, err)
			}
			continue
		}
		axis, value, _ := strings.Cut(test.as, "=")
		begin := fmt.Sprintf("a.txt is said to be of %s %s, and line ", axis, value)
		end := fmt.Sprintf(" on it is of %s; mend --as %s", test.told, axis)
		if err == nil || !strings.HasPrefix(err.Error(), begin) || !strings.HasSuffix(err.Error(), end) {
			t.Errorf("%q of %q: error %v, want %s…%s", test.as, test.text, err, begin, end)
		}
	}
}

// So is what stands behind results.
func TestContradictingLabels(t *testing.T) {
	text := "$ redis-benchmark -c 5\nSET: 5.00 requests per second <- 5\nGET: 6.00 requests per second <- 50\n"
	_, _, err := Gathering{Label: "clients"}.Gather([]Source{source(t, text)})
	want := "a.txt is said to be of clients 50, and line 2 on it is of clients 5; mend --label clients"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Axes are what texts tell differently; what only some of them tell is a note.
func TestToldAxes(t *testing.T) {
	const set = "SET: 5.00 requests per second\n"
	aof, off := configured("yes", "3600 1 300 100", ""), configured("no", "", "")
	file := func(name, text string) Source {
		s := source(t, text)
		s.Name, s.SHA256 = name, name
		return s
	}
	for name, test := range map[string]struct {
		sources []Source
		want    []string
	}{
		"clients":        {[]Source{source(t, "$ redis-benchmark -c 1\n"+set+"$ redis-benchmark -c 2\n"+set)}, []string{"clients=1 SET", "clients=2 SET"}},
		"pipeline":       {[]Source{source(t, "$ redis-benchmark -P 1\n"+set+"$ redis-benchmark -P 2\n"+set)}, []string{"pipeline=1 SET", "pipeline=2 SET"}},
		"value size":     {[]Source{source(t, "$ redis-benchmark\n"+set+"$ redis-benchmark -d 9\n"+set)}, []string{"value_size=3 SET", "value_size=9 SET"}},
		"keyspace":       {[]Source{source(t, "$ redis-benchmark\n"+set+"$ redis-benchmark -r 9\n"+set)}, []string{"keyspace=1 SET", "keyspace=9 SET"}},
		"threads":        {[]Source{source(t, "$ redis-benchmark\n"+set+"$ redis-benchmark --threads 4\n"+set)}, []string{"threads=1 SET", "threads=4 SET"}},
		"threads, told":  {[]Source{source(t, configured("no", "", "")+configured("no", "", "4"))}, []string{"threads=1 SET", "threads=4 SET"}},
		"persistence":    {[]Source{source(t, aof+off)}, []string{"appendonly=yes save=3600 1 300 100 SET", "appendonly=no save=off SET"}},
		"appendonly":     {[]Source{source(t, configured("yes", "", "")+off)}, []string{"appendonly=yes SET", "appendonly=no SET"}},
		"save":           {[]Source{source(t, configured("no", "900 1", "")+off)}, []string{"save=900 1 SET", "save=off SET"}},
		"nothing":        {[]Source{source(t, off+off)}, []string{"recording=a.txt#1 SET", "recording=a.txt#2 SET"}},
		"some say it":    {[]Source{source(t, off, as("clients=5")...), file("b.txt", set)}, []string{"clients=5 SET", " SET [not told, and told by others: appendonly, save, value_size, threads]"}},
		"version or not": {[]Source{source(t, set+"redis_version:2.8.4\n"+set)}, []string{"version=not told SET", "version=2.8.4 SET"}},
		"two tell":       {[]Source{source(t, "$ redis-benchmark -c 1\n"+set+"$ redis-benchmark -c 2\n"+set), file("b.txt", set)}, []string{"clients=1 SET", "clients=2 SET", "clients=not told SET [not told, and told by others: value_size, pipeline, keyspace, threads]"}},
		"one tells": {[]Source{source(t, "$ redis-benchmark -c 1\n"+set), file("b.txt", set)},
			[]string{"recording=a.txt#1 SET", "recording=b.txt#1 SET [not told, and told by others: value_size, clients, pipeline, keyspace, threads]"}},
		"other versions": {[]Source{source(t, off, as("version=7.0")...), func() Source { s := file("b.txt", set); s.As = as("version=2.8"); return s }()},
			[]string{"version=7.0 SET", "version=2.8 SET [not told, and told by others: appendonly, save, value_size, clients, threads]"}},
	} {
		found, _, err := Gathering{}.Gather(test.sources)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(test.want, worded(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// worded are recordings in words: "version=7.0 clients=4 SET [note]".
func worded(found []matrix.Recorded) []string {
	var said []string
	for _, r := range found {
		var words []string
		for _, at := range r.Coordinates {
			words = append(words, at.Axis+"="+at.Value)
		}
		line := strings.Join(words, " ")
		for _, s := range r.Samples {
			line += " " + s.Test
			for _, n := range s.Notes {
				line += " [" + n.Text + "]"
			}
		}
		said = append(said, line)
	}
	return said
}

// Recordings that are alike are called as the command line calls them.
func TestRecordingNames(t *testing.T) {
	const set = "SET: 5.00 requests per second\n"
	file := func(name string, first, last, n int) Source {
		s := source(t, strings.Repeat(set, n))
		s.Name, s.SHA256, s.First, s.Last = name, name, first, last
		return s
	}
	for name, test := range map[string]struct {
		rounds  bool
		sources []Source
		want    string
	}{
		"one":                   {false, []Source{file("a.txt", 0, 0, 1)}, "a.txt#1"},
		"several":               {false, []Source{file("a.txt", 0, 0, 3)}, "a.txt#1 a.txt#2 a.txt#3"},
		"some":                  {false, []Source{file("a.txt", 2, 3, 3)}, "a.txt#2 a.txt#3"},
		"some of several":       {false, []Source{file("a.txt", 3, 3, 3), file("a.txt", 1, 1, 3), file("b.txt", 2, 2, 2)}, "a.txt#3 a.txt#1 b.txt#2"},
		"in folders":            {false, []Source{file("x/a.txt", 0, 0, 1), file("y/b.txt", 0, 0, 1)}, "a.txt#1 b.txt#1"},
		"of one name":           {false, []Source{file("x/a.txt", 0, 0, 1), file("y/a.txt", 0, 0, 2)}, "a.txt#1 y/a.txt#1 y/a.txt#2"},
		"the standard input":    {false, []Source{file("-", 0, 0, 2)}, "-#1 -#2"},
		"rounds":                {true, []Source{file("a.txt", 0, 0, 2)}, "all all"},
		"rounds of other files": {true, []Source{file("a.txt", 0, 0, 1), file("b.txt", 0, 0, 1)}, "all all"},
	} {
		found, _, err := Gathering{Rounds: test.rounds}.Gather(test.sources)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, r := range found {
			got = append(got, r.Coordinates[0].Value)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// One recording does not count twice.
func TestTwice(t *testing.T) {
	text := source(t, strings.Repeat("SET: 5.00 requests per second\n", 4)).Text
	copied := text
	copied.Name = "b.txt"
	part := func(text Text, first, last int) Source { return Source{Text: text, First: first, Last: last} }
	for name, test := range map[string]struct {
		sources []Source
		refused bool
	}{
		"the same":           {[]Source{part(text, 0, 0), part(text, 0, 0)}, true},
		"a copy":             {[]Source{part(text, 0, 0), part(copied, 0, 0)}, true},
		"a part of it":       {[]Source{part(text, 0, 0), part(text, 2, 2)}, true},
		"parts that overlap": {[]Source{part(text, 1, 2), part(text, 2, 3)}, true},
		"parts within":       {[]Source{part(text, 2, 3), part(text, 1, 4)}, true},
		"the same part":      {[]Source{part(text, 1, 1), part(copied, 1, 1)}, true},
		"parts":              {[]Source{part(text, 1, 2), part(text, 3, 4)}, false},
		"parts, turned":      {[]Source{part(text, 4, 4), part(text, 1, 3)}, false},
	} {
		_, _, err := Gathering{Rounds: true}.Gather(test.sources)
		if refused := err != nil && strings.Contains(err.Error(), "hold the same recordings; name each of them once, as FILE#N"); refused != test.refused {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// What an output tells of the configuration becomes directives.
func TestDirectives(t *testing.T) {
	for name, test := range map[string]struct {
		config map[string]string
		want   []matrix.Directive
	}{
		"none":    {nil, nil},
		"off":     {map[string]string{"save": ""}, []matrix.Directive{{Name: "save", Args: []string{""}}}},
		"a point": {map[string]string{"save": "900 1"}, []matrix.Directive{{Name: "save", Args: []string{"900", "1"}}}},
		"both": {map[string]string{"save": "900 1 300 10", "appendonly": "yes"},
			[]matrix.Directive{{Name: "appendonly", Args: []string{"yes"}}, {Name: "save", Args: []string{"900", "1"}}, {Name: "save", Args: []string{"300", "10"}}}},
	} {
		if diff := cmp.Diff(test.want, directives(test.config)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

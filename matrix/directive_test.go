package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines writes directives as redis.conf does.
func lines(directives []Directive) []string {
	var all []string
	for _, d := range directives {
		words := []string{d.Name}
		for _, arg := range d.Args {
			words = append(words, quoteValue(arg))
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		name   string
		server []Directive
		axes   []Coordinate
		want   []string
	}{
		{"nothing asked", nil, nil, []string{"appendonly no", `save ""`}},
		{"everysec", nil, []Coordinate{{"appendonly", "everysec"}},
			[]string{"appendonly yes", "appendfsync everysec", `save ""`}},
		{"always", nil, []Coordinate{{"appendonly", "always"}},
			[]string{"appendonly yes", "appendfsync always", `save ""`}},
		{"os", nil, []Coordinate{{"appendonly", "os"}},
			[]string{"appendonly yes", "appendfsync no", `save ""`}},
		{"save points", nil, []Coordinate{{"save", "900 1 300 10"}},
			[]string{"appendonly no", "save 900 1", "save 300 10"}},
		{"save off", []Directive{directive("save 900 1")}, []Coordinate{{"save", "off"}},
			[]string{"appendonly no", `save ""`}},
		{"a save point in one word", []Directive{{"save", []string{"900 1"}}}, nil,
			[]string{"appendonly no", "save 900 1"}},
		{"save lines add up", []Directive{directive("save 900 1"), directive("save 300 10")}, nil,
			[]string{"appendonly no", "save 900 1", "save 300 10"}},
		{"no words of save", []Directive{directive("save")}, nil,
			[]string{"appendonly no", `save ""`}},
		{"AOF by server.config", []Directive{directive("appendonly yes")}, nil,
			[]string{"appendonly yes", "appendfsync everysec", `save ""`}},
		{"appendfsync by server.config", []Directive{directive("appendfsync always"), directive("appendonly YES")}, nil,
			[]string{"appendonly YES", "appendfsync always", `save ""`}},
		{"the axis wins", []Directive{directive("hz 10"), directive("appendonly yes")},
			[]Coordinate{{"version", "7.0"}, {"appendonly", "no"}, {"config.HZ", "100"}, {"clients", "1"}},
			[]string{"appendonly no", `save ""`, "hz 100"}},
		{"the axis wins in another spelling", []Directive{directive("slave-read-only yes")},
			[]Coordinate{{"config.replica-read-only", "no"}},
			[]string{"appendonly no", `save ""`, "slave-read-only no"}},
		{"several words and lines",
			[]Directive{directive("client-output-buffer-limit normal 0 0 0"), directive("client-output-buffer-limit replica 1 1 1")}, nil,
			[]string{"appendonly no", `save ""`, "client-output-buffer-limit normal 0 0 0", "client-output-buffer-limit slave 1 1 1"}},
		{"axes with words", nil, []Coordinate{{"config.oom-score-adj-values", "0 200 800"}, {"config.masterauth", `""`}, {"config.proc-title-template", `"{title} x"`}},
			[]string{"appendonly no", `save ""`, "oom-score-adj-values 0 200 800", `masterauth ""`, `proc-title-template "{title} x"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got config
			got.setLines(c.server)
			for _, at := range c.axes {
				if err := got.setAxis(at.Axis, at.Value); err != nil {
					t.Fatal(err)
				}
			}
			got.fillIn()
			if diff := cmp.Diff(c.want, lines(got.directives())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestConfigRejects(t *testing.T) {
	for axis, c := range map[string]struct{ value, want string }{
		"appendonly":        {"yes", "accepted are no, everysec, always, os"},
		"config.dbfilename": {`"open`, `read config.dbfilename "\"open": quotes that redis.conf cannot read; close the quotes`},
	} {
		var got config
		if err := got.setAxis(axis, c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: got %v, want %q", axis, c.value, err, c.want)
		}
	}
}

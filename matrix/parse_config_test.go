package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseConfig(t *testing.T) {
	for config, want := range map[string][]Directive{
		`{}`:                             nil,
		`{hz: 100}`:                      {{"hz", []string{"100"}}},
		`{HZ: 1e2}`:                      {{"hz", []string{"1e2"}}},
		`{activedefrag: no}`:             {{"activedefrag", []string{"no"}}},
		`{appendonly: Yes}`:              {{"appendonly", []string{"Yes"}}},
		`{appendfsync: ALWAYS}`:          {{"appendfsync", []string{"ALWAYS"}}},
		`{save: ""}`:                     {{"save", []string{""}}},
		`{save: off}`:                    {{"save", []string{""}}},
		`{save: 900 1}`:                  {{"save", []string{"900", "1"}}},
		`{save: "900 1 300 10"}`:         {{"save", []string{"900", "1"}}, {"save", []string{"300", "10"}}},
		`{save: [900 1, 300 10]}`:        {{"save", []string{"900", "1"}}, {"save", []string{"300", "10"}}},
		`{maxmemory: 1gb, hz: 5}`:        {{"maxmemory", []string{"1gb"}}, {"hz", []string{"5"}}},
		`{notify-keyspace-events: ''}`:   {{"notify-keyspace-events", []string{""}}},
		`{masterauth: '"a b"'}`:          {{"masterauth", []string{"a b"}}},
		`{masterauth: "'it\\'s'"}`:       {{"masterauth", []string{"it's"}}},
		`{loadmodule: [/a.so x, /b.so]}`: {{"loadmodule", []string{"/a.so", "x"}}, {"loadmodule", []string{"/b.so"}}},
		`{search.timeout: 500}`:          {{"search.timeout", []string{"500"}}},
		`{search-timeout: 500}`:          {{"search-timeout", []string{"500"}}},
		`{loglevel: warning}`:            {{"loglevel", []string{"warning"}}},
		`{client-output-buffer-limit: normal 0 0 0}`: {
			{"client-output-buffer-limit", []string{"normal", "0", "0", "0"}},
		},
	} {
		spec := mustParse(t, "axes: {version: ['7.0']}\nserver: {config: "+config+"}\n", "s.yaml")
		if diff := cmp.Diff(want, spec.Server.Config); diff != "" {
			t.Errorf("%s (-want +got):\n%s", config, diff)
		}
	}
}

// TestOwnedDirectives keeps directives that the program sets out of specs, on
// axes and in server.config.
func TestOwnedDirectives(t *testing.T) {
	for name := range owned {
		for _, source := range []string{
			"axes: {version: ['7.0']}\nserver: {config: {" + name + ": x}}\n",
			"axes: {version: ['7.0'], config." + name + ": [x]}\n",
		} {
			problems := problemsOf(t, source, "s.yaml")
			if want := "the program sets " + name + " itself"; len(problems) != 1 || problems[0].Message != want {
				t.Errorf("%s: got %v, want %q", source, problems, want)
			}
		}
	}
}

// TestConfigConflicts names one directive in two places.
func TestConfigConflicts(t *testing.T) {
	for _, test := range []struct{ axis, directive, want string }{
		{"appendonly: [no]", "appendonly: yes", "the axis appendonly sets appendonly"},
		{"appendonly: [no]", "appendfsync: no", "the axis appendonly sets appendfsync"},
		{"save: [off]", "save: 900 1", "the axis save sets save"},
		{"config.hz: [10]", "hz: 10", "the axis config.hz sets hz"},
		{"config.HZ: [10]", "Hz: 10", "the axis config.hz sets hz"},
		{"config.appendfsync: [no]", "appendfsync: no", "the axis config.appendfsync sets appendfsync"},
		{"config.replica-priority: [1]", "slave-priority: 1", "the axis config.replica-priority sets slave-priority"},
		{"config.appendfsync: [no]", "appendonly: yes", ""},
		{"appendonly: [no]", "no-appendfsync-on-rewrite: yes", ""},
		{"clients: [1]", "hz: 1", ""},
	} {
		source := "axes: {version: ['7.0'], " + test.axis + "}\nserver: {config: {" + test.directive + "}}\n"
		if test.want == "" {
			mustParse(t, source, "s.yaml")
			continue
		}
		problems := problemsOf(t, source, "s.yaml")
		if len(problems) != 1 || problems[0].Message != test.want {
			t.Errorf("%s: got %v, want %q", source, problems, test.want)
		}
	}
}

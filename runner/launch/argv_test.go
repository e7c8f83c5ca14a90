package launch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestArguments(t *testing.T) {
	type directives = []matrix.Directive
	tests := []struct {
		name   string
		config directives
		want   []string
	}{
		{"none", nil, nil},
		{"one word", directives{{Name: "hz", Args: []string{"20"}}}, []string{"--hz", "20"}},
		{"capitals", directives{{Name: "AppendOnly", Args: []string{"yes"}}}, []string{"--appendonly", "yes"}},
		{"empty", directives{{Name: "save", Args: []string{""}}}, []string{"--save", ""}},
		{"save points", directives{{Name: "save", Args: []string{"900", "1"}}, {Name: "save", Args: []string{"300", "10"}}},
			[]string{"--save", "900", "1", "--save", "300", "10"}},
		{"save points in one line", directives{{Name: "save", Args: []string{"900", "1", "300", "10"}}},
			[]string{"--save", "900", "1", "--save", "300", "10"}},
		{"save points in one word", directives{{Name: "save", Args: []string{"900 1 300 10"}}},
			[]string{"--save", "900", "1", "--save", "300", "10"}},
		{"a wrong save point is left to the server", directives{{Name: "save", Args: []string{"900"}}}, []string{"--save", "900"}},
		{"limits in one word", directives{{Name: "client-output-buffer-limit", Args: []string{"normal 0 0 0 pubsub 1mb 1mb 60"}}},
			[]string{"--client-output-buffer-limit", "normal", "0", "0", "0", "--client-output-buffer-limit", "pubsub", "1mb", "1mb", "60"}},
		{"negative number", directives{{Name: "list-max-ziplist-size", Args: []string{"-2"}}}, []string{"--list-max-ziplist-size", "-2"}},
		{"several words", directives{{Name: "oom-score-adj-values", Args: []string{"0", "200", "800"}}},
			[]string{"--oom-score-adj-values", "0", "200", "800"}},
		{"a module's", directives{{Name: "bf.error-rate", Args: []string{"0.1"}}}, []string{"--bf.error-rate", "0.1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := arguments(test.config)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Error(err, diff)
			}
		})
	}
}

func TestArgumentsRefuses(t *testing.T) {
	for _, d := range []matrix.Directive{
		{Name: ""}, {Name: "--hz"}, {Name: "hz 10\nport"}, {Name: "hz\x00"},
		{Name: "PORT", Args: []string{"1"}}, {Name: "logfile", Args: []string{"x"}},
		{Name: "loglevel", Args: []string{"--bind", "0.0.0.0"}},
	} {
		if got, err := arguments([]matrix.Directive{d}); err == nil {
			t.Errorf("%+v gives %q", d, got)
		}
	}
}

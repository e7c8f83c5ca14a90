package main

import (
	"strings"
	"testing"
)

// noEnv is an environment without variables.
func noEnv(string) string { return "" }

func TestRunExitCodes(t *testing.T) {
	tests := []struct {
		args   string
		want   exitCode
		stderr string
	}{
		{"", exitOK, ""},
		{"--help", exitOK, ""},
		{"help run", exitOK, ""},
		{"version", exitOK, ""},
		{"version -f json", exitOK, ""},
		{"nonsense", exitUsage, `redis-matrix: unknown command "nonsense"`},
		{"version extra", exitUsage, "see 'redis-matrix version --help'"},
		{"version --nonsense", exitUsage, "unknown flag: --nonsense; see 'redis-matrix version --help'"},
		{"version -f xml", exitUsage, `format "xml" is not known`},
		{"run", exitUsage, "run needs a SPEC"},
		{"servers nonsense", exitUsage, "unknown command"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			var stdout, stderr strings.Builder
			code := run(t.Context(), strings.Fields(test.args), strings.NewReader(""), &stdout, &stderr, noEnv)
			if code != int(test.want) || !strings.Contains(stderr.String(), test.stderr) {
				t.Errorf("exit code %d, want %d; stderr %q", code, test.want, stderr.String())
			}
			if (stdout.Len() > 0) != (test.want == exitOK) {
				t.Errorf("stdout %q", stdout.String())
			}
		})
	}
}

// exploding is a writer that panics.
type exploding struct{}

func (exploding) Write([]byte) (int, error) { panic("boom") }

func TestRunSurvivesAPanic(t *testing.T) {
	var stderr strings.Builder
	code := run(t.Context(), []string{"version"}, nil, exploding{}, &stderr, noEnv)
	if code != int(exitInternal) || !strings.HasPrefix(stderr.String(), "redis-matrix: internal error: boom\n") {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

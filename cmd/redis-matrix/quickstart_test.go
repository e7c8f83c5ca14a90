package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// isolate hides the machine's servers and programs, and puts fake servers of
// the named versions in their place.
func isolate(t *testing.T, versions ...string) (bin string) {
	t.Helper()
	dir := t.TempDir()
	bin = filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, version := range versions {
		script := fmt.Sprintf("#!/bin/sh\necho 'Redis server v=%s sha=00000000:0 malloc=libc bits=64 build=0'\n", version)
		program(t, filepath.Join(dir, "servers", version, "redis-server"), script)
	}
	t.Setenv("PATH", bin)
	t.Setenv("REDIS_MATRIX_SERVERS", filepath.Join(dir, "servers"))
	t.Setenv("REDIS_MATRIX_CACHE", filepath.Join(dir, "cache"))
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(dir, "none.sock"))
	return bin
}

// program writes a program.
func program(t *testing.T, path, script string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestObtain(t *testing.T) {
	tests := []struct {
		name     string
		versions []string // that are here
		apt      string   // a script, where apt-get is here
		want     []string // the version axis
		says     string
	}{
		{"nothing is here", nil, "", nil, "there is no apt-get here"},
		{"other versions are here", []string{"5.0.14", "7.2.6"}, "", []string{"5.0.14", "7.2.6"}, "comparing what is here: 5.0.14, 7.2.6"},
		{"four at most", []string{"2.8.24", "3.2.13", "4.0.14", "5.0.14", "7.2.6"}, "",
			[]string{"3.2.13", "4.0.14", "5.0.14", "7.2.6"}, "comparing what is here"},
		{"apt fails", []string{"5.0.14"}, "#!/bin/sh\nexit 100\n", []string{"5.0.14"}, "comparing what is here: 5.0.14"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bin := isolate(t, test.versions...)
			if test.apt != "" {
				program(t, filepath.Join(bin, "apt-get"), test.apt)
			}
			var stderr strings.Builder
			c := console{err: &stderr, env: noEnv}
			spec, plan := quickstartPlan(t, c)
			spec, err := obtain(t.Context(), c, runFlags{}, spec, plan)
			if said := stderr.String() + errorText(err); !strings.Contains(said, test.says) {
				t.Errorf("says %q, want %q", said, test.says)
			}
			if test.want == nil {
				if codeOf(err) != exitUsage {
					t.Errorf("exit code %d, error %v", codeOf(err), err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, versionAxis(spec.Spec)); diff != "" {
				t.Errorf("versions (-want +got):\n%s", diff)
			}
		})
	}
}

// quickstartPlan is the plan of quickstart's spec on the servers here.
func quickstartPlan(t *testing.T, c console) (*parsedSpec, *planned) {
	t.Helper()
	spec, err := loadQuickstart(c, specFlags{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := here(t.Context(), c, false, spec.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return spec, p
}

func versionAxis(spec *matrix.Spec) []string {
	for _, axis := range spec.Axes {
		if axis.Name == matrix.AxisVersion {
			return axis.Values
		}
	}
	return nil
}

func TestQuickstartSpecIsWhatPackagesOffer(t *testing.T) {
	spec, err := (&specFlags{}).load(console{}, quickstartSpec)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(quickstartVersions(), versionAxis(spec.Spec)); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

func TestCompleteSet(t *testing.T) {
	isolate(t, "7.0.15", "7.0.9", "8.0.2")
	cmd := newRun(console{})
	cmd.SetContext(t.Context())
	got, _ := completeSet(cmd, nil, "version=6.0,")
	if diff := cmp.Diff([]string{"version=6.0,8.0", "version=6.0,7.0"}, got); diff != "" {
		t.Errorf("offers (-want +got):\n%s", diff)
	}
}

package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// telling is a launcher whose servers tell their whole configuration.
type telling struct {
	*fake
	configs []string // of one server after the other
}

func (l *telling) Launch(ctx context.Context, setup matrix.Setup, log string) (Server, error) {
	server, err := l.fake.Launch(ctx, setup, log)
	told := tellingServer{server, []matrix.Directive{{Name: "hz", Args: []string{l.configs[0]}}}}
	l.configs = l.configs[1:]
	return told, err
}

type tellingServer struct {
	Server
	effective []matrix.Directive
}

func (s tellingServer) Info() matrix.ServerInfo {
	info := s.Server.Info()
	info.Effective = s.effective
	return info
}

// TestEffectiveIsKeptOnce keeps the configuration of the first round, in the
// document and in the journal, whatever later servers tell.
func TestEffectiveIsKeptOnce(t *testing.T) {
	run, f := newRun(t, 3, "3"), newFake()
	dir, err := Create(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	options := f.options(dir)
	options.Launcher = &telling{f, []string{"10", "10", "20"}}
	if err := Run(t.Context(), run, options); err != nil {
		t.Fatal(err)
	}
	want := []matrix.Directive{{Name: "hz", Args: []string{"10"}}}
	if diff := cmp.Diff(want, run.Servers["version=7.0"].Effective); diff != "" {
		t.Errorf("in the run (-want +got):\n%s", diff)
	}
	text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"effective"`); n != 1 {
		t.Errorf("%d times in the journal", n)
	}
	killed := newRun(t, 3, "3")
	killed.Servers = map[string]matrix.ServerInfo{}
	if err := replay(dir, killed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Servers, killed.Servers); diff != "" {
		t.Errorf("from the journal (-want +got):\n%s", diff)
	}
}

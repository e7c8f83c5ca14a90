package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"redismatrix/matrix"
)

// TestReadme runs the README's commands, one after the other as a reader would,
// in one directory. Those that measure are made short.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := readmeCommands(string(text))
	if len(commands) < 8 {
		t.Fatalf("only %d commands found: %q", len(commands), commands)
	}
	script := strings.Join([]string{
		"[!servers] skip 'no two servers are here'",
		"env PATH=$REAL_PATH", "env REDIS_MATRIX_SERVERS=$REAL_SERVERS", "env REDIS_MATRIX_CACHE=$REAL_CACHE",
		strings.Join(commands, "\n"), "",
	}, "\n")
	file := filepath.Join(t.TempDir(), "readme.txt")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{file}, RequireExplicitExec: true,
		Setup: setupScript, Condition: scriptCondition,
	})
}

// TestReadmeSpec holds the README's spec to what the parser accepts.
func TestReadmeSpec(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, spec, found := strings.Cut(string(text), "```yaml\n")
	spec, _, _ = strings.Cut(spec, "```")
	var stdout, stderr strings.Builder
	code := run(t.Context(), []string{"plan", "-"}, strings.NewReader(spec), &stdout, &stderr, os.Getenv)
	if !found || code != int(exitOK) {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

// TestReadmeImports runs what the README says of results recorded elsewhere, on the
// outputs that it names.
func TestReadmeImports(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "recorded"))); err != nil {
		t.Fatal(err)
	}
	const quiet = "SET: 45662.10 requests per second\n"
	for i, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Repeat("\n", i)+quiet), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	imports := 0
	for line := range strings.Lines(string(text)) {
		command, _, _ := strings.Cut(strings.TrimPrefix(line, "redis-benchmark -q | "), " # ")
		args := strings.Fields(command)
		if len(args) < 2 || args[0] != "redis-matrix" || args[1] != "import" {
			continue
		}
		imports++
		var stdout, stderr strings.Builder
		if code := run(t.Context(), args[1:], strings.NewReader(quiet), &stdout, &stderr, os.Getenv); code != int(exitOK) {
			t.Errorf("%s: exit code %d: %s", command, code, stderr.String())
		}
	}
	if imports != 6 {
		t.Errorf("%d imports, want 6", imports)
	}
}

// TestReadmeTwoRuns has the README's example of two runs give what it shows.
func TestReadmeTwoRuns(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(text), "<!-- two-runs -->\n```yaml\n")
	parts := strings.Split(example, "```")
	if !found || len(parts) < 5 {
		t.Fatal("the README has no two runs")
	}
	t.Chdir(t.TempDir())
	december := strings.NewReplacer("september", "december", "8.0", "8.2").Replace(parts[0])
	for name, made := range map[string]struct {
		source  string
		changes map[string]string
	}{
		"september": {parts[0], map[string]string{"day": "0"}},
		"december":  {december, map[string]string{"day": "91", "slow:version=7.0": "0.9", "slow:version=8.2:GET": "0.9", "slow:version=8.2:SET": "0.72"}},
	} {
		spec, err := matrix.Parse(strings.NewReader(made.source), name)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := matrix.NewPlan(spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		doc := making{changes: made.changes}.run(plan)
		doc.ID = name
		var text bytes.Buffer
		err = errors.Join(doc.Write(&text), os.MkdirAll(filepath.Join("results", name), 0o777),
			os.WriteFile(filepath.Join("results", name, "run.json"), text.Bytes(), 0o666))
		if err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr strings.Builder
	args := strings.Fields(strings.TrimPrefix(strings.TrimSpace(parts[2]), "redis-matrix"))
	if code := run(t.Context(), args, nil, &stdout, &stderr, os.Getenv); code != int(exitRegression) || stderr.String() != "" {
		t.Errorf("%q: exit code %d: %s", args, code, stderr.String())
	}
	if diff := cmp.Diff(strings.TrimPrefix(parts[4], "\n"), stdout.String()); diff != "" {
		t.Errorf("the README shows (-) what is not printed (+):\n%s", diff)
	}
}

// short makes a command that measures a matter of seconds.
const short = " --duration 20ms --rounds 1 --set load.warmup=5ms --tests SET,GET"

// readmeCommands are the lines after "$ " in console blocks, as script lines.
func readmeCommands(text string) []string {
	var commands []string
	for block := range strings.SplitSeq(text, "```console\n") {
		block, _, _ = strings.Cut(block, "```")
		for line := range strings.Lines(block) {
			if command, found := strings.CutPrefix(line, "$ "); found {
				commands = append(commands, scriptLine(strings.TrimSpace(command)))
			}
		}
	}
	return commands
}

// scriptLine has the program that is being tested stand in for `go run`, and
// a shell expand patterns.
func scriptLine(command string) string {
	command = strings.Replace(command, "go run ./cmd/redis-matrix", "redis-matrix", 1)
	if strings.HasPrefix(command, "go ") || strings.HasPrefix(command, "make ") {
		return "# " + command + " is what is running"
	}
	for _, measures := range []string{"redis-matrix quickstart", "redis-matrix run"} {
		if strings.HasPrefix(command, measures) {
			command += short
		}
	}
	return "exec sh -c '" + command + "'"
}

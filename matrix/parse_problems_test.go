package matrix

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// problemsOf are the mistakes that Parse finds; none is a failure.
func problemsOf(t *testing.T, source, name string, overrides ...Override) Problems {
	t.Helper()
	spec, err := Parse(strings.NewReader(source), name, overrides...)
	var problems Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got error %v, want Problems", err)
	}
	if spec != nil || len(problems) == 0 {
		t.Errorf("got spec %v and %d problems", spec, len(problems))
	}
	return problems
}

// TestParseProblems reads specs that are wrong in every way there is, and
// compares what is reported with the golden file beside them.
func TestParseProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/problems/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := problemsOf(t, string(source), filepath.Base(file)).Error() + "\n"
			compareGolden(t, strings.TrimSuffix(file, ".yaml")+".txt", got)

			// Line ends of Windows and a byte order mark change no place.
			windows := "\ufeff" + strings.ReplaceAll(string(source), "\n", "\r\n")
			if again := problemsOf(t, windows, filepath.Base(file)).Error() + "\n"; again != got {
				t.Errorf("with CRLF and BOM (-LF +CRLF):\n%s", cmp.Diff(got, again))
			}
		})
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func TestParseUnreadable(t *testing.T) {
	const axes = "axes: {version: [\"7.0\"]}\n"
	for name, test := range map[string]struct{ source, want string }{
		"empty":       {"", `s.yaml: the spec is empty; `},
		"blank":       {"\n \n\n", `s.yaml: the spec is empty; `},
		"comments":    {"# nothing\n  # at all\n", `s.yaml: the spec is empty; `},
		"only BOM":    {"\ufeff", `s.yaml: the spec is empty; `},
		"document":    {"---\n", `s.yaml: the spec is empty; `},
		"scalar":      {"quickstart\n", `s.yaml:1:1: "quickstart": a single value where a mapping is expected; `},
		"list":        {"- a\n- b\n", `s.yaml:1:1: "[a, b]": a list where a mapping is expected; `},
		"latin 1":     {axes + "name: caf\xe9\n", `s.yaml:2:10: the file is not UTF-8; save it as UTF-8`},
		"UTF-16":      {"\xff\xfea\x00x\x00", `s.yaml:1:1: the file is not UTF-8; save it as UTF-8`},
		"NUL":         {axes + "na\x00me: x\n", `s.yaml:2:3: the file holds the character U+0000, which cannot be seen; `},
		"escape":      {"name: \x1b[31m\n", `s.yaml:1:7: the file holds the character U+001B, which cannot be seen; `},
		"no-break":    {"rounds:\u00a03\n", `s.yaml:1:8: the file holds the character U+00A0, which cannot be seen; `},
		"inner BOM":   {"name: a\ufeff\n", `s.yaml:1:8: the file holds the character U+FEFF, which cannot be seen; `},
		"CR only":     {"name: a\rrounds: 3\r", `s.yaml:1:8: the file holds the character U+000D, which cannot be seen; `},
		"blank lines": {"name: |\n" + strings.Repeat("\n", 5000), `s.yaml:1002:1: more than 20000 lines, or 1000 empty ones in a row; `},
		"lines":       {strings.Repeat("- a\n", 30_000), `s.yaml:20001:1: more than 20000 lines, or 1000 empty ones in a row; `},
		"keys":        {strings.Repeat("a: b\n", 2000), `s.yaml:1001:2: the mapping has more than 1000 keys; `},
		"words":       {"x: [" + strings.Repeat("a,", 60_000), `s.yaml: more than 100000 words and marks; `},
		"brackets":    {"x: " + strings.Repeat("[", 10_000), `s.yaml:1:36: nested too deeply; `},
		"braces":      {strings.Repeat("{a: ", 10_000), `s.yaml:1:129: nested too deeply; `},
		"dashes":      {strings.Repeat("- ", 10_000), `s.yaml:1:65: nested too deeply; `},
		"blocks":      {nestedBlocks(100), `s.yaml:33:34: nested too deeply; `},
		"endless":     {strings.Repeat("[", MaxSpecSize*2), `s.yaml: the file is larger than 1 MiB; `},
	} {
		t.Run(name, func(t *testing.T) {
			got := problemsOf(t, test.source, "s.yaml").Error()
			if !strings.HasPrefix(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("got:\n%s\nwant one line that begins with:\n%s", got, test.want)
			}
		})
	}
}

// nestedBlocks are mappings within mappings, one more blank each.
func nestedBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// endless is a file of any size, and counts what is read of it.
type endless struct {
	left, read int
}

func (e *endless) Read(p []byte) (int, error) {
	n := min(len(p), e.left)
	copy(p, bytes.Repeat([]byte("#"), n))
	e.left -= n
	e.read += n
	return n, nil
}

func TestParseReadsNoMoreThanItTakes(t *testing.T) {
	file := &endless{left: 50 << 20}
	_, err := Parse(file, "huge.yaml")
	if err == nil || !strings.Contains(err.Error(), "larger than 1 MiB") {
		t.Errorf("got error %v", err)
	}
	if file.read > MaxSpecSize+1 {
		t.Errorf("read %d bytes", file.read)
	}
}

func TestParseBillionLaughs(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for _, level := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		before := string(level[0] - 1)
		b.WriteString("a" + level + ": &a" + level + " [" + strings.Repeat("*a"+before+", ", 9) + "*a" + before + "]\n")
	}
	b.WriteString("axes: {version: *a9}\n")
	allocated := testing.AllocsPerRun(1, func() {
		got := problemsOf(t, b.String(), "laughs.yaml")
		want := Problems{{
			File: "laughs.yaml", Line: 4, Column: 45, Text: "*a2",
			Message: "aliases stand for more than 10000 values", Remedy: "write the values out",
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
	})
	if allocated > 100_000 {
		t.Errorf("%v allocations", allocated)
	}
}

func TestParseReportsTheReadersError(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := Parse(readerFunc(func([]byte) (int, error) { return 0, broken }), "s.yaml")
	if !errors.Is(err, broken) {
		t.Errorf("got error %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestProblemString(t *testing.T) {
	for want, p := range map[string]Problem{
		`a.yaml:3:5: "5O": not a number; write 50`: {File: "a.yaml", Line: 3, Column: 5, Text: "5O", Message: "not a number", Remedy: "write 50"},
		`a.yaml: the spec is empty`:                {File: "a.yaml", Message: "the spec is empty"},
		`--set: "a=\x1b\n": unknown`:               {File: SetFile, Text: "a=\x1b\n", Message: "unknown"},
		`a.yaml:1:1: "` + strings.Repeat("é", 60) + `…": too long`: {
			File: "a.yaml", Line: 1, Column: 1, Text: strings.Repeat("é", 1000), Message: "too long"},
	} {
		if got := p.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestProblemsInOrder(t *testing.T) {
	var (
		first  = Problem{File: "a", Line: 1, Column: 2, Message: "first"}
		second = Problem{File: "a", Line: 1, Column: 3, Message: "second"}
		third  = Problem{File: "a", Line: 2, Column: 1, Message: "third"}
		whole  = Problem{File: "a", Message: "whole"}
		set    = Problem{File: SetFile, Message: "set"}
	)
	got := Problems{set, third, second, whole, first, third, set}.inOrder()
	if diff := cmp.Diff(Problems{first, second, third, whole, set}, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSeeker(t *testing.T) {
	s := newSeeker("a bb ab", []sign{{word: "a"}, {word: "bb"}, {word: "ab"}, {word: "none"}})
	var got []string
	for from := 0; ; {
		found, at, ok := s.seek(from)
		if !ok {
			break
		}
		got = append(got, fmt.Sprintf("%s at %d", found.word, at))
		from = at + len(found.word)
	}
	if diff := cmp.Diff([]string{"a at 0", "bb at 2", "a at 5"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPlace(t *testing.T) {
	text := "äb\n\n" + strings.Repeat("x", 300) + "\nc"
	p := place{text: text, line: 1, column: 1}
	for _, c := range []struct{ at, line, column, told int }{
		{0, 1, 1, 0}, {3, 1, 3, 0}, {5, 3, 1, 1}, {105, 3, 101, 101}, {300, 3, 296, 296}, {200, 3, 296, 296}, {len(text) - 1, 4, 1, 0},
	} {
		p.move(c.at)
		if p.line != c.line || p.column != c.column || p.told() != c.told {
			t.Errorf("%d: line %d, column %d, told %d, want %+v", c.at, p.line, p.column, p.told(), c)
		}
	}
}

func TestCutNumber(t *testing.T) {
	for text, want := range map[string][2]string{
		"SET: 72,202.16 ": {"SET: ", "72,202.16"}, "5": {"", "5"}, "a5\n": {"a", "5"}, "": {"", ""}, "a ": {"a", ""}, "in all, 5": {"in all, ", "5"}, "a,.5": {"a,.", "5"},
	} {
		if head, number := cutNumber(text); [2]string{head, number} != want {
			t.Errorf("%q: %q and %q, want %q", text, head, number, want)
		}
	}
}

// A place on a long line is told by its column as well.
func TestColumns(t *testing.T) {
	line := strings.Repeat("SET: 5.00 requests per second ", 20) + "GET: 39682,54 requests per second"
	want := fmt.Sprintf(`a:1:%d: "39682,54 requests per second": it can be read in more than one way; write it as 39682.54, or tell with --decimal-comma that commas are decimal`, strings.LastIndex(line, "requests")+1)
	got := said(t, line)
	if diff := cmp.Diff(want, got[len(got)-1]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// However much there is, it ends.
func TestTooMuch(t *testing.T) {
	if _, err := Read("a", strings.NewReader(strings.Repeat("SET: 5.00 requests per second\n", mostResults+1))); err == nil || !strings.Contains(err.Error(), "read a: it holds more than 100000 results; cut out what is wanted") {
		t.Errorf("results: %v", err)
	}
	if _, err := Read("a", strings.NewReader(strings.Repeat("a\n", mostLines+1))); err == nil || !strings.Contains(err.Error(), "read a: it has more than 2000000 lines") {
		t.Errorf("lines: %v", err)
	}
	read, err := Read("a", strings.NewReader(strings.Repeat("SET: 5,00 requests per second\n", mostProblems+5)+"SET: 5.00 requests per second\n"))
	if err != nil || len(read.Problems) != mostProblems+1 || read.Problems[mostProblems].What != "it cannot be read, nor can more behind it" {
		t.Errorf("%d problems, %v", len(read.Problems), err)
	}
	if _, err := ReadTables("a", strings.NewReader("test\t1\n"+strings.Repeat("SET\t5\n", mostResults+1)), Tabular{}); err == nil || !strings.Contains(err.Error(), "it holds more than") {
		t.Errorf("tables: %v", err)
	}
	wrong, err := ReadTables("a", strings.NewReader("test\t1\nSET\t5\n"+strings.Repeat("SET\tx\n", mostProblems+5)), Tabular{})
	if err != nil || len(wrong.Problems) != mostProblems+1 {
		t.Errorf("%d problems, %v", len(wrong.Problems), err)
	}
	many, err := Read("a", strings.NewReader(strings.Repeat("Type Ops/sec Totals 1\n", mostTables+1)))
	if err != nil || len(many.Blocks) != mostTables || len(many.Problems) != 1 {
		t.Errorf("%d tables, %v, %v", len(many.Blocks), many.Problems, err)
	}
}

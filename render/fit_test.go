package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// servers is a table of words, as the command of that name shows it.
func servers() Table {
	const path = "/home/somebody/.cache/redis-matrix/servers/debian-12-redis-8.0.2/usr/bin/redis-server"
	return Table{Corner: "version", Rows: []Row{
		{Label: "8.0.2", Cells: []Cell{{Text: "binary"}, {Text: "installed by redis-matrix"}, {Text: path}}},
		{Label: "7.0.15", Cells: []Cell{{Text: "binary"}, {Text: "PATH"}, {Text: "/usr/bin/redis-server"}}},
	}, Columns: []Column{{Head: "kind", Text: true}, {Head: "origin", Text: true}, {Head: "path", Text: true}}}
}

// TestWordsGoOnInAnotherLine breaks paths behind a slash, and splits the table
// only where columns would get too narrow.
func TestWordsGoOnInAnotherLine(t *testing.T) {
	for width, want := range map[int][]string{
		80: {
			" version  kind    origin                     path",
			strings.Repeat(rule, 76),
			" 8.0.2    binary  installed by redis-matrix  /home/somebody/.cache/",
			"                                             redis-matrix/servers/",
			"                                             debian-12-redis-8.0.2/usr/bin/",
			"                                             redis-server",
			" 7.0.15   binary  PATH                       /usr/bin/redis-server",
		},
		40: {
			" version  kind", strings.Repeat(rule, 17), " 8.0.2    binary", " 7.0.15   binary", "",
			" version  origin", strings.Repeat(rule, 36), " 8.0.2    installed by redis-matrix", " 7.0.15   PATH", "",
			" version  path", strings.Repeat(rule, 37),
			" 8.0.2    /home/somebody/.cache/",
			"          redis-matrix/servers/",
			"          debian-12-redis-8.0.2/usr/",
			"          bin/redis-server",
			" 7.0.15   /usr/bin/redis-server",
		},
	} {
		got := written(t, "text", Report{Tables: []Table{servers()}}, Options{Width: width})
		if diff := cmp.Diff(strings.Join(want, "\n")+"\n", got); diff != "" {
			t.Errorf("width %d (-want +got):\n%s", width, diff)
		}
	}
}

// TestLongLabelsAndHeads go on in another line where a number would not fit
// beside them.
func TestLongLabelsAndHeads(t *testing.T) {
	table := numbers(131204)
	table.Corner, table.Rows[0].Label = "setup", "version=7.0 appendonly=everysec"
	table.Columns[0] = Column{Head: "maxmemory-policy allkeys-lru", Sub: "baseline", Notes: []int{0}}
	table.Notes = []Note{{Text: "a note"}}
	want := strings.Join([]string{
		" setup                maxmemory-policy ¹",
		"                           allkeys-lru",
		"                              baseline",
		strings.Repeat(rule, 41),
		" version=7.0                   131,204",
		" appendonly=everysec",
		" ¹ a note",
		"",
	}, "\n")
	if diff := cmp.Diff(want, written(t, "text", Report{Tables: []Table{table}}, Options{Width: 44})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWordsFit keeps tables of words, long labels and long heads within the
// width, and loses nothing of them.
func TestWordsFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := func(most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			fmt.Fprintf(&b, "%s%c", strings.Repeat("x", 1+random.IntN(20)), []rune("/ ·,")[random.IntN(4)])
		}
		return strings.TrimSpace(b.String())
	}
	for range 200 {
		report := randomReport(random).Clean()
		table := &report.Tables[0]
		table.Corner = "corner"
		for j := range table.Columns {
			table.Columns[j].Head = words(3)
		}
		for i := range table.Rows {
			table.Rows[i].Label = words(4)
			for j := range table.Columns {
				if table.Columns[j].Text {
					table.Rows[i].Cells[j].Text = words(8)
				}
			}
		}
		whole := letters(written(t, "text", report, Options{}))
		for _, width := range []int{60, 80, 120, 200} {
			page := written(t, "text", report, Options{Width: width})
			for line := range strings.Lines(page) {
				if line = strings.TrimSuffix(line, "\n"); columns(line) > width {
					t.Fatalf("width %d: %d columns: %q in\n%s", width, columns(line), line, page)
				}
			}
			if got := letters(page); got < whole {
				t.Fatalf("width %d: %d letters of %d in\n%s", width, got, whole, page)
			}
		}
	}
}

// letters counts the letters that the words are made of.
func letters(page string) int { return strings.Count(page, "x") }

// TestRuleFits cuts the rule where the numbers are wider than the page.
func TestRuleFits(t *testing.T) {
	page := written(t, "text", Report{Tables: []Table{numbers(123456789, 1)}}, Options{Width: 10})
	want := "                  n\n──────────\n r0  123,456,789\n r1            1.00\n"
	if diff := cmp.Diff(want, page); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFold(t *testing.T) {
	for _, test := range []struct {
		words string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"  one   two ", 0, []string{"one two"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"at /usr/local/bin/redis-server now", 14, []string{"at /usr/local/", "bin/", "redis-server", "now"}},
		{"/usr/bin/", 6, []string{"/usr/", "bin/"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"한국어한국어", 5, []string{"한국", "어한", "국어"}},
		{"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}},
		{"wide", 1, []string{"w", "i", "d", "e"}},
	} {
		if diff := cmp.Diff(test.want, fold(test.words, test.width)); diff != "" {
			t.Errorf("%q in %d columns (-want +got):\n%s", test.words, test.width, diff)
		}
	}
}

package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEscapeMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"plain 7.0.15":       "plain 7.0.15",
		"PING_INLINE":        `PING\_INLINE`,
		"<b>*x*</b>":         `\<b\>\*x\*\</b\>`,
		"![i](u) `c`":        "!\\[i\\](u) \\`c\\`",
		`a\b`:                `a\\b`,
		"~~s~~ &lt; $x$":     `\~\~s\~\~ \&lt; \$x\$`,
		"131,204 ±2 % ▼ ¹ –": "131,204 ±2 % ▼ ¹ –",
	} {
		if got := escapeMarkdown(text); got != want {
			t.Errorf("escapeMarkdown(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAtStart(t *testing.T) {
	for line, want := range map[string]string{
		"text": "text", "# head": `\# head`, "- item": `\- item`, "+ item": `\+ item`, "=": `\=`,
		"1. one": `1\. one`, "12) two": `12\) two`, "50 clients": "50 clients", "1.5 s": `1\.5 s`,
	} {
		if got := atStart(line); got != want {
			t.Errorf("atStart(%q) = %q, want %q", line, got, want)
		}
	}
}

// TestMarkdownCells keeps every row at as many cells as the head has, whatever
// stands in them.
func TestMarkdownCells(t *testing.T) {
	nasty := []string{"|", `\|`, `\\|`, "a|b|c", "`|`", "\n|\n", "<br>|", ""}
	table := Table{Title: "T", Corner: "x|y", Columns: []Column{{Head: "|"}, {Head: `\|`, Text: true}}}
	for _, text := range nasty {
		table.Rows = append(table.Rows, Row{Label: "l" + text, Cells: []Cell{{Text: text}, {Text: text}}})
	}
	page := written(t, "markdown", Report{Title: "R", Tables: []Table{table}}, Options{})
	rows := 0
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		rows++
		if got := bars(strings.TrimSpace(line)); got != 4 {
			t.Errorf("%d bars in %q", got, line)
		}
	}
	if want := len(nasty) + 2; rows != want {
		t.Errorf("%d rows, want %d:\n%s", rows, want, page)
	}
}

// bars counts the pipes that end a cell for GitHub: those that no backslash
// stands before.
func bars(line string) int {
	count := 0
	for i := range line {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			count++
		}
	}
	return count
}

func TestMarkdownHead(t *testing.T) {
	got := []string{
		markdownHead(Column{Head: "redis 7.0.15"}),
		markdownHead(Column{Head: "redis 7.0.15", Sub: "baseline", Notes: []int{0, 1}}),
	}
	if diff := cmp.Diff([]string{"redis 7.0.15", "redis 7.0.15 ¹ ² (baseline)"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package recorded

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// spoilt are outputs, and how many results they hold.
var spoilt = map[string]int{
	"benchmark-2.8.txt": 15, "benchmark-3.2.txt": 15, "benchmark-4.0.txt": 15, "benchmark-5.0.txt": 15, "benchmark-6.0.txt": 15, "benchmark-7.0.txt": 15,
	"benchmark-8.0.txt": 15, "benchmark-valkey-8.1.txt": 15, "versions.txt": 75, "one-line.txt": 35, "value-sizes.txt": 14,
}

// everyLine changes each line of a text.
func everyLine(change func(i int, line string) string) func(string) string {
	return func(text string) string {
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = change(i, lines[i])
		}
		return strings.Join(lines, "\n")
	}
}

// spoilers are what happens to texts that are copied from pages.
var spoilers = map[string]func(string) string{
	"line ends lost":         func(s string) string { return strings.Join(strings.Fields(s), " ") },
	"line ends without room": func(s string) string { return strings.ReplaceAll(s, "\n", "") },
	"no indentation":         everyLine(func(_ int, line string) string { return strings.TrimSpace(line) }),
	"no empty lines":         func(s string) string { return strings.NewReplacer("\n\n\n", "\n", "\n\n", "\n").Replace(s) },
	"doubled line ends":      func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
	"bullets":                everyLine(func(_ int, line string) string { return "• " + line }),
	"dashes":                 everyLine(func(_ int, line string) string { return "- " + line }),
	"quotation":              everyLine(func(_ int, line string) string { return "> " + line }),
	"line numbers":           everyLine(func(i int, line string) string { return fmt.Sprintf("%d  %s", i+1, line) }),
	"spaces of pages":        func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
	"typographic quotes":     everyLine(typographic),
	"Windows":                func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"old Macs":               func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
	"UTF-16":                 func(s string) string { return utf16Text(s, false) },
	"UTF-16, big end":        func(s string) string { return utf16Text(s, true) },
	"Latin-1 around":         func(s string) string { return "r\xe9sultats :\n" + s + "\ntermin\xe9" },
	"GBK around":             func(s string) string { return "\xb2\xe2\xca\xd4\xbd\xe1\xb9\xfb\n" + s + "\n\xbd\xe1\xca\xf8" },
	"words around": func(s string) string {
		return "テスト結果は次のとおりです。\n\n" + s + "\n결과는 위와 같다.\n"
	},
	"colors":             everyLine(func(_ int, line string) string { return "\x1b[1;32m" + line + "\x1b[0m" }),
	"spaces behind":      everyLine(func(_ int, line string) string { return line + "   \t" }),
	"spaces of no width": func(s string) string { return strings.ReplaceAll(s, " ", "\u200b ") },
	"a code block":       func(s string) string { return "```console\n" + s + "\n```\n" },
	"a quoted reply":     everyLine(func(_ int, line string) string { return "> > " + line }),
	"numbers and tabs":   everyLine(func(i int, line string) string { return fmt.Sprintf("%6d\t%s", i+1, line) }),
	"a table's column":   everyLine(func(_ int, line string) string { return "| " + line + " |" }),
	"HTML":               strings.NewReplacer("<", "&lt;", `"`, "&quot;").Replace,
}

func typographic(_ int, line string) string {
	for strings.Contains(line, `"`) {
		line = strings.Replace(strings.Replace(line, `"`, "“", 1), `"`, "”", 1)
	}
	return line
}

// allOf are all results of a text, wherever they stand in it.
func allOf(t Text) []string {
	var all []string
	for _, b := range t.Blocks {
		for _, m := range b.Measured {
			version := ""
			if b.Server != nil {
				version = b.Server.Version
			}
			all = append(all, fmt.Sprintf("%s of %q %s: %s (%s) %s %v", version, strings.Join(strings.Fields(b.Command), " "), fmt.Sprint(b.Load, b.Config), m.Test, m.Remark, m.Label, m.Values))
		}
	}
	return all
}

// The same is read of outputs whatever has become of their lines.
func TestSpoilt(t *testing.T) {
	for name, results := range spoilt {
		text, err := os.ReadFile(filepath.Join(outputs, name))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := settled(string(text))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.Join(lines, "\n") // as it was seen, without progress
		want, err := Read(name, strings.NewReader(plain))
		if err != nil || len(want.Problems) > 0 {
			t.Fatalf("%s: %v %v", name, err, want.Problems)
		}
		if got := len(allOf(want)); got != results {
			t.Errorf("%s: %d results, want %d", name, got, results)
		}
		for spoiler, spoil := range spoilers {
			got, err := Read(name, strings.NewReader(spoil(plain)))
			if err != nil || len(got.Problems) > 0 {
				t.Errorf("%s, %s: %v %v", name, spoiler, err, got.Problems)
			}
			if diff := cmp.Diff(allOf(want), allOf(got)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", name, spoiler, diff)
			}
		}
	}
}

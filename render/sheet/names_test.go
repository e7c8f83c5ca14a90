package sheet

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func TestSheetNames(t *testing.T) {
	long := "p99 latency or response time, ms"
	names := newSheetNames("Summary", "Charts")
	for _, c := range []struct{ title, want string }{
		{"Requests per second", "Requests per second"},
		{"requests PER second", "requests PER second (2)"},
		{"Requests per second", "Requests per second (3)"},
		{"summary", "summary (2)"},
		{"HISTORY", "HISTORY (2)"},
		{"", "Table"},
		{"  ", "Table (2)"},
		{`a:b\c/d?e*f[g]'h'`, "a-b-c-d-e-f(g)’h’"},
		{"'", "’"},
		{long, "p99 latency or response time,…"},
		{long, "p99 latency or response ti… (2)"},
		{"Requests per second · value_size 100KiB", "Requests p… · value_size 100KiB"},
		{"Requests per second · value_size 1KiB", "Requests per… · value_size 1KiB"},
		{"Requests per second · appendonly everysec · value_size 100KiB", "Request…sec · value_size 100KiB"},
		{strings.Repeat("🚀", 20), strings.Repeat("🚀", 15) + "…"},
		{"x" + strings.Repeat("🚀", 20), "x" + strings.Repeat("🚀", 14) + "…"},
		{"Straße", "Straße"},
		{"ΣΑΣ", "ΣΑΣ"},
		{"σας", "σας (2)"},
		{"_x0041_x0042_", "_X0041_X0042_"},
	} {
		if got := names.name(c.title); got != c.want {
			t.Errorf("%q is called %q, want %q", c.title, got, c.want)
		}
	}
}

func TestRangeNames(t *testing.T) {
	names := rangeNames{}
	var got []string
	for _, title := range []string{
		"Requests per second", "requests · per/second", "Requests per second", "p99 latency, ms", "A1", "R1C1", "a _x0041_ b", "=1+1", "", "服务器", "_x", "3 sizes",
		strings.Repeat("long ", 40),
	} {
		got = append(got, names.name(title))
	}
	want := []string{
		"Requests_per_second_1", "requests_per_second_2", "Requests_per_second_3", "p99_latency_ms_1", "A1_1", "R1C1_1", "a_X0041_b_1", "Table_1_1_1", "Table_1", "Table_2", "x_1",
		"Table_3_sizes_1", "long_long_long_long_long_long_long_long_long_long_long_long_1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

var validRange = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*_[0-9]+$`)

// FuzzNames finds names that Excel and the library take, and no two alike.
func FuzzNames(f *testing.F) {
	for _, text := range nasty {
		f.Add(text, text)
	}
	f.Add("Requests per second · value_size 1KiB", "REQUESTS per second · value_size 1KiB")
	f.Fuzz(func(t *testing.T, a, b string) {
		sheets, ranges := newSheetNames("Summary"), rangeNames{}
		seen := map[string]bool{"summary": true, "history": true}
		for _, title := range []string{a, b, a, b, a + " · " + b, b + " · " + a} {
			title = strings.ToValidUTF8(title, "\ufffd")
			name := sheets.name(title)
			if units(name) > 31 || name == "" || strings.ContainsAny(name, `:\/?*[]'`) || seen[strings.ToLower(name)] {
				t.Errorf("%q is called %q", title, name)
			}
			seen[strings.ToLower(name)] = true
			if name := ranges.name(title); !validRange.MatchString(name) || len(name) > 255 || seen["range "+strings.ToLower(name)] {
				t.Errorf("the range of %q is called %q", title, name)
			} else {
				seen["range "+strings.ToLower(name)] = true
			}
		}
	})
}

// TestLibraryTakesNames hands names to the library, whose rules are Excel's.
func TestLibraryTakesNames(t *testing.T) {
	file := excelize.NewFile()
	defer func() { _ = file.Close() }()
	sheets, ranges := newSheetNames(), rangeNames{}
	for _, text := range append(nasty, nasty...) {
		text = strings.ToValidUTF8(text, "")
		name := sheets.name(text)
		if strings.ContainsAny(name, "\x00\x07\x1b\n") {
			continue // which a clean dossier does not hold
		}
		if index, err := file.NewSheet(name); err != nil || index != file.SheetCount-1 {
			t.Errorf("sheet %q: %v", name, err)
		}
		if err := file.SetDefinedName(&excelize.DefinedName{Name: ranges.name(text), RefersTo: "Sheet1!$A$1"}); err != nil {
			t.Errorf("range of %q: %v", text, err)
		}
	}
}

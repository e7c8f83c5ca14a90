package recorded

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// separators are what people and programs write between thousands, with the point
// that they write before decimals.
var separators = map[string][2]string{
	"none": {"", "."}, "commas": {",", "."}, "apostrophes": {"'", "."}, "typographic apostrophes": {"’", "."},
	"spaces": {" ", "."}, "spaces and a comma": {" ", ","}, "points and a comma": {".", ","}, "a comma alone": {"", ","},
	"spaces that do not break": {"\u00a0", "."}, "narrow spaces": {"\u202f", "."}, "thin spaces": {"\u2009", ","}, "figure spaces": {"\u2007", "."},
	"spaces of no width": {"\u200b", "."}, "ideographic spaces": {"\u3000", "."}, "Latin-1": {"\xa0", "."}, "Latin-1 and a comma": {"\xa0", ","},
	"underscores": {"_", "."}, "middle dots": {"·", "."}, "Arabic": {"٬", "٫"}, "dashes": {"-", "."}, "Indian": {",", "."},
}

// written is a number with separators: 1234567.89.
func written(whole, decimals string, by [2]string) string {
	var groups []string
	for len(whole) > 3 {
		groups = append([]string{whole[len(whole)-3:]}, groups...)
		whole = whole[:len(whole)-3]
	}
	text := strings.Join(append([]string{whole}, groups...), by[0])
	if decimals != "" {
		text += by[1] + decimals
	}
	return text
}

// parsed is a number as Go writes it.
func parsed(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A number is read as it is meant, or is not read: never a part of it, however it is
// written and wherever it stands.
func TestNoNumberIsHalved(t *testing.T) {
	type number struct{ whole, decimals string }
	numbers := []number{{"72202", "16"}, {"1072202", "16"}, {"1002", "00"}, {"72000", ""}, {"1000000", "5"}, {"100", "25"}}
	places := map[string]string{
		"quiet": "SET: %s requests per second\n", "bare": "%s requests per second\n", "a list": "• %s requests per second\n",
		"a summary":         "====== SET ======\n  throughput summary: %s requests per second\n",
		"a header":          "====== SET ======\n  keep alive: 1\n\n%s requests per second\n",
		"on one line":       "====== SET ====== 3 bytes payload keep alive: 1 100.00%% <= 0 milliseconds %s requests per second GET",
		"a sentence":        "SET: it does %s requests per second.\n",
		"Chinese":           "SET：%s requests per second\n",
		"CSV":               "\"SET\",\"%s\"\n",
		"memtier_benchmark": "ALL STATS\nType Ops/sec KB/sec\n---\nSets %s 1.00\nTotals 5.00 6.00\n",
	}
	for separator, by := range separators {
		for place, form := range places {
			for _, n := range numbers {
				text := fmt.Sprintf(form, written(n.whole, n.decimals, by))
				meant := parsed(t, strings.TrimSuffix(n.whole+"."+n.decimals, "."))
				read, _ := Read("a", strings.NewReader(text))
				for _, got := range ratesOf(read) {
					if got != meant && got != 5 {
						t.Errorf("%s, %s: %q is read as %v", separator, place, text, got)
					}
				}
				if len(ratesOf(read))+len(read.Problems) == 0 && place != "CSV" { // of which a row may be anything
					t.Errorf("%s, %s: %q is passed over", separator, place, text)
				}
			}
		}
	}
}

// ratesOf are all rates that were read.
func ratesOf(t Text) []float64 {
	var all []float64
	for _, b := range t.Blocks {
		for _, m := range b.Measured {
			if v, told := m.Values[matrix.MetricRPS]; told {
				all = append(all, v)
			}
		}
	}
	return all
}

// So are the counts above a result.
func TestNoCountIsHalved(t *testing.T) {
	for separator, by := range separators {
		for _, n := range []string{"1000", "10500", "100200", "1000500", "250"} {
			meant := int(parsed(t, n))
			text := written(n, "", by)
			read, err := Read("a", strings.NewReader("====== SET ======\n  "+text+" requests completed in 0.10 seconds\n  "+text+" parallel clients\n  "+
				text+" bytes payload\n\n10.00 requests per second\n"))
			if err != nil {
				t.Errorf("%s: %q: %v", separator, text, err)
				continue
			}
			l, m := read.Blocks[0].Load, read.Blocks[0].Measured[0]
			for what, got := range map[string]int{"requests": int(m.Requests), "clients": l.Clients, "bytes": l.ValueSize} {
				if got != meant && got != 0 {
					t.Errorf("%s: %q is read as %d %s", separator, text, got, what)
				}
			}
		}
	}
}

// So are the cells of tables, with a decimal comma and without.
func TestNoCellIsHalved(t *testing.T) {
	for separator, by := range separators {
		for _, comma := range []bool{false, true} {
			for _, n := range []string{"1000", "10500", "1000500", "250"} {
				meant := parsed(t, n+".25")
				text := written(n, "25", by)
				read, err := ReadTables("a", strings.NewReader("| test | 7.0 |\n|---|---|\n| SET | "+text+" |\n"), Tabular{DecimalComma: comma})
				for _, got := range ratesOf(read) {
					if got != meant {
						t.Errorf("%s, decimal comma %v: %q is read as %v", separator, comma, text, got)
					}
				}
				if len(ratesOf(read))+len(read.Problems) == 0 && err == nil {
					t.Errorf("%s, decimal comma %v: %q is passed over", separator, comma, text)
				}
			}
		}
	}
}

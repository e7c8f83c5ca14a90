package sheet

import (
	"strings"
	"testing"
)

func TestLiteral(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"}, {"_x", "_x"}, {"_x0041", "_x0041"}, {"_x004g_", "_x004g_"},
		{"_x0041_", "_x005F_x0041_"}, {"a_x00e9_b", "a_x005F_x00e9_b"}, {"_x005F_", "_x005F_x005F_"},
		{"_x0041_x0042_", "_x005F_x0041_x005F_x0042_"},
	} {
		if got := literal(c.text); got != c.want {
			t.Errorf("%q is written %q, want %q", c.text, got, c.want)
		}
	}
}

func TestHeld(t *testing.T) {
	for _, c := range []struct {
		text  string
		units int
		cut   bool
	}{
		{"", 0, false}, {strings.Repeat("x", 32767), 32767, false}, {strings.Repeat("é", 32767), 32767, false},
		{strings.Repeat("x", 32768), 32767, true}, {strings.Repeat("🚀", 16384), 32767, true},
	} {
		got := held(c.text)
		if n := units(got); n > c.units || n < c.units-1 || strings.Contains(got, "(cut: ") != c.cut {
			t.Errorf("%d units are held as %d: %q", units(c.text), n, got[max(len(got)-60, 0):])
		}
	}
}

func TestFormulaLike(t *testing.T) {
	for text, want := range map[string]bool{
		"=1": true, "+1": true, "-1": true, "@a": true, "  =1": true, "\t": true, "\r": true, "＝1": true, "＠": true,
		"": false, "a=1": false, "1": false, "–": false, "(=1)": false, "±1": false,
	} {
		if got := formulaLike(text); got != want {
			t.Errorf("%q is taken for a formula: %t", text, got)
		}
	}
}

func TestDisplayed(t *testing.T) {
	for text, want := range map[string]float64{
		"": 0, "redis": 4.2, "服务器": 6, "e\u0301": 1, "SET": 3.45, "100,000": 6.6, "¹": 1, "mm": 3, "a · b": 3.8,
	} {
		if got := displayed(text); got < want-0.01 || got > want+0.01 {
			t.Errorf("%q is %g wide, want %g", text, got, want)
		}
	}
}

func TestDistinct(t *testing.T) {
	got := strings.Join(distinct([]string{"a", "A", " a ", "", "column", "_x0041_", "b"}), "|")
	if want := "a|A (2)|a (3)|column|column (2)|_X0041_|b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

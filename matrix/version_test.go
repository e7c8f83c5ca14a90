package matrix

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustVersion(t testing.TB, text string) Version {
	t.Helper()
	v, err := ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]Version{
		"2.8":           {Redis, []int{2, 8}},
		"2.8.24":        {Redis, []int{2, 8, 24}},
		"7.0":           {Redis, []int{7, 0}},
		"7.0.15":        {Redis, []int{7, 0, 15}},
		"7.9.224":       {Redis, []int{7, 9, 224}},
		"8":             {Redis, []int{8}},
		"5.x":           {Redis, []int{5}},
		"7.0.x":         {Redis, []int{7, 0}},
		"redis-7.0":     {Redis, []int{7, 0}},
		"255.255.255":   {Redis, []int{255, 255, 255}},
		"valkey-8.1":    {Valkey, []int{8, 1}},
		"valkey-8.1.1":  {Valkey, []int{8, 1, 1}},
		"valkey-7.2":    {Valkey, []int{7, 2}},
		"valkey-9":      {Valkey, []int{9}},
		"redis-2.8.0":   {Redis, []int{2, 8, 0}},
		"2":             {Redis, []int{2}},
		"valkey-10.0.X": {Valkey, []int{10, 0}},
	} {
		t.Run(text, func(t *testing.T) {
			got, err := ParseVersion(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseVersionRejects(t *testing.T) {
	for text, want := range map[string]string{
		"":             `"" is not a number; accepted: a line such as "7.0"`,
		"x":            `"x" is not a number`,
		"latest":       `"latest" is not a number`,
		"7,0":          `"7,0" is not a number`,
		"07.0":         `"07" is not a number`,
		"7.":           `"" is not a number`,
		"+7":           `"+7" is not a number`,
		"-7":           `"-7" is not a number`,
		"7.0 ":         `"0 " is not a number`,
		"v7.0":         `"v7" is not a number`,
		"7.0.15.1":     "more than three numbers",
		"1e3":          `"1e3" is not a number`,
		"70000.0":      `"70000" is not a number`,
		"8.0-m01":      "goes by the number that its INFO gives, as 8.0-m01 does by 7.9.224",
		"2.6":          "the oldest Redis that is known is 2.8",
		"0":            "the oldest Redis that is known is 2.8",
		"valkey-7.0":   "the oldest Valkey that is known is 7.2",
		"valkey-":      `"" is not a number`,
		"keydb-6.3":    `"keydb-6" is not a number`,
		"redis-redis-": `"redis-" is not a number`,
	} {
		t.Run(text, func(t *testing.T) {
			v, err := ParseVersion(text)
			if err == nil {
				t.Fatalf("accepted as %v", v)
			}
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q lacks %q", err, want)
			}
			if !v.IsZero() {
				t.Errorf("got %v beside the error", v)
			}
		})
	}
}

func TestVersionString(t *testing.T) {
	for text, want := range map[string][2]string{
		"7.0":        {"7.0", "7.0"},
		"5.x":        {"5", "5"},
		"redis-7.0":  {"7.0", "7.0"},
		"2.8.15":     {"2.8.15", "2.8.15"},
		"6.2.0":      {"6.2.0", "6.2"},
		"valkey-8.1": {"valkey-8.1", "8.1"},
	} {
		v := mustVersion(t, text)
		if got := [2]string{v.String(), v.Short()}; got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	if got := (Version{}).String(); got != "" {
		t.Errorf("zero version is %q", got)
	}
	if got := Redis.Title() + Valkey.Title() + Product("").Title(); got != "RedisValkey" {
		t.Errorf("titles are %q", got)
	}
}

func TestVersionCompare(t *testing.T) {
	ordered := []string{"2.8.0", "2.8.24", "2.8", "3.2.13", "7.0.15", "7.0", "7.2.4", "7.9.224", "7", "8.0.0", "valkey-7.2", "valkey-8.1.1", "valkey-8.1", "valkey-8"}
	for i, a := range ordered {
		for j, b := range ordered {
			got := mustVersion(t, a).Compare(mustVersion(t, b))
			if want := sign(i - j); got != want {
				t.Errorf("%s against %s: got %d, want %d", a, b, got, want)
			}
		}
	}
}

func sign(n int) int {
	return min(max(n, -1), 1)
}

func TestVersionMatches(t *testing.T) {
	exact := []string{"7.0.5", "7.0.15", "7.9.224", "8.0.2", "valkey-8.0.2"}
	for asked, want := range map[string][]string{
		"7":          {"7.0.5", "7.0.15", "7.9.224"},
		"7.0":        {"7.0.5", "7.0.15"},
		"7.0.15":     {"7.0.15"},
		"7.9.224":    {"7.9.224"},
		"8.0":        {"8.0.2"},
		"8.0.20":     nil,
		"valkey-8.0": {"valkey-8.0.2"},
		"":           exact,
	} {
		var v Version
		if asked != "" {
			v = mustVersion(t, asked)
		}
		var got []string
		for _, e := range exact {
			if v.Matches(mustVersion(t, e)) {
				got = append(got, e)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q matches %q, want %q", asked, got, want)
		}
	}
	if mustVersion(t, "7.0.15").Matches(mustVersion(t, "7.0")) {
		t.Error("a release matches its line")
	}
}

func TestVersionJSON(t *testing.T) {
	type document struct {
		V Version `json:"v,omitzero"`
		W Version `json:"w"`
	}
	for _, want := range []document{
		{},
		{V: Version{Redis, []int{7, 0}}, W: Version{Valkey, []int{8, 1, 1}}},
	} {
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got document
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	if err := json.Unmarshal([]byte(`{"v":"soon"}`), &document{}); err == nil {
		t.Error(`"soon" is accepted`)
	}
}

func FuzzParseVersion(f *testing.F) {
	for _, seed := range []string{"7.0", "valkey-8.1.1", "5.x", "8.0-m01", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseVersion(text)
		if err != nil {
			return
		}
		again, err := ParseVersion(v.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, again); diff != "" {
			t.Error(diff)
		}
		if v.Compare(again) != 0 || !v.Matches(again) {
			t.Error("a version differs from itself")
		}
	})
}

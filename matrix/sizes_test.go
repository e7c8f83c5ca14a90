package matrix

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseSizes(t *testing.T) {
	for text, want := range map[string]struct {
		sizes  Sizes
		string string
		mean   float64
	}{
		"3":                          {Sizes{{3, 3, 1}}, "3", 3},
		"3 B":                        {Sizes{{3, 3, 1}}, "3", 3},
		"1KiB":                       {Sizes{{1024, 1024, 1}}, "1024", 1024},
		"10-1000":                    {Sizes{{10, 1000, 1}}, "10-1000", 505},
		"1KiB-4KiB":                  {Sizes{{1024, 4096, 1}}, "1024-4096", 2560},
		"1B-4KiB":                    {Sizes{{1, 4096, 1}}, "1-4096", 2048.5},
		"10 B-1 kB":                  {Sizes{{10, 1000, 1}}, "10-1000", 505},
		"7-7":                        {Sizes{{7, 7, 1}}, "7", 7},
		"64:70 1KiB:30":              {Sizes{{64, 64, 70}, {1024, 1024, 30}}, "64:70 1024:30", 352},
		" 64:70, 1KiB:30 ":           {Sizes{{64, 64, 70}, {1024, 1024, 30}}, "64:70 1024:30", 352},
		"64:70,1KiB:25,10kB-100kB:5": {Sizes{{64, 64, 70}, {1024, 1024, 25}, {10_000, 100_000, 5}}, "64:70 1024:25 10000-100000:5", 3050.8},
		"5:1 5:2":                    {Sizes{{5, 5, 1}}, "5", 5},
		"1:1000000 512MiB:1":         {Sizes{{1, 1, 1e6}, {MaxValueSize, MaxValueSize, 1}}, "1:1000000 536870912:1", 537.870},
	} {
		got, err := ParseSizes(text)
		if diff := cmp.Diff(want.sizes, got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", text, err, diff)
		}
		if got.String() != want.string || got.Mean() < want.mean-0.1 || got.Mean() > want.mean+0.1 {
			t.Errorf("%q is %q, of mean %v", text, got, got.Mean())
		}
	}
}

func TestParseSizesRejects(t *testing.T) {
	for text, want := range map[string]string{
		"": "not a size", " ": "not a size", "-": `"": not a size`, "3-": `"": not a size`, "-3": `"": not a size`,
		"9-3": "ends before it begins", "1-4KiB": "a unit at one end only", "1KiB-4096": "a unit at one end only",
		"1-2-3": `"2-3": not a size`, "0-3": `"0": not a size; a value has from 1 byte`, "1-513MiB": "512 MiB", "1B-513MiB": "512 MiB",
		"3:1": "a weight without other sizes", "1-3:1": "a weight without other sizes", ":": "a weight",
		"3 4": "not a size", "3,4": `"3": has no weight`, "3:1 4": `"4": has no weight`, "3:1 4:": `the weight "" is not a whole number`,
		"3:0 4:1": `the weight "0" is out of range`, "3:1000001 4:1": "out of range", "3:-1 4:1": "out of range",
		"3:1:1 4:1": `the weight "1:1"`, "3:1.5 4:1": "not a whole number", ":1 :2": `":1": not a size`, "1K:1 2:1": `"1K:1": not a size`,
	} {
		got, err := ParseSizes(text)
		if err == nil {
			t.Errorf("%q: accepted as %v", text, got)
		} else if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "read sizes ") {
			t.Errorf("%q: error %q lacks %q", text, err, want)
		}
	}
}

func TestSizesBounds(t *testing.T) {
	sizes, err := ParseSizes("64:70 1KiB-2KiB:30")
	if err != nil {
		t.Fatal(err)
	}
	if _, fixed := sizes.Fixed(); fixed || sizes.Min() != 64 || sizes.Max() != 2048 {
		t.Errorf("got fixed %v, from %d to %d", fixed, sizes.Min(), sizes.Max())
	}
	for size, want := range map[int]bool{63: false, 64: true, 65: false, 1023: false, 1024: true, 1500: true, 2048: true, 2049: false} {
		if sizes.Holds(size) != want {
			t.Errorf("holds %d: %v", size, !want)
		}
	}
	var none Sizes
	if _, fixed := none.Fixed(); fixed || none.Min() != 0 || none.Max() != 0 || none.Mean() != 0 || none.Holds(0) || none.String() != "" {
		t.Errorf("no sizes have %v, %d to %d, mean %v", fixed, none.Min(), none.Max(), none.Mean())
	}
}

func TestSizesJSON(t *testing.T) {
	for text, want := range map[string]string{"3": "3", "3-5": `"3-5"`, "3:1 5:2": `"3:1 5:2"`} {
		sizes, err := ParseSizes(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := roundTrip(t, sizes); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got := roundTrip(t, nil); got != "0" {
		t.Errorf("no sizes are %s", got)
	}
	var sizes Sizes
	for _, bad := range []string{`"1K"`, `{}`, `[3]`, `""`} {
		if err := json.Unmarshal([]byte(bad), &sizes); err == nil {
			t.Errorf("%s is read as %v", bad, sizes)
		}
	}
}

// roundTrip is what sizes are in JSON, which must read as the same sizes.
func roundTrip(t *testing.T, sizes Sizes) string {
	t.Helper()
	text, err := json.Marshal(sizes)
	if err != nil {
		t.Fatal(err)
	}
	var again Sizes
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sizes, again); diff != "" {
		t.Errorf("%s reads as (-want +got):\n%s", text, diff)
	}
	return string(text)
}

func FuzzParseSizes(f *testing.F) {
	for _, seed := range []string{"3", "10-1000", "1KiB-4KiB", "64:70 1KiB:25 10kB-100kB:5", "5:1,5:2", "3 B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sizes, err := ParseSizes(text)
		if err != nil {
			return
		}
		if len(sizes) == 0 || sizes.Min() < 1 || sizes.Max() > MaxValueSize || sizes.Mean() < float64(sizes.Min()) || sizes.Mean() > float64(sizes.Max()) {
			t.Errorf("%q is %v", text, sizes)
		}
		again, err := ParseSizes(sizes.String())
		if diff := cmp.Diff(sizes, again); err != nil || diff != "" {
			t.Errorf("%q reads again as: %v %s", text, err, diff)
		}
		roundTrip(t, sizes)
	})
}

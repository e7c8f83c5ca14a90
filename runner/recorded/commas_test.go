package recorded

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The output of tools is read with a decimal comma as with a point, and no number of it
// as another.
func TestReadCommas(t *testing.T) {
	for text, want := range map[string][]string{
		"SET: 66666,67 requests per second":                                {"SET 66666.67"},
		"SET: 66.666,67 requests per second, p50=0,275 msec":               {"SET 66666.67 p50=0.275"},
		`"SET","66666,67","0,126","0,032","0,071","0,119","2,711","5,159"`: {"SET 66666.67 mean=0.126 p50=0.071 p95=0.119 p99=2.711 max=5.159"},
		"test;rps\nSET;66666,67\n":                                         {"SET 66666.67"},
		"test,rps\nSET,46511,62\n":                                         {`a:2: "SET | 46511 | 62": it has 3 cells, and the head of its table 2; write the heads that lack, or an empty line above another table`},
		"| test | 4.0 |\n|---|---|\n| SET | 1.234,5 |\n":                   {"SET 1234.5"},
		"====== SET ======\n  100.000 requests completed in 1,50 seconds\n99,89% <= 1 milliseconds\n66666,67 requests per second\n": {"SET 66666.67 [" + coarse + "]"},
		"Type Ops/sec KB/sec\nSets 10.000,50 770,25\nTotals 10.000,50 770,25\n":                                                     {"MIX/SET 10000.5", "MIX 10000.5"},
		"SET: 72,202 requests per second": {`a:1: "72.202 requests per second": it can be read in more than one way; write it as 39682.54`},
	} {
		read, _ := ReadCommas("a", strings.NewReader(text))
		if diff := cmp.Diff(want, saidOf(read)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{
		"SET: 66666.67 requests per second", "Type Ops/sec KB/sec\nSets 10000.50 1.971\nTotals 10000.50 1.971\n", `"SET","46511.62"`,
		"SET: 66666,67 requests per second, p50=0.275 msec",
	} {
		if _, err := ReadCommas("a", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "with a decimal point; leave out --decimal-comma") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every output reads the same with decimal commas.
func TestCommasOfOutputs(t *testing.T) {
	for name := range spoilt {
		text, err := os.ReadFile(filepath.Join(outputs, name))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := settled(string(text))
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.Join(lines, "\n")
		want, err := Read(name, strings.NewReader(plain))
		if err != nil {
			t.Fatal(err)
		}
		comma := numberRun.ReplaceAllStringFunc(plain, func(number string) string {
			if withPoint.MatchString(number) || strings.Count(number, ".") == 1 && len(number) > 4 {
				return strings.Replace(number, ".", ",", 1)
			}
			return number
		})
		got, err := ReadCommas(name, strings.NewReader(comma))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(allOf(want), allOf(got)); diff != "" || len(got.Problems) > 0 {
			t.Errorf("%s: %v (-want +got):\n%s", name, got.Problems, diff)
		}
	}
}

func FuzzReadCommas(f *testing.F) {
	for _, seed := range []string{"SET: 66.666,67 requests per second", `"SET","66666,67"`, "test;rps\nSET;1,5", "Type Ops/sec KB/sec\nTotals 1,5 2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, _ := ReadCommas("a", strings.NewReader(text))
		sound(t, read)
	})
}

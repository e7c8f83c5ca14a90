package render

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// TestBenchstatAgrees has the real benchstat read what is written for it: it
// knows the units, finds both sides, and its medians are ours.
func TestBenchstatAgrees(t *testing.T) {
	for name, run := range map[string]*matrix.Run{"two versions": slowed(), "two candidates of one version": twins()} {
		t.Run(name, func(t *testing.T) {
			compared, err := run.CompareCells(nil, nil, []string{matrix.MetricRPS, matrix.MetricP99, matrix.MetricServerCPU}, matrix.Judging{}, false)
			if err != nil {
				t.Fatal(err)
			}
			benchstatAgrees(t, FromCompared(compared, false))
		})
	}
}

// benchstatAgrees compares what benchstat reads with what was written.
func benchstatAgrees(t *testing.T, v Verdicts) {
	t.Helper()
	var text bytes.Buffer
	if err := WriteVerdicts(&text, "benchfmt", v, false, Options{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "verdicts.txt")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "tool", "benchstat", "-format", "csv", "-col", "side", path)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		t.Fatalf("benchstat: %v\n%s", err, &stderr)
	}
	if strings.Contains(stderr.String(), "parsing") || strings.Contains(stderr.String(), "missing") {
		t.Errorf("benchstat cannot read it: %s", &stderr)
	}
	theirs := benchstatMedians(t, stdout.String())
	for _, r := range append(v.Shown, v.Rest...) {
		key := benchName(r.Test) + "/of=" + benchName(r.against()) + " " + r.benchUnit()
		if r.Where != "" {
			key = benchName(r.Test) + "/at=" + benchName(r.Where) + "/of=" + benchName(r.against()) + " " + r.benchUnit()
		}
		want := [2]float64{*r.Base * r.benchFactor(), *r.Now * r.benchFactor()}
		got := theirs[key]
		delete(theirs, key)
		for i := range want {
			if !(math.Abs(got[i]/want[i]-1) < 1e-12) {
				t.Errorf("%s: benchstat has %v, want %v", key, got, want)
			}
		}
	}
	for key := range theirs {
		if !strings.HasPrefix(key, "geomean") {
			t.Errorf("benchstat has %s besides", key)
		}
	}
}

// benchstatMedians reads benchstat's CSV: blocks of a head with the unit and
// rows of a name, a median and its interval for each side.
func benchstatMedians(t *testing.T, text string) map[string][2]float64 {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(text))
	reader.FieldsPerRecord = -1
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	medians, unit := map[string][2]float64{}, ""
	for _, fields := range records {
		if len(fields) > 3 && fields[0] == "" && fields[1] != "baseline" {
			unit = fields[1]
		}
		if len(fields) < 4 || fields[0] == "" {
			continue
		}
		base, errBase := strconv.ParseFloat(fields[1], 64)
		other, errOther := strconv.ParseFloat(fields[3], 64)
		if errBase == nil && errOther == nil {
			medians[fields[0]+" "+unit] = [2]float64{base, other}
		}
	}
	return medians
}

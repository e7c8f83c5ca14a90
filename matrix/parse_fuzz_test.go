package matrix

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.yaml", "../configs/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(source, "version", "7.0,8.0")
		}
	}
	f.Add([]byte("axes: {version: &a [7.0], x: *a}"), "server.config.save", `900 "1`)
	f.Add([]byte("axes: {version: [7.0]}\nload: {tests: [MIX, SET]}"), "mix", `SET:1 GET:10,"HSET:1,MSET:2"`)
	f.Add([]byte("axes: {version: [7.0], rate: [max, 5]}\nload: {mix: {a: 1, SET: 2}}"), "load.commands.a", `GET "k __key__"`)
	f.Fuzz(func(t *testing.T, source []byte, key, value string) {
		for _, overrides := range [][]Override{nil, {{Key: key, Value: value}}} {
			checkParsed(t, source, overrides)
		}
	})
}

// checkParsed holds Parse to what it promises for any input.
func checkParsed(t *testing.T, source []byte, overrides []Override) {
	spec, err := Parse(strings.NewReader(string(source)), "f.yaml", overrides...)
	var problems Problems
	switch {
	case err == nil:
		checkSpec(t, spec)
	case !errors.As(err, &problems) || len(problems) == 0:
		t.Errorf("got error %T %v", err, err)
	}
	for _, p := range problems {
		if p.Message == "" || p.File != "f.yaml" && p.File != SetFile || strings.Contains(p.String(), "\n") {
			t.Errorf("got problem %+v", p)
		}
		if p.Line < 0 || p.Line > 0 && p.Column < 1 {
			t.Errorf("got place %d:%d of %s", p.Line, p.Column, p)
		}
	}
}

// checkSpec holds a spec that was parsed to what its fields promise.
func checkSpec(t *testing.T, spec *Spec) {
	if _, err := json.Marshal(spec); err != nil {
		t.Errorf("marshal: %v", err)
	}
	if _, f := nameForm(spec.Name); f != nil {
		t.Errorf("got name %q", spec.Name)
	}
	l := spec.Load
	if len(l.Tests) == 0 || l.Clients < 1 || l.Pipeline < 1 || l.Keyspace < 1 || l.ValueSize.Min() < 1 || spec.Rounds < 1 {
		t.Errorf("got spec %+v", spec)
	}
	if l.Duration <= 0 && l.Requests <= 0 {
		t.Errorf("got load without an end: %+v", l)
	}
	checkLoad(t, l)
	for _, axis := range spec.Axes {
		if len(axis.Values) == 0 {
			t.Errorf("axis %s has no value", axis.Name)
		}
	}
	if spec.Cells() > 1000 {
		return
	}
	plan, err := NewPlan(spec, nil)
	if err != nil {
		t.Errorf("no plan: %v", err)
		return
	}
	for _, cell := range plan.Cells {
		checkLoad(t, cell.Load)
		checkTests(t, cell.Load)
	}
	plan.Estimate()
}

// checkLoad holds a load to what its fields promise.
func checkLoad(t *testing.T, l Load) {
	if _, err := ParseDistribution(l.KeyDistribution); err != nil {
		t.Error(err)
	}
	if _, err := ParsePattern(l.ValuePattern); err != nil {
		t.Error(err)
	}
	if l.Rate < 0 || l.Rate > MaxRate || l.Threads < 0 || l.Threads > MaxThreads || l.Protocol != 0 && l.Protocol != 2 && l.Protocol != 3 {
		t.Errorf("got load %+v", l)
	}
	for _, own := range l.Commands {
		if flaws := checkCommand(own.Words); len(own.Words) == 0 || len(flaws) > 0 {
			t.Errorf("got command %q: %v", own, flaws)
		}
	}
}

// checkTests holds a cell to having all that its tests name: something to send, or
// a trial.
func checkTests(t *testing.T, l Load) {
	for _, name := range l.Tests {
		test, ok := l.Test(name)
		if !ok || test.Name != name || (len(test.Command)+len(test.Parts) > 0) == (test.Trial != "") {
			t.Errorf("test %q is %+v, %v", name, test, ok)
		}
	}
}

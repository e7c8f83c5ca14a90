package render

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"redismatrix/matrix"
)

// TestDetailShelved finds the same dossier of a run that was read without its
// histograms: of tests, and of the parts of mixes.
func TestDetailShelved(t *testing.T) {
	mix := timed(t, mixed())
	anew(mix, func(s *matrix.Sample) bool {
		for i := range s.Commands {
			s.Commands[i].Latency = spread(t, 10, float64(i+1), 20)
		}
		return true
	})
	loaded(mix, func(c *matrix.Cell) { c.Load.Threads = 0 }) // which TLS does not have
	for name, run := range map[string]*matrix.Run{"tests": timed(t, small(3)), "mix": mix} {
		text := document(t, planned(t, run))
		whole, err := matrix.ReadRun(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		lean, shelf, err := matrix.ReadRunShelved(strings.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := DetailShelved(lean, shelf)
		if err != nil {
			t.Fatal(err)
		}
		want := detailOf(t, whole)
		if last := want.Charts[len(want.Charts)-1]; last.Kind != ChartPercentiles {
			t.Fatalf("%s: there are no curves: %+v", name, last)
		}
		options := cmp.Options{cmpopts.IgnoreFields(Samples{}, "Rows"), cmpopts.IgnoreUnexported(Verdicted{}), cmpopts.EquateNaNs()}
		if diff := cmp.Diff(want, got, options); diff != "" {
			t.Errorf("%s (-whole +shelved):\n%s", name, diff)
		}
	}
}

// TestShelfThatFails says in the chart's notes and in the log what could not be
// read.
func TestShelfThatFails(t *testing.T) {
	text := document(t, planned(t, timed(t, small(2))))
	gone := &leaving{strings.NewReader(text), true}
	run, shelf, err := matrix.ReadRunShelved(gone, int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	gone.there = false
	dossier, err := DetailShelved(run, shelf)
	if err != nil {
		t.Fatal(err)
	}
	want := "redis 6.0.16: 2 of 2 histograms cannot be read: read the document again: no document"
	if log := strings.Join(strings.Fields(strings.Join(mapEach(texts(dossier.Log), func(row []string) string { return strings.Join(row, " ") }), " ")), " "); !strings.Contains(log, want) {
		t.Errorf("the log lacks %q:\n%s", want, log)
	}
}

// leaving is a document that is there only at first.
type leaving struct {
	*strings.Reader
	there bool
}

func (l *leaving) ReadAt(b []byte, at int64) (int, error) {
	if !l.there {
		return 0, errors.New("no document")
	}
	return l.Reader.ReadAt(b, at)
}

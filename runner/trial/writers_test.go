package trial

import (
	"bytes"
	"compress/flate"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestValuesFollowFromTheirKeys(t *testing.T) {
	v := values{1, matrix.Sizes{{Low: 10, High: 20, Weight: 1}, {Low: 1000, High: 1000, Weight: 3}}}
	seen, sizes := map[string]bool{}, map[int]int{}
	for key := range uint64(400) {
		value := v.of(key)
		if value != v.of(key) || seen[value] {
			t.Fatalf("value %d is not the same again, or another's", key)
		}
		seen[value] = true
		sizes[len(value)/100]++
	}
	if len(sizes) != 2 || sizes[10] < 250 || sizes[0] < 50 {
		t.Errorf("sizes by hundreds: %v", sizes)
	}
	if other := (values{2, v.sizes}); other.of(1) == v.of(1) {
		t.Error("two seeds have the same values")
	}
	if got := (values{}).of(1); got != "" {
		t.Errorf("values of no size: %q", got)
	}
}

// TestValuesDoNotShrink has no more than the sixth that letters have to spare taken
// away.
func TestValuesDoNotShrink(t *testing.T) {
	value := values{1, matrix.FixedSize(100_000)}.of(1)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(value)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || packed.Len() < 74_000 {
		t.Errorf("%d bytes shrink to %d, %v", len(value), packed.Len(), err)
	}
}

// TestTally counts writes by what was confirmed before a moment.
func TestTally(t *testing.T) {
	w := &writers{values: values{1, matrix.FixedSize(5)}, confirmed: [][]int64{{100, 200, 300}, {150}}}
	if w.begun() != 100 || w.last() != 300 || w.batch(10) != 10 {
		t.Errorf("from %d to %d, %d at once", w.begun(), w.last(), w.batch(10))
	}
	good := func(writer, n int) any { return w.of(number(writer, n)) }
	for name, c := range map[string]struct {
		until int64
		found map[[2]int]any
		want  matrix.Crash
	}{
		"all there": {300, map[[2]int]any{{0, 0}: good(0, 0), {0, 1}: good(0, 1), {0, 2}: good(0, 2), {1, 0}: good(1, 0)},
			matrix.Crash{Acknowledged: 4, Found: 4}},
		"nothing there":      {300, nil, matrix.Crash{Acknowledged: 4, Lost: 4, LostTime: 200 * time.Microsecond}},
		"the last one":       {300, map[[2]int]any{{0, 0}: good(0, 0), {0, 1}: good(0, 1), {1, 0}: good(1, 0)}, matrix.Crash{Acknowledged: 4, Found: 3, Lost: 1}},
		"at a moment before": {200, map[[2]int]any{{0, 0}: good(0, 0)}, matrix.Crash{Acknowledged: 3, Found: 1, Lost: 2, LostTime: 50 * time.Microsecond}},
		"a value of another": {100, map[[2]int]any{{0, 0}: good(0, 1)}, matrix.Crash{Acknowledged: 1, Lost: 1, Torn: 1}},
		"torn, and never confirmed": {100, map[[2]int]any{{0, 0}: good(0, 0), {0, 3}: "xx"},
			matrix.Crash{Acknowledged: 1, Found: 1, Torn: 1}},
	} {
		var got matrix.Crash
		count := tally{until: c.until, crash: &got}
		for writer, times := range w.confirmed {
			for n := range len(times) + 1 {
				count.count(w, writer, n, c.found[[2]int{writer, n}])
			}
		}
		count.close()
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	var all matrix.Crash
	w.loseAll(200, &all)
	if diff := cmp.Diff(matrix.Crash{Acknowledged: 3, Lost: 3, LostTime: 100 * time.Microsecond}, all); diff != "" {
		t.Error(diff)
	}
}

// TestMoments has half of the moments just before syncs, as far as there are any
// between the first confirmed write and the end.
func TestMoments(t *testing.T) {
	var steps []step
	add := func(name string, from, to int64) {
		c := &call{name: name, known: true}
		steps = append(steps, step{at: from, call: c}, step{at: to, call: c, leave: true})
	}
	add("fsync", 10, 20)     // before the first write
	add("fdatasync", 60, 99) // not over then
	add("write", 100, 101)
	add("fdatasync", 200, 250)
	add("fsync", 300, 310)
	add("fsync", 900, 1001) // over after the end
	s := session{writers: &writers{confirmed: [][]int64{{99, 120}}}, steps: steps, end: 1000}
	var before []int64
	last, plain := int64(0), 0
	for _, m := range s.moments(rand.New(rand.NewPCG(1, 1)), 8) {
		if m.at < last || m.at < 99 || m.at >= 1000 {
			t.Errorf("a moment at %d after %d", m.at, last)
		}
		if last = m.at; m.kind == matrix.CrashBeforeSync {
			before = append(before, m.at)
		} else {
			plain++
		}
	}
	if diff := cmp.Diff([]int64{249, 309}, before); diff != "" || plain != 6 {
		t.Errorf("%d others, %s", plain, diff)
	}
	if got := s.longest(); got != 101*time.Microsecond {
		t.Errorf("the longest sync took %v", got)
	}
	if got := s.moments(rand.New(rand.NewPCG(1, 1)), 1); len(got) != 1 || got[0].kind != matrix.CrashPower {
		t.Errorf("one moment: %v", got)
	}
}

// TestRandomFollowsFromTheAttempt draws the same in the same place alone.
func TestRandomFollowsFromTheAttempt(t *testing.T) {
	of := matrix.Attempt{Seed: 1, Round: 1, Cell: matrix.Cell{ID: "a"}, Test: matrix.Test{Name: "CRASH"}}
	first, again := randomOf(of).Uint64(), randomOf(of).Uint64()
	of.Round = 2
	if other := randomOf(of).Uint64(); first != again || other == first {
		t.Errorf("%d, %d, and of another round %d", first, again, other)
	}
}

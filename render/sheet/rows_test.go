package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"redismatrix/render"
)

// TestRows has every kind of value read back by the library as it was given.
func TestRows(t *testing.T) {
	when := time.Date(2026, 11, 30, 23, 59, 59, 0, time.FixedZone("CET", 3600))
	given := []any{"a & b", " spaces ", "_x0041_", "=1+1", 0.1, -1e-9, 1e21, math.MaxFloat64, 123456.789, int64(-5), int64(1 << 53), true, false, nil, when, "last"}
	want := []string{"a & b", " spaces ", "_x0041_", "=1+1", "0.1", "-1E-09", "1E+21", "1.7976931348623157E+308", "123456.789", "-5", "9007199254740992", "TRUE", "FALSE", "", "", "last"}
	heads := make([]string, len(given))
	for i := range heads {
		heads[i] = fmt.Sprint("column ", i)
	}
	book := opened(t, written(t, render.Dossier{Samples: render.Samples{
		Heads: heads, Count: 1, Rows: func(yield func([]any) bool) { yield(given) },
	}}))
	for i := range given {
		cell, err := excelize.CoordinatesToCellName(i+1, 2)
		at := must(t, cell, err)
		if _, timed := given[i].(time.Time); timed {
			value, err := book.GetCellValue(nameSamples, at)
			if got := must(t, value, err); got != "2026-11-30 22:59:59" {
				t.Errorf("%s is %q", at, got)
			}
			continue
		}
		if got := book.at(nameSamples, at); got != want[i] && got != map[string]string{"TRUE": "1", "FALSE": "0"}[want[i]] {
			t.Errorf("%s is %q, want %q", at, got, want[i])
		}
	}
}

// TestSerial agrees with the dates of the standard (ECMA-376 part 1, 18.17.4.1).
func TestSerial(t *testing.T) {
	for _, test := range []struct {
		when time.Time
		want float64
	}{
		{time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC), 61},
		{time.Date(1970, 1, 1, 12, 0, 0, 0, time.UTC), 25569.5},
		{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), 36526},
		{time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC), 46357.25},
	} {
		if got := serial(test.when); got != test.want {
			t.Errorf("%s is %v, want %v", test.when, got, test.want)
		}
	}
}

// TestSamplesThatAreLacking fail, where a table would hold empty rows.
func TestSamplesThatAreLacking(t *testing.T) {
	d := render.Dossier{Samples: samples(3)}
	d.Samples.Count = 4
	if err := Write(io.Discard, d); err == nil || !strings.Contains(err.Error(), "there are 3 samples, and not 4") {
		t.Errorf("got %v", err)
	}
}

// closed is a buffer that counts how often it was closed.
type closed struct {
	bytes.Buffer
	times int
}

func (c *closed) Close() error {
	c.times++
	return nil
}

// TestAhead passes on what it is given, in order, in parts of any length.
func TestAhead(t *testing.T) {
	for _, parts := range [][]int{nil, {0}, {5}, {chunkSize}, {chunkSize - 1, 1, 1}, {1, 3 * chunkSize, 7, 20 * chunkSize}} {
		var to closed
		a, want := newAhead(&to), &bytes.Buffer{}
		for i, n := range parts {
			part := bytes.Repeat([]byte{byte('a' + i)}, n)
			want.Write(part)
			if wrote, err := a.Write(part); wrote != n || err != nil {
				t.Fatalf("%v: wrote %d of %d, %v", parts, wrote, n, err)
			}
			clear(part) // which is the caller's again
		}
		if err := a.Close(); err != nil || to.times != 1 || !bytes.Equal(to.Bytes(), want.Bytes()) {
			t.Errorf("%v: %v; closed %d times, %d bytes of %d", parts, err, to.times, to.Len(), want.Len())
		}
	}
}

// broken is closed, and takes only so much.
type broken struct{ brokenWriter }

func (*broken) Close() error { return nil }

// TestAheadFails soon where what it writes to does, and not only at the end.
func TestAheadFails(t *testing.T) {
	a := newAhead(&broken{brokenWriter{chunkSize}})
	chunk := make([]byte, chunkSize)
	var err error
	for range 1000 {
		if _, err = a.Write(chunk); err != nil {
			break
		}
	}
	if !errors.Is(err, errBroken) {
		t.Errorf("1000 chunks were taken, and then came %v", err)
	}
}

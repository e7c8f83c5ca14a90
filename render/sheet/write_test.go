package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"redismatrix/render"
)

// brokenWriter takes room bytes and fails then.
type brokenWriter struct{ room int }

var errBroken = errors.New("disk full")

func (w *brokenWriter) Write(b []byte) (int, error) {
	if len(b) > w.room {
		return w.room, errBroken
	}
	w.room -= len(b)
	return len(b), nil
}

// TestWriteReturnsWriterErrors fails wherever the writer does.
func TestWriteReturnsWriterErrors(t *testing.T) {
	d := uncompared()
	d.Samples = samples(3)
	size := len(written(t, d))
	for room := 0; room < size; room += 71 {
		if err := Write(&brokenWriter{room}, d); !errors.Is(err, errBroken) {
			t.Fatalf("into a writer with room for %d of %d bytes: %v", room, size, err)
		}
	}
	if err := Write(&brokenWriter{size - 1}, d); !errors.Is(err, errBroken) {
		t.Errorf("into a writer that lacks a byte: %v", err)
	}
	if err := Write(&brokenWriter{size}, d); err != nil {
		t.Error(err)
	}
}

// TestWriteLeavesNoFiles finds no temporary files, however it ended.
func TestWriteLeavesNoFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	d := render.Dossier{Samples: samples(10), Config: render.Table{Title: "Config", Corner: "directive", Columns: []render.Column{{Head: "setup", Text: true}}}}
	for i := range 120_000 { // which the library streams to a file
		d.Config.Rows = append(d.Config.Rows, render.Row{Label: fmt.Sprint("directive ", i), Cells: []render.Cell{words(strings.Repeat("long ", 20))}})
	}
	spilled := false
	rows := d.Samples.Rows
	d.Samples.Rows = func(yield func([]any) bool) {
		for row := range rows {
			if !yield(row) {
				return
			}
		}
		left, err := os.ReadDir(dir)
		spilled = spilled || err == nil && len(left) > 0
	}
	for _, w := range []io.Writer{io.Discard, &brokenWriter{1000}} {
		err := Write(w, d)
		if left, readErr := os.ReadDir(dir); readErr != nil || len(left) > 0 {
			t.Errorf("after %v there are %v, %v", err, left, readErr)
		}
	}
	if !spilled {
		t.Error("the table was never in a temporary file, so that nothing was tried")
	}
}

// TestWriteTwice finds the same bytes, whenever it is written.
func TestWriteTwice(t *testing.T) {
	for _, d := range []render.Dossier{full(), uncompared(), hostile()} {
		if !bytes.Equal(written(t, d), written(t, d)) {
			t.Errorf("%q is written in two ways", d.Title)
		}
	}
}

// TestProperties names the document, and dates it by its run.
func TestProperties(t *testing.T) {
	book := opened(t, written(t, full()))
	properties, err := book.GetDocProps()
	got := must(t, properties, err)
	if got.Title != "quickstart" || got.Creator != "redis-matrix" || got.Created != started.Format(time.RFC3339) || got.Modified != got.Created {
		t.Errorf("properties are %+v", got)
	}
	if core := opened(t, written(t, render.Dossier{})).parts["docProps/core.xml"]; strings.Contains(core, time.Now().Format("2006-01")) {
		t.Errorf("a run without a date has that of today: %s", core)
	}
}

// TestPrint finds every sheet set up to be printed.
func TestPrint(t *testing.T) {
	d := full()
	d.Title = "R&D " + strings.Repeat("&", 200)
	book := opened(t, written(t, d))
	for name, part := range book.parts {
		if !strings.HasPrefix(name, "xl/worksheets/sheet") {
			continue
		}
		for _, want := range []string{`orientation="landscape"`, `paperSize="9"`, `fitToWidth="1"`, `fitToPage="true"`, `<oddFooter>&amp;LR&amp;&amp;D &amp;&amp;`, `&amp;Rpage &amp;P of &amp;N</oddFooter>`} {
			if !strings.Contains(part, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
		footer := regexp.MustCompile(`<oddFooter>(.*)</oddFooter>`).FindStringSubmatch(part)[1]
		if text := strings.ReplaceAll(footer, "&amp;", "&"); len(text) > 255 {
			t.Errorf("%s has a footer of %d characters", name, len(text))
		}
	}
}

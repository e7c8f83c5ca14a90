package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pack writes parts whose content is their name, and closes the archive.
func pack(w io.Writer, streamed []string, parts ...string) error {
	a := newArchive(w, streamed, nil)
	for _, name := range parts {
		part, err := a.Create(name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(part, strings.Repeat(name, 100)); err != nil {
			return err
		}
	}
	return a.Close()
}

// TestArchive writes streamed parts in one order, in whatever order they come.
func TestArchive(t *testing.T) {
	streamed := []string{"samples", "b", "a"}
	var first []byte
	for _, order := range []string{"a b samples", "b a samples", "samples b a", "a samples b"} {
		var b bytes.Buffer
		if err := pack(&b, streamed, append(strings.Fields(order), "z", "y")...); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("%s is written in another way", order)
		}
	}
	archive, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, part := range archive.File {
		names = append(names, part.Name)
		r, err := part.Open()
		content, readErr := io.ReadAll(must(t, r, err))
		if got := string(must(t, content, readErr)); got != strings.Repeat(part.Name, 100) {
			t.Errorf("%s holds %q", part.Name, got)
		}
	}
	if diff := cmp.Diff([]string{"samples", "a", "b", "z", "y"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestArchiveOfStreams writes the parts that have waited also where no other comes.
func TestArchiveOfStreams(t *testing.T) {
	var b bytes.Buffer
	if err := pack(&b, []string{"a", "b"}, "b", "a"); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(archive.File) != 2 {
		t.Errorf("%v; the archive holds %d parts", err, len(archive.File))
	}
}

// TestArchiveFails where its writer does, whatever part is being written.
func TestArchiveFails(t *testing.T) {
	var b bytes.Buffer
	if err := pack(&b, []string{"a", "b"}, "b", "a", "c"); err != nil {
		t.Fatal(err)
	}
	for room := range b.Len() {
		if err := pack(&brokenWriter{room}, []string{"a", "b"}, "b", "a", "c"); !errors.Is(err, errBroken) {
			t.Fatalf("with room for %d of %d bytes: %v", room, b.Len(), err)
		}
	}
}

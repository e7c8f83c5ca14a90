package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// text lays fixed text out.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// names lists a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func content(t *testing.T, path string) string {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestSinkReplacesTheFileAsAWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.md")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	to, err := openSink("markdown", path)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("before the end the file holds %q", got)
	}
	if err := to.write(text("new")); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "new" {
		t.Errorf("the file holds %q", got)
	}
	if diff := cmp.Diff([]string{"report.md"}, names(t, dir)); diff != "" {
		t.Errorf("the directory (-want +got):\n%s", diff)
	}
}

func TestSinkLeavesNothingBehind(t *testing.T) {
	no := errors.New("no")
	dir := t.TempDir()
	to, err := openSink("text", filepath.Join(dir, "x"))
	if err != nil {
		t.Fatal(err)
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("opening left behind: %v", left)
	}
	if err := to.write(func(io.Writer) error { return no }); !errors.Is(err, no) {
		t.Errorf("error %v, want %v", err, no)
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("a layout that failed left behind: %v", left)
	}
}

func TestSinkFollowsALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Symlink(path, link)); err != nil {
		t.Fatal(err)
	}
	to, err := openSink("text", link)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.write(text("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link was replaced (%v, %v)", info, err)
	}
	if got := content(t, path); got != "x" {
		t.Errorf("the file holds %q", got)
	}
}

func TestSinkRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, path := range map[string]string{
		"a directory":              dir,
		"a directory that is none": filepath.Join(dir, "none", "file"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := openSink("text", path)
			if codeOf(err) != exitUsage {
				t.Errorf("error %v ends with %d, want %d", err, codeOf(err), exitUsage)
			}
		})
	}
}

// failing is a writer that fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestSinkToStdout(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"the reader has gone", syscall.EPIPE, nil},
		{"disk full", syscall.ENOSPC, syscall.ENOSPC},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			to := &sink{format: "text", to: failing{test.err}}
			if err := to.write(text("x")); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

func TestOpenRefusesAFormat(t *testing.T) {
	var stdout bytes.Buffer
	_, err := (&outputFlags{format: "xml"}).open(console{out: &stdout})
	if codeOf(err) != exitUsage || !strings.Contains(err.Error(), "markdown") {
		t.Errorf("error %v", err)
	}
}

package launch

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mirror is a small Debian archive in a directory.
type mirror struct {
	dir  string
	arch string
}

func newMirror(t testing.TB) mirror {
	t.Helper()
	if err := checkAptTools(); err != nil {
		missing(t, "servers", err.Error())
	}
	arch, err := exec.Command("dpkg", "--print-architecture").Output()
	if err != nil {
		t.Fatal(err)
	}
	return mirror{dir: t.TempDir(), arch: strings.TrimSpace(string(arch))}
}

// suite publishes a suite that holds a libc and the packages.
func (m mirror) suite(t testing.TB, name string, packages ...string) {
	t.Helper()
	index := m.build(t, "libc6", "2.36-9", "", "") + strings.Join(packages, "")
	dir := filepath.Join(m.dir, "dists", name)
	at := "main/binary-" + m.arch + "/Packages"
	m.write(t, filepath.Join(dir, at), index)
	m.write(t, filepath.Join(dir, "Release"), fmt.Sprintf(
		"Suite: %s\nCodename: %[1]s\nComponents: main\nArchitectures: %s\nDate: Mon, 30 Nov 2026 00:00:00 UTC\nSHA256:\n %x %d %s\n",
		name, m.arch, sha256.Sum256([]byte(index)), len(index), at))
}

func (m mirror) write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// server builds a package whose server says banner, and returns its entry in
// an index.
func (m mirror) server(t testing.TB, name, revised, banner string) string {
	t.Helper()
	return m.build(t, name, revised, "libc6", "#!/bin/sh\necho '"+banner+"'\n")
}

func (m mirror) build(t testing.TB, name, revised, depends, script string) string {
	t.Helper()
	tree := t.TempDir()
	control := fmt.Sprintf("Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: nobody <nobody@example.org>\nDescription: none\n", name, revised, m.arch)
	if depends != "" {
		control += "Depends: " + depends + "\n"
	}
	m.write(t, filepath.Join(tree, "DEBIAN", "control"), control)
	if script != "" {
		m.write(t, filepath.Join(tree, "usr", "bin", name), script)
	}
	file := fmt.Sprintf("pool/%s_%x.deb", name, sha256.Sum256([]byte(control+script)))
	path := filepath.Join(m.dir, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	pack := exec.Command("dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, path)
	pack.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1") // the same package is built for several suites
	if out, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%sFilename: %s\nSize: %d\nSHA256: %x\n\n", control, file, len(content), sha256.Sum256(content))
}

// installer is one that knows of the mirror only.
func (m mirror) installer(t testing.TB) *installer {
	t.Helper()
	etc := aptDirWith(t, map[string]string{"sources.list": "deb [trusted=yes] file:" + m.dir + " bookworm main\n"})
	return &installer{dir: filepath.Join(t.TempDir(), "servers"), etc: etc, say: func(format string, args ...any) {
		t.Logf(format, args...)
	}}
}

package trial

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFiles(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(from, "dump.rdb"), "12")
	writeFile(t, filepath.Join(from, "appendonlydir", "appendonly.aof.1.base.rdb"), "123")
	writeFile(t, filepath.Join(from, "appendonlydir", "appendonly.aof.1.incr.aof"), "1234")
	writeFile(t, filepath.Join(from, "other"), "12345")
	if err := copyFiles(from, to); err != nil {
		t.Fatal(err)
	}
	aof, rdb, err := sizes(to)
	if err != nil || aof != 7 || rdb != 2 {
		t.Errorf("AOF of %d and RDB of %d bytes, %v", aof, rdb, err)
	}
	if _, _, err := sizes(filepath.Join(to, "nowhere")); err == nil {
		t.Error("measured what is not there")
	}
	if err := copyFiles(from, filepath.Join(to, "other")); err == nil {
		t.Error("copied into a file")
	}
}

func TestDropCache(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("Linux alone can")
	}
	dir := t.TempDir()
	if volatile(dir) != "" {
		t.Skipf("%s is on %s", dir, volatile(dir))
	}
	path := filepath.Join(dir, "file")
	writeFile(t, path, strings.Repeat("x", 1<<20))
	writeFile(t, filepath.Join(dir, "empty"), "")
	if left, err := dropCache(dir); err != nil || left > 1<<20/20 {
		t.Errorf("%d bytes are left, %v", left, err)
	}
	if _, err := os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if left, err := dropCache(filepath.Join(dir, "nowhere")); err == nil {
		t.Errorf("dropped what is not there: %d", left)
	}
}

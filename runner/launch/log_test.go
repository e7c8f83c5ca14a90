package launch

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLogOfOneStart leaves out what an earlier start has written.
func TestLogOfOneStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "log")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, path, "an earlier start\n", 0o644)
	log, file, err := openLog(path, "version=7.0", []string{"redis-server", "--save", ""})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString("[6502] 30 Nov 19:00:00.000 # one\ntwo\n"); err != nil {
		t.Fatal(err)
	}
	if got, want := log.explain("it ended"), "it ended; the end of its log: one | two"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mustContain(t, string(all), "an earlier start\n# 2", `· version=7.0 · ["redis-server" "--save" ""]`)
}

func TestLogThatIsGone(t *testing.T) {
	log := serverLog{path: filepath.Join(t.TempDir(), "gone")}
	if got := log.explain("it ended"); got != "it ended; it logged nothing" {
		t.Errorf("got %q", got)
	}
}

func TestDigest(t *testing.T) {
	var d digests
	path := filepath.Join(t.TempDir(), "binary")
	write(t, path, "abc", 0o755)
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for range 2 {
		if digest, size, err := d.of(path); digest != abc || size != 3 || err != nil {
			t.Errorf("got %s, %d, %v", digest, size, err)
		}
	}
	write(t, path, "abcd", 0o755)
	if digest, size, err := d.of(path); digest == abc || size != 4 || err != nil {
		t.Errorf("got %s, %d, %v", digest, size, err)
	}
	if _, _, err := d.of(path + "-gone"); err == nil {
		t.Error("a missing file has a digest")
	}
}

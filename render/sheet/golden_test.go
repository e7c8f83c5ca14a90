package sheet

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/render"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with a file of testdata, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./render/sheet -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestGolden holds what stands in the cells of books, read back.
func TestGolden(t *testing.T) {
	for name, d := range map[string]render.Dossier{
		"full.txt": full(), "uncompared.txt": uncompared(), "hostile.txt": hostile(), "empty.txt": {},
	} {
		golden(t, name, opened(t, written(t, d)).text())
	}
}

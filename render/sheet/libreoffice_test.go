package sheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"image"
	_ "image/png" // what pdftoppm writes
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"redismatrix/render"
)

// missing skips a test for want of what it needs, or fails it where
// REDIS_MATRIX_REQUIRE says that it must be there.
func missing(t *testing.T, program string) {
	t.Helper()
	if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "libreoffice") {
		t.Fatalf("no %s here: install libreoffice-calc and poppler-utils", program)
	}
	t.Skipf("no %s here: install libreoffice-calc and poppler-utils", program)
}

// run runs a program that converts.
func run(t *testing.T, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		missing(t, program)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// converted has LibreOffice open a book and write it in another format. It
// returns the directory.
func converted(t *testing.T, content []byte, format string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "book.xlsx")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "soffice", "--headless", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--convert-to", format, "--outdir", dir, path)
	return dir
}

// everySheet has LibreOffice write each sheet as CSV, in UTF-8, with numbers as
// they are stored.
const everySheet = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false,false,false,false,-1"

// TestLibreOffice finds in LibreOffice the same cells as the library does.
func TestLibreOffice(t *testing.T) {
	for name, d := range map[string]render.Dossier{"full": full(), "uncompared": uncompared(), "hostile": hostile()} {
		content := written(t, d)
		inLibreOffice(t, name, opened(t, content), converted(t, content, everySheet))
	}
}

// inLibreOffice compares a book with the sheets that LibreOffice has written.
func inLibreOffice(t *testing.T, name string, book bookFile, dir string) {
	t.Helper()
	for _, sheet := range book.GetSheetList() {
		file, err := os.ReadFile(filepath.Join(dir, "book-"+sheet+".csv"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		reader := csv.NewReader(bytes.NewReader(file))
		reader.FieldsPerRecord = -1
		reader.LazyQuotes = true
		records, err := reader.ReadAll()
		sameCells(t, name+" "+sheet, book.raw(sheet), must(t, records, err))
	}
}

// sameCells compares cells as the library reads them with those that LibreOffice
// has written, which leaves no empty rows out.
func sameCells(t *testing.T, sheet string, want, got [][]string) {
	t.Helper()
	compared := 0
	for i, row := range want {
		for j, value := range row {
			other := ""
			if i < len(got) && j < len(got[i]) {
				other = got[i][j]
			}
			if _, err := time.Parse("2006-01-02 15:04:05", other); err == nil || value == "" || other == "TRUE" || other == "FALSE" {
				continue
			}
			if compared++; !sameCell(value, other) {
				t.Errorf("%s: row %d, column %d is %q in LibreOffice, want %q", sheet, i+1, j+1, other, value)
			}
		}
	}
	if compared == 0 {
		t.Errorf("%s: nothing was compared", sheet)
	}
}

func sameCell(want, got string) bool {
	a, err := strconv.ParseFloat(want, 64)
	b, otherErr := strconv.ParseFloat(got, 64)
	if err == nil && otherErr == nil {
		return math.Abs(a-b) <= 1e-9*math.Abs(a)
	}
	return strings.TrimSpace(want) == strings.TrimSpace(got)
}

// TestLibreOfficePrints prints a book: no page is empty, and the sheets that fit
// on one take one.
func TestLibreOfficePrints(t *testing.T) {
	dir := converted(t, written(t, full()), "pdf")
	run(t, "pdftoppm", "-r", "40", "-png", filepath.Join(dir, "book.pdf"), filepath.Join(dir, "page"))
	pages, err := filepath.Glob(filepath.Join(dir, "page-*.png"))
	// Samples take two pages, and the hidden sheet none.
	if len(must(t, pages, err)) != len(opened(t, written(t, full())).GetSheetList()) {
		t.Errorf("there are %d pages", len(pages))
	}
	for _, page := range pages {
		if ink := inkOf(t, page); ink < 200 {
			t.Errorf("%s has %d dark points", filepath.Base(page), ink)
		}
	}
}

// inkOf counts the points of a picture that are not white.
func inkOf(t *testing.T, path string) int {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(fmt.Errorf("read %s: %w", path, err))
	}
	ink := 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 3*0xe000 {
				ink++
			}
		}
	}
	return ink
}

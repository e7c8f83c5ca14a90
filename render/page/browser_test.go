package page

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// browse opens the page in a browser without a window, and fails the test for
// whatever the console or the network sees beside the page itself.
func browse(t *testing.T, page string) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "chromium") {
			t.Fatal(err)
		}
		t.Skip("needs chromium")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, end := chromedp.NewContext(ctx)
	seen := &sightings{}
	if err := chromedp.Listen(ctx, seen.event); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		end()
		stop()
		cancel()
		if diff := cmp.Diff([]string{"GET file://" + file}, seen.lines); diff != "" {
			t.Errorf("console and network (-want +got):\n%s", diff)
		}
	})
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// sightings are what a browser reports.
type sightings struct {
	sync.Mutex
	lines []string
}

func (s *sightings) event(event any) {
	s.Lock()
	defer s.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		s.lines = append(s.lines, e.Request.Method+" "+e.Request.URL)
	case *runtime.EventExceptionThrown:
		s.lines = append(s.lines, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		s.lines = append(s.lines, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		s.lines = append(s.lines, "log: "+e.Entry.Text)
	}
}

// shownRows are the labels of the report's first table that can be seen.
const shownRows = `Array.from(document.querySelectorAll("#table-1 tbody tr")).filter(r => r.offsetParent !== null).map(r => r.cells[0].textContent)`

func TestSortingAndFiltering(t *testing.T) {
	ctx := browse(t, written(t, upgrade()))
	asWritten := []string{"binary size, MB", "PING_INLINE", "SET", "GET", "LRANGE_600", "ZPOPMIN", "INCR", "LPUSH", "RPUSH", "geometric mean, ×"}
	byNumber := chromedp.Click(`#table-1 thead th:nth-child(2) button`)
	for _, step := range []struct {
		name string
		do   chromedp.Action[chromedp.Void]
		want []string
	}{
		{"as written", chromedp.WaitReady("body"), asWritten},
		{"greatest first", byNumber,
			[]string{"binary size, MB", "SET", "PING_INLINE", "INCR", "LPUSH", "RPUSH", "LRANGE_600", "GET", "ZPOPMIN", "geometric mean, ×"}},
		{"least first", byNumber,
			[]string{"binary size, MB", "GET", "LRANGE_600", "INCR", "LPUSH", "RPUSH", "PING_INLINE", "SET", "ZPOPMIN", "geometric mean, ×"}},
		{"as written again", byNumber, asWritten},
		{"by name", chromedp.Click(`#table-1 thead th:nth-child(1) button`),
			[]string{"binary size, MB", "ZPOPMIN", "SET", "RPUSH", "PING_INLINE", "LRANGE_600", "LPUSH", "INCR", "GET", "geometric mean, ×"}},
		{"filtered", chromedp.SendKeys("#table-1 input", "push"), []string{"RPUSH", "LPUSH"}},
		{"by two words", chromedp.SendKeys("#table-1 input", " rpu"), []string{"RPUSH"}},
	} {
		if err := chromedp.Do(ctx, step.do); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(step.want, evaluated[[]string](ctx, t, shownRows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	if said := evaluated[string](ctx, t, `document.querySelector("#table-1 output").textContent`); said != "1 of 10 rows" {
		t.Errorf("the filter says %q", said)
	}
}

func evaluated[T any](ctx context.Context, t *testing.T, expression string) T {
	t.Helper()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// What is folded stands on paper too, and is folded again after.
func TestFolded(t *testing.T) {
	ctx := browse(t, written(t, upgrade()))
	const open = `document.querySelectorAll("main > details[open]").length`
	got := []int{
		evaluated[int](ctx, t, open),
		evaluated[int](ctx, t, `dispatchEvent(new Event("beforeprint")); `+open),
		evaluated[int](ctx, t, `dispatchEvent(new Event("afterprint")); `+open),
	}
	if diff := cmp.Diff([]int{0, 5, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Pictures are kept with go test -artifacts. Nothing of the page may be wider
// than a phone.
func TestPictures(t *testing.T) {
	ctx := browse(t, written(t, upgrade()))
	for name, look := range map[string]struct {
		width int64
		theme string
	}{
		"light": {1280, "light"}, "dark": {1280, "dark"}, "phone": {390, "light"},
	} {
		theme := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.theme}}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, theme); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(look.width, 900)); err != nil {
			t.Fatal(err)
		}
		if wide := evaluated[int64](ctx, t, `document.documentElement.scrollWidth`); wide > look.width {
			t.Errorf("%s: the page is %d wide in a window of %d", name, wide, look.width)
		}
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(t.ArtifactDir(), name+".png"), picture, 0o600); err != nil {
			t.Error(err)
		}
	}
}

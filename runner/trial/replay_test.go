package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// followed follows the calls of a trace, which are at seconds 1, 2 and so on and
// take no time. Lines that begin with ~ are of a second thread.
func followed(t *testing.T, dir string, calls ...string) (*replay, error) {
	t.Helper()
	var b strings.Builder
	for i, call := range calls {
		pid := "7"
		if rest, other := strings.CutPrefix(call, "~"); other {
			pid, call = "8", rest
		}
		b.WriteString(pid + " " + string(rune('1'+i)) + ".000000 " + call + "\n")
	}
	steps, err := readTrace(strings.NewReader(strings.ReplaceAll(b.String(), "/d/m", dir)), filepath.Base(dir), forever)
	if err != nil {
		t.Fatal(err)
	}
	r := newReplay(dir)
	for _, s := range steps {
		if err := r.follow(s); err != nil {
			return r, err
		}
	}
	return r, nil
}

// kept is what survives, by name below the directory.
func kept(r *replay) map[string]string {
	files, dirs := r.survivors()
	got := map[string]string{}
	for path, f := range files {
		got[strings.TrimPrefix(path, r.dir+"/")] = f.content(f.kept)
	}
	for _, dir := range dirs {
		got[strings.TrimPrefix(dir, r.dir+"/")] = "(directory)"
	}
	return got
}

const (
	makeA  = `openat(AT_FDCWD</d/m>, "a", O_WRONLY|O_CREAT|O_APPEND, 0644) = 9</d/m/a> <0.000001>`
	makeT  = `open("t", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 8</d/m/t> <0.000001>`
	oneA   = `write(9</d/m/a>, "one", 3) = 3 <0.000001>`
	twoA   = `write(9</d/m/a>, "two", 3) = 3 <0.000001>`
	newT   = `write(8</d/m/t>, "new", 3) = 3 <0.000001>`
	syncA  = `fdatasync(9</d/m/a>) = 0 <0.000001>`
	syncT  = `fsync(8</d/m/t>) = 0 <0.000001>`
	moveT  = `rename("t", "a") = 0 <0.000001>`
	begins = ` <unfinished ...>`
)

func TestWhatSurvives(t *testing.T) {
	for name, c := range map[string]struct {
		calls []string
		want  map[string]string
	}{
		"nothing without a sync":         {[]string{makeA, oneA}, map[string]string{}},
		"what was synced":                {[]string{makeA, oneA, syncA, twoA}, map[string]string{"a": "one"}},
		"not what a sync failed on":      {[]string{makeA, oneA, `fdatasync(9</d/m/a>) = -1 EIO (Input/output error) <0.000001>`}, map[string]string{}},
		"not what came during a sync":    {[]string{makeA, oneA, "~fdatasync(9</d/m/a>" + begins, twoA, "~<... fdatasync resumed>) = 0 <0.000001>"}, map[string]string{"a": "one"}},
		"nothing of a sync under way":    {[]string{makeA, oneA, "~fdatasync(9</d/m/a>" + begins}, map[string]string{}},
		"a shorter write":                {[]string{makeA, `write(9</d/m/a>, "long", 4) = 2 <0.000001>`, syncA}, map[string]string{"a": "lo"}},
		"no write that failed":           {[]string{makeA, `write(9</d/m/a>, "long", 4) = -1 ENOSPC (No space) <0.000001>`, syncA}, map[string]string{"a": ""}},
		"a name with its data":           {[]string{makeA, syncA}, map[string]string{"a": ""}},
		"a file that was cut":            {[]string{makeA, oneA, twoA, `ftruncate(9</d/m/a>, 4) = 0 <0.000001>`, syncA}, map[string]string{"a": "onet"}},
		"what a cut has not reached":     {[]string{makeA, oneA, syncA, `ftruncate(9</d/m/a>, 0) = 0 <0.000001>`}, map[string]string{"a": "one"}},
		"a file that is opened empty":    {[]string{makeA, oneA, `open("a", O_WRONLY|O_TRUNC) = 9</d/m/a> <0.000001>`, twoA, syncA}, map[string]string{"a": "two"}},
		"the old file before a new name": {[]string{makeA, oneA, syncA, makeT, newT, syncT, moveT}, map[string]string{"a": "one", "t": "new"}},
		"the new name with what follows": {
			[]string{makeA, oneA, syncA, makeT, newT, syncT, moveT, `write(8</d/m/a>, "er", 2) = 2 <0.000001>`, `fdatasync(8</d/m/a>) = 0 <0.000001>`},
			map[string]string{"a": "newer"},
		},
		"no new name for fdatasync alone": {
			[]string{makeA, oneA, syncA, makeT, newT, syncT, moveT, `fdatasync(8</d/m/a>) = 0 <0.000001>`},
			map[string]string{"a": "one", "t": "new"},
		},
		"a new name for fsync":           {[]string{makeT, newT, syncT, moveT, `fsync(8</d/m/a>) = 0 <0.000001>`}, map[string]string{"a": "new"}},
		"a new name for its directory":   {[]string{makeT, newT, syncT, moveT, `fsync(3</d/m>) = 0 <0.000001>`}, map[string]string{"a": "new"}},
		"a name without its data":        {[]string{makeT, newT, moveT, `fsync(3</d/m>) = 0 <0.000001>`}, map[string]string{"a": ""}},
		"a file removed":                 {[]string{makeA, oneA, syncA, makeT, `unlink("a") = 0 <0.000001>`, newT, syncT}, map[string]string{"t": "new"}},
		"a file that comes back":         {[]string{makeA, oneA, syncA, `unlink("a") = 0 <0.000001>`}, map[string]string{"a": "one"}},
		"no sync of a file without name": {[]string{makeA, oneA, `unlink("a") = 0 <0.000001>`, `fsync(9</d/m/a>(deleted)) = 0 <0.000001>`}, map[string]string{}},
		"a directory": {
			[]string{`mkdir("s", 0755) = 0 <0.000001>`, `openat(AT_FDCWD</d/m>, "s/a", O_WRONLY|O_CREAT, 0644) = 9</d/m/s/a> <0.000001>`,
				`write(9</d/m/s/a>, "one", 3) = 3 <0.000001>`, `fdatasync(9</d/m/s/a>) = 0 <0.000001>`},
			map[string]string{"s": "(directory)", "s/a": "one"},
		},
		"calls relative to a directory": {
			[]string{`mkdirat(AT_FDCWD</d/m>, "s", 0755) = 0 <0.000001>`, `openat(3</d/m/s>, "t", O_CREAT) = 8</d/m/s/t> <0.000001>`,
				`renameat2(3</d/m/s>, "t", AT_FDCWD</d/m>, "a", 0) = 0 <0.000001>`, `fsync(3</d/m>) = 0 <0.000001>`},
			map[string]string{"s": "(directory)", "a": ""},
		},
		"nothing elsewhere": {
			[]string{`openat(AT_FDCWD</d/m>, "/dev/null", O_RDWR|O_CREAT) = 4</dev/null> <0.000001>`, `unlink("/tmp/s") = 0 <0.000001>`,
				`rename("/tmp/a", "/tmp/b") = 0 <0.000001>`, `mkdir("/tmp/c", 0755) = 0 <0.000001>`, `unlink("missing") = 0 <0.000001>`},
			map[string]string{},
		},
	} {
		r, err := followed(t, "/d/m", c.calls...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, kept(r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestWhatCannotBeFollowed fails rather than to guess.
func TestWhatCannotBeFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		calls []string
		want  string
	}{
		"a write somewhere else": {[]string{makeA, `pwrite64(9</d/m/a>, "x", 1, 0) = 1 <0.000001>`}, "cannot be followed"},
		"a link":                 {[]string{makeA, `link("a", "b") = 0 <0.000001>`}, "cannot be followed"},
		"a write that is cut":    {[]string{makeA, `write(9</d/m/a>, "lo"..., 4) = 4 <0.000001>`}, "use smaller values"},
		"a file from nowhere":    {[]string{oneA}, "nobody has made"},
		"a name from nowhere":    {[]string{moveT}, "nobody has made"},
		"a longer file":          {[]string{makeA, `ftruncate(9</d/m/a>, 9) = 0 <0.000001>`}, "cannot be cut to 9"},
		"no text":                {[]string{makeA, `write(9</d/m/a>, 0x5, 4) = 4 <0.000001>`}, "is no text"},
		"a name that is cut":     {[]string{`unlink("a"...) = 0 <0.000001>`}, "cannot be read"},
	} {
		if _, err := followed(t, "/d/m", c.calls...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestRestore(t *testing.T) {
	r, err := followed(t, "/d/m", `mkdir("s", 0755) = 0 <0.000001>`, `open("s/a", O_CREAT) = 9</d/m/s/a> <0.000001>`,
		`write(9</d/m/s/a>, "one", 3) = 3 <0.000001>`, `fsync(9</d/m/s/a>) = 0 <0.000001>`, makeT)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := r.restore(dir); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "s", "a"))
	entries, _ := os.ReadDir(dir)
	if string(content) != "one" || err != nil || len(entries) != 1 {
		t.Errorf("%q, %v, %v", content, err, entries)
	}
	if err := r.restore(filepath.Join(dir, "s", "a")); err == nil {
		t.Error("restored into a file")
	}
}

// TestTheTraceMustAgree finds that the files are not what was followed.
func TestTheTraceMustAgree(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		calls []string
		want  string
	}{
		"alike":             {map[string]string{"a": "one"}, []string{makeA, oneA}, ""},
		"another content":   {map[string]string{"a": "two"}, []string{makeA, oneA}, "has 3 bytes that are not the 3"},
		"a write untold":    {map[string]string{"a": "onetwo"}, []string{makeA, oneA}, "has 6 bytes"},
		"a write under way": {map[string]string{"a": "onetwo"}, []string{makeA, oneA, strings.Split(twoA, ") =")[0] + begins}, ""},
		"another content with a write under way": {
			map[string]string{"a": "twotwo"}, []string{makeA, oneA, strings.Split(twoA, ") =")[0] + begins}, "has 6 bytes",
		},
		"a file untold":    {map[string]string{"a": "one", "b": ""}, []string{makeA, oneA}, "does not tell of"},
		"a file missing":   {nil, []string{makeA}, "is not there"},
		"a name under way": {map[string]string{"a": ""}, []string{makeT, `rename("t", "a"` + begins}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, content := range c.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			r, err := followed(t, dir, c.calls...)
			if err != nil {
				t.Fatal(err)
			}
			underWay := map[*call]bool{}
			if last := c.calls[len(c.calls)-1]; strings.HasSuffix(last, begins) {
				begun, _, err := parseCall(strings.ReplaceAll(strings.TrimSuffix(last, begins), "/d/m", dir))
				if err != nil {
					t.Fatal(err)
				}
				underWay[begun] = true
			}
			err = r.agree(underWay)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

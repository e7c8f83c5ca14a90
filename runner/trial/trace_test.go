package trial

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forever is an end that nothing comes after.
const forever = math.MaxInt64

// shown are steps in one line each.
func shown(steps []step) []string {
	var lines []string
	for _, s := range steps {
		end := "enter"
		if s.leave {
			end = fmt.Sprintf("leave %d %s", s.call.result, s.call.path)
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", s.at, s.call.name, strings.Join(s.call.args, "|"), end)))
	}
	return lines
}

func TestReadTrace(t *testing.T) {
	for name, c := range map[string]struct {
		trace string
		want  []string
	}{
		"a call": {
			`7 1.000005 write(9</d/m/a.aof>, "x\ny", 3) = 3 <0.000010>`,
			[]string{`1000005 write 9</d/m/a.aof>|"x\ny"|3 enter`, `1000015 write 9</d/m/a.aof>|"x\ny"|3 leave 3`},
		},
		"calls of two threads": {
			"7 1.000000 fdatasync(9</d/m/a> <unfinished ...>\n" +
				"8   1.000001 write(9</d/m/a>, \"a\", 1) = 1 <0.000001>\n" +
				"7 1.000009 <... fdatasync resumed>) = 0 <0.000009>",
			[]string{
				"1000000 fdatasync 9</d/m/a> enter", `1000001 write 9</d/m/a>|"a"|1 enter`, `1000002 write 9</d/m/a>|"a"|1 leave 1`,
				"1000009 fdatasync 9</d/m/a> leave 0",
			},
		},
		"a call that ended in a kill": {
			"7 1.000000 write(9</d/m/a>, \"abc\", 3 <unfinished ...>) = ?\n8 1.000001 fsync(9</d/m/a>) = ?\n7 1.000002 +++ killed by SIGKILL +++",
			[]string{`1000000 write 9</d/m/a>|"abc"|3 enter`, "1000001 fsync 9</d/m/a> enter"},
		},
		"calls that took no time since they ended in a kill": {
			"7 1.000000 write(9</d/m/a>, \"abc\", 3 <unfinished ...>) = ? <unavailable>\n8 1.000001 fsync(9</d/m/a>) = ? <unavailable>",
			[]string{`1000000 write 9</d/m/a>|"abc"|3 enter`, "1000001 fsync 9</d/m/a> enter"},
		},
		"a call that was looked at in a kill": {
			"7 1.000000 write(9</d/m/a>, \"abc\", 3 <detached ...>", []string{`1000000 write 9</d/m/a>|"abc"|3 enter`},
		},
		"a call that goes on into a kill": {
			"7 1.000000 fsync(9</d/m/a> <unfinished ...>\n7 1.000001 <... fsync resumed>) = ?",
			[]string{"1000000 fsync 9</d/m/a> enter"},
		},
		"of other files": {
			"7 1.000000 write(9<socket:[5]>, \"+OK\", 3) = 3 <0.000001>\n7 1.000000 write(9<socket:[5]> <unfinished ...>\n7 1.000001 <... write resumed>, \"+OK\", 3) = 3 <0.000001>",
			nil,
		},
		"a descriptor": {
			`7 1.000000 openat(AT_FDCWD</d/m>, "a b", O_RDWR|O_CREAT, 0644) = 9</d/m/a b> <0.000001>`,
			[]string{`1000000 openat AT_FDCWD</d/m>|"a b"|O_RDWR|O_CREAT|0644 enter`, `1000001 openat AT_FDCWD</d/m>|"a b"|O_RDWR|O_CREAT|0644 leave 9 /d/m/a b`},
		},
		"a failure": {
			`7 1.000000 unlink("a") = -1 ENOENT (No such file or directory) <0.000001>`,
			[]string{`1000000 unlink "a" enter`, `1000001 unlink "a" leave -1`},
		},
		"no time turns back": {
			"7 1.000009 unlink(\"a\") = 0 <0.000009>\n8 1.000010 unlink(\"b\") = 0 <0.000001>",
			[]string{`1000009 unlink "a" enter`, `1000018 unlink "a" leave 0`, `1000018 unlink "b" enter`, `1000018 unlink "b" leave 0`},
		},
		"a call that was never seen": {"7 1.000000 ???()           = ?\n7 1.000001 +++ killed by SIGKILL +++", nil},
		"a signal":                   {"7 1.000000 --- SIGCHLD {si_signo=SIGCHLD} ---\n7 1.000000 +++ exited with 0 +++", nil},
	} {
		steps, err := readTrace(strings.NewReader(c.trace+"\n7 1.000020 unlink(\"cut sho"), "/m", forever)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, shown(steps)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestReadTraceOfTheEnd believes no result after the end.
func TestReadTraceOfTheEnd(t *testing.T) {
	trace := "7 1.000000 write(9</d/m/a>, \"a\", 1) = 1 <0.000001>\n" +
		"7 1.000002 write(9</d/m/a>, \"b\", 1 <unfinished ...>\n" +
		"8 1.000004 fsync(9</d/m/a>) = 0 <0.000003>\n" +
		"7 1.000008 <... write resumed>) = 4096 <0.000006>\n" +
		"8 1.000009 what is this\n" +
		"8 1.000009 write(9</d/m/a>, \"c\", 1) = -1 (errno 18446744073709551615) <0.000001>\n"
	steps, err := readTrace(strings.NewReader(trace), "/m", 1000006)
	want := []string{
		`1000000 write 9</d/m/a>|"a"|1 enter`, `1000001 write 9</d/m/a>|"a"|1 leave 1`, `1000002 write 9</d/m/a>|"b"|1 enter`,
		"1000004 fsync 9</d/m/a> enter", `1000009 write 9</d/m/a>|"c"|1 enter`,
	}
	if diff := cmp.Diff(want, shown(steps)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestBadTraces(t *testing.T) {
	for line, want := range map[string]string{
		"what":                                         "it does not begin with a process and a time",
		"7 1.5 unlink(\"a\") = 0 <0.000001>":           "does not begin with a process and a time",
		"7 1.000000 strange":                           "it is no system call",
		"7 1.000000 unlink(\"a) = 0 <0.000001>":        "no closing quote",
		"7 1.000000 unlink(\"a\") 0":                   "it has no result",
		"7 1.000000 unlink(\"a\") = x":                 "is no number",
		"7 1.000000 unlink(\"a\") = 3</d/m <0.000001>": "has no end",
		"7 1.000000 unlink(\"a\") = 0 <0.1>":           "no time with six decimals",
		"7 1.000000 unlink(\"a\" <unfinished ...>\n7 1.000001 <... unlink": "has no name",
		"7 1.000000 un-link(\"a\" <unfinished ...>":                        "it is no system call",
	} {
		_, err := readTrace(strings.NewReader(line+"\n"), "/m", forever)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestTexts(t *testing.T) {
	for arg, want := range map[string]string{
		`"plain"`:             "plain false",
		`"a\n\t\"\\\v\f\r"`:   "a\n\t\"\\\v\f\r false",
		`"\0\1\12\1234\3779"`: "\x00\x01\n\x534\xff9 false",
		`"cut"...`:            "cut true",
		`""`:                  " false",
	} {
		plain, cut, err := text(arg)
		if got := fmt.Sprint(plain, " ", cut); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", arg, got, err, want)
		}
	}
	for _, arg := range []string{"", "NULL", `"open`, `"open\`} {
		if plain, _, err := text(arg); err == nil {
			t.Errorf("%s is %q", arg, plain)
		}
	}
}

func TestDescriptors(t *testing.T) {
	for arg, want := range map[string]string{
		"9</d/m/a>":          "/d/m/a false",
		"9</d/m/a>(deleted)": "/d/m/a true",
		`9</d/m/a\40\74b>`:   "/d/m/a <b false",
		"AT_FDCWD":           " false",
		"9":                  " false",
	} {
		path, gone := descriptor(arg)
		if got := fmt.Sprint(path, " ", gone); got != want {
			t.Errorf("%s: %q, want %q", arg, got, want)
		}
	}
}

// FuzzReadTrace reads anything without harm, and follows what it reads.
func FuzzReadTrace(f *testing.F) {
	for _, line := range []string{
		`7 1.000000 openat(AT_FDCWD</d/m>, "a", O_CREAT, 0644) = 9</d/m/a> <0.000001>`,
		`7 1.000005 write(9</d/m/a>, "x\377y", 3) = 3 <0.000010>`,
		"7 1.000000 fdatasync(9</d/m/a> <unfinished ...>\n7 1.000001 <... fdatasync resumed>) = 0 <0.000001>",
		`7 1.000000 rename("a", "b") = 0 <0.000001>`,
		`7 1.000000 ftruncate(9</d/m/a>, 1) = 0 <0.000001>`,
		`7 1.000000 writev(9</d/m/a>, [{iov_base="a", iov_len=1}], 1) = 1 <0.000001>`,
		`7 1.000000 mkdir("c", 0755) = 0 <0.000001>`,
	} {
		f.Add(line + "\n")
	}
	f.Fuzz(func(t *testing.T, trace string) {
		steps, err := readTrace(strings.NewReader(trace), "/m", forever)
		if err != nil {
			return
		}
		r := newReplay("/d/m")
		for i, s := range steps {
			if i > 0 && s.at < steps[i-1].at {
				t.Errorf("time turns back at step %d", i)
			}
			if err := r.follow(s); err != nil {
				return
			}
		}
		files, _ := r.survivors()
		for path, f := range files {
			if len(f.content(f.kept)) > 1<<20 || f.kept > len(f.changes) {
				t.Errorf("%s: %d of %d changes", path, f.kept, len(f.changes))
			}
		}
	})
}

package trial

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// step is one end of a system call, in the order in which the tracer saw them.
type step struct {
	at    int64 // microseconds since 1970
	call  *call
	leave bool // the call is over; else it begins
}

// call is a system call as strace -f -ttt -T -y writes it.
type call struct {
	name string
	args []string // as they are written
	// result is what it returned, and path what a descriptor that it returned
	// stands for. known is false where it never returned.
	result int64
	path   string
	known  bool
}

// traceReader turns the lines of a trace into steps.
type traceReader struct {
	// mark is part of the path of every file of interest.
	mark  []byte
	steps []step
	// open are the calls that have begun, by process.
	open map[int]*opened
	last int64
	// end is when the server was about to be killed, and now that of the line.
	end, now int64
}

// opened is a call that was not over when its line ended.
type opened struct {
	text string
	call *call
}

// readTrace reads a trace. Calls on descriptors of files whose path does not hold
// mark are left out, and so is a last line without its end. Of a process that is
// being killed strace reads results that are none: calls that were not over at end,
// when the server was about to be, have none here, and a line after that which
// cannot be read is passed over.
func readTrace(from io.Reader, mark string, end int64) ([]step, error) {
	t := traceReader{mark: []byte(mark), open: map[int]*opened{}, end: end}
	lines := bufio.NewReaderSize(from, 1<<16)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return t.steps, nil
		}
		if err == nil {
			err = t.line(bytes.TrimSuffix(line, []byte("\n")))
		}
		if err != nil && t.now <= end {
			return nil, fmt.Errorf("read the trace, line %d: %w", number, err)
		}
	}
}

// What strace writes of a call whose line ends before the call does, and of the
// rest of it.
const (
	unfinished = " <unfinished ...>"
	resumed    = "<... "
	resumedEnd = " resumed>"
	detached   = " <detached ...>" // of a process that was killed while it was looked at
	neverOver  = ") = ?"           // behind the first, of a process that was killed in it
	unseen     = "???("            // the name of a call that a process was killed at the beginning of
	untimed    = " <unavailable>"  // in the place of the time that it took
)

// line reads one line: process, time, and what happened.
func (t *traceReader) line(line []byte) error {
	pid, rest, at, err := heading(line)
	if err != nil {
		return err
	}
	t.now, rest = at, bytes.TrimSuffix(rest, []byte(untimed))
	switch {
	case bytes.HasPrefix(rest, []byte("+++")), bytes.HasPrefix(rest, []byte("---")), bytes.HasPrefix(rest, []byte(unseen)):
		return nil
	case bytes.HasPrefix(rest, []byte(resumed)):
		return t.resume(pid, at, string(rest))
	case !t.concerns(rest):
		return nil
	}
	text := string(rest)
	if begun, cut := cutEnd(text); cut {
		c, _, err := parseCall(begun)
		if err != nil {
			return err
		}
		t.open[pid] = &opened{begun, c}
		t.add(step{at: at, call: c})
		return nil
	}
	c, took, err := parseWhole(text)
	if err != nil {
		return err
	}
	t.add(step{at: at, call: c})
	if c.known {
		t.add(step{at: at + took, call: c, leave: true})
	}
	return nil
}

// cutEnd takes off what stands in the place of the end of a call.
func cutEnd(text string) (begun string, cut bool) {
	for _, end := range []string{unfinished, unfinished + neverOver, detached} {
		if begun, cut = strings.CutSuffix(text, end); cut {
			return begun, true
		}
	}
	return text, false
}

// add adds a step. Rounding must not turn time back.
func (t *traceReader) add(s step) {
	t.last = max(t.last, s.at)
	if s.at = t.last; s.leave && s.at > t.end {
		return
	}
	t.steps = append(t.steps, s)
}

// resume completes a call that was open.
func (t *traceReader) resume(pid int, at int64, text string) error {
	was := t.open[pid]
	if was == nil {
		return nil // of a call that does not concern us
	}
	delete(t.open, pid)
	_, rest, found := strings.Cut(text, resumedEnd)
	if !found {
		return fmt.Errorf("%s: the call that goes on has no name", excerpt(text))
	}
	whole, _, err := parseWhole(was.text + rest)
	if err != nil {
		return err
	}
	args := was.call.args
	*was.call = *whole
	if len(was.call.args) < len(args) {
		return fmt.Errorf("%s: the call lost arguments", excerpt(text))
	}
	if was.call.known {
		t.add(step{at: at, call: was.call, leave: true})
	}
	return nil
}

// concerns reports whether a call may be one on a file of interest. Calls that
// name files may do so relative to a directory.
func (t *traceReader) concerns(text []byte) bool {
	name, _, _ := bytes.Cut(text, []byte("("))
	switch string(name) {
	case "write", "writev", "pwrite64", "pwritev", "pwritev2", "ftruncate", "fallocate", "fsync", "fdatasync",
		"copy_file_range", "sendfile":
		return bytes.Contains(text, t.mark)
	}
	return true
}

// heading reads process and time.
func heading(line []byte) (pid int, rest []byte, at int64, err error) {
	first, rest, _ := bytes.Cut(line, []byte(" "))
	rest = bytes.TrimLeft(rest, " ")
	second, rest, found := bytes.Cut(rest, []byte(" "))
	pid, errPID := strconv.Atoi(string(first))
	at, errTime := micros(string(second))
	if err := errors.Join(errPID, errTime); err != nil || !found {
		return 0, nil, 0, fmt.Errorf("%s: it does not begin with a process and a time", excerpt(string(line)))
	}
	return pid, rest, at, nil
}

// micros reads seconds with six decimals as microseconds.
func micros(text string) (int64, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) != 6 {
		return 0, fmt.Errorf("%q is no time with six decimals", text)
	}
	return strconv.ParseInt(whole+fraction, 10, 64)
}

// excerpt is the beginning of a text, for messages.
func excerpt(text string) string {
	const most = 120
	if len(text) > most {
		text = text[:most]
	}
	return strconv.Quote(text)
}

package launch

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// serverLog is the part of a log file that one start of a server writes.
type serverLog struct {
	path  string
	start int64 // where the part begins
}

// tailLines is how many lines of a log stand in an error.
const tailLines = 10

// lineRunes is how much of a line stands in an error.
const lineRunes = 200

// tailBytes bounds how much of a log is looked at.
const tailBytes = 1 << 20

// crashMark is in the line with which a server that crashes begins to tell.
const crashMark = " BUG REPORT START"

// logPrefix is what servers put before a line's text, up to 2.8 and later.
var logPrefix = regexp.MustCompile(`^(\[\d+\]|\d+:[A-Z]) .*?\d\d:\d\d:\d\d\.\d+ [-.*#] `)

// openLog opens a log to append to, with a line that says what is started.
// The caller closes the file once the server has it.
func openLog(path, setup string, argv []string) (serverLog, *os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return serverLog{}, nil, fmt.Errorf("make the directory of a server's log: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return serverLog{}, nil, fmt.Errorf("open a server's log: %w", err)
	}
	_, err = fmt.Fprintf(file, "# %s · %s · %q\n", time.Now().UTC().Format(time.RFC3339), setup, argv)
	if err == nil {
		var start int64
		if start, err = file.Seek(0, io.SeekEnd); err == nil {
			return serverLog{path: path, start: start}, file, nil
		}
	}
	_ = file.Close() // the error before it is the one to tell
	return serverLog{}, nil, fmt.Errorf("begin a server's log: %w", err)
}

// text is what the server wrote, the last of it where that is much.
func (l serverLog) text() string {
	file, err := os.Open(l.path)
	if err != nil {
		return ""
	}
	defer file.Close()
	from := l.start
	if info, err := file.Stat(); err == nil {
		from = max(from, info.Size()-tailBytes)
	}
	text, err := io.ReadAll(io.NewSectionReader(file, from, tailBytes))
	if err != nil {
		return ""
	}
	return string(text)
}

// tail is the end of what the server wrote, or the beginning of its crash
// report, on one line to fit into a reason.
func (l serverLog) tail() string {
	text := l.text()
	_, crash, crashed := strings.Cut(text, crashMark)
	if crashed {
		_, text, _ = strings.Cut(crash, "\n")
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = tidy(line); strings.ContainsFunc(line, unicode.IsLetter) { // or it is the logo
			kept = append(kept, line)
		}
	}
	if crashed {
		kept = kept[:min(tailLines, len(kept))]
	}
	return strings.Join(kept[max(0, len(kept)-tailLines):], " | ")
}

// tidy is a line's text, cut where it is long.
func tidy(line string) string {
	line = strings.TrimSpace(logPrefix.ReplaceAllString(strings.TrimSpace(line), ""))
	if runes := []rune(line); len(runes) > lineRunes {
		line = string(runes[:lineRunes]) + "…"
	}
	return line
}

// explain adds the end of the log to how a server ended.
func (l serverLog) explain(how string) string {
	return how + "; " + l.end()
}

// quote adds the end of the log to an error.
func (l serverLog) quote(err error) error {
	return fmt.Errorf("%w; %s", err, l.end())
}

func (l serverLog) end() string {
	if tail := l.tail(); tail != "" {
		return "the end of its log: " + tail
	}
	return "it logged nothing"
}

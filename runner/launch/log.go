package launch

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"redismatrix/matrix"
)

// serverLog is the part of a log file that one start of a server writes.
type serverLog struct {
	path  string
	start int64 // where the part begins
}

// tailBytes bounds how much of a log is looked at.
const tailBytes = 1 << 20

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

// explain adds the end of the log to how a server ended.
func (l serverLog) explain(how string) string {
	return how + "; " + l.end()
}

// quote adds the end of the log to an error.
func (l serverLog) quote(err error) error {
	return fmt.Errorf("%w; %s", err, l.end())
}

func (l serverLog) end() string {
	if tail := matrix.LogEnd(l.text()); tail != "" {
		return "the end of its log: " + tail
	}
	return "it logged nothing"
}

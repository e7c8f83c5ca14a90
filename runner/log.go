package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// tailLines and tailBytes bound how much of a log an error quotes.
const (
	tailLines = 5
	tailBytes = 4096
)

// logName is a file name for a setup's log: what is no letter, digit or one of
// "=.-" becomes "_".
func logName(setup string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("=.-", r) {
			return r
		}
		return '_'
	}, setup)
	const longest = 200 // file systems allow 255 bytes
	if len(name) > longest {
		name = name[:longest]
	}
	return name + ".log"
}

// diagnose joins why a test failed, how its server had ended, and the last
// lines of the server's log.
func diagnose(err, ended error, log string) error {
	if ended != nil {
		err = fmt.Errorf("%w; %w", err, ended)
	}
	if lines := tail(log); len(lines) > 0 {
		err = fmt.Errorf("%w; its log ends:\n%s", err, strings.Join(lines, "\n"))
	}
	return err
}

// tail is the last lines of a log, without empty ones.
func tail(path string) []string {
	text, err := readTail(path)
	if err != nil {
		return nil
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-tailLines):]
}

func readTail(path string) (text string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	last := make([]byte, min(size, tailBytes))
	n, err := file.ReadAt(last, size-int64(len(last)))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return string(last[:n]), err
}

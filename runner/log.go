package runner

import (
	"errors"
	"fmt"
	"hash/crc32"
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
// "=.-" becomes "_". A name that is not the ID itself gets a hash of it, so that
// no two setups share a log.
func logName(setup string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("=.- ", r)) {
			return r
		}
		return '_'
	}, setup)
	const longest = 150 // file systems allow 255 bytes
	if name != setup || len(name) > longest {
		name = fmt.Sprintf("%s-%08x", name[:min(len(name), longest)], crc32.ChecksumIEEE([]byte(setup)))
	}
	return strings.ReplaceAll(name, " ", "_") + ".log"
}

// logFile is the log of one start of a server: what stands in the file from
// offset on.
type logFile struct {
	path   string
	offset int64
}

// openLog remembers where the next start's part of the log begins.
func openLog(path string) logFile {
	info, err := os.Stat(path)
	if err != nil {
		return logFile{path: path}
	}
	return logFile{path, info.Size()}
}

// diagnose joins why a test failed with how its server had ended, which quotes
// the server's log; where the server had not ended by itself, with the last
// lines of the log.
func (l logFile) diagnose(err, ended error) error {
	if ended != nil {
		return fmt.Errorf("%w; %w", err, ended)
	}
	if lines := l.tail(); len(lines) > 0 {
		return fmt.Errorf("%w; the end of the server's log: %s", err, strings.Join(lines, " | "))
	}
	return err
}

// tail is the last lines of the log, without empty ones.
func (l logFile) tail() []string {
	text, err := l.read()
	if err != nil {
		return nil
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-tailLines):]
}

// read is at most the last tailBytes of the log.
func (l logFile) read() (text string, err error) {
	file, err := os.Open(l.path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	from := max(l.offset, size-tailBytes)
	last, err := io.ReadAll(io.NewSectionReader(file, from, size-from))
	return string(last), err
}

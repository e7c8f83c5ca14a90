package runner

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"unicode"

	"redismatrix/matrix"
)

// tailBytes bounds how much of a log is looked at for what an error quotes.
const tailBytes = 1 << 20

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
// the server's log; where the server had not ended by itself, with the end of
// the log, unless the server refused a command, of which the log tells nothing.
func (l logFile) diagnose(err, ended error) error {
	if ended != nil {
		return fmt.Errorf("%w; %w", err, ended)
	}
	if refused := interface{ Refused() }(nil); errors.As(err, &refused) {
		return err
	}
	text, reading := l.read()
	if end := matrix.LogEnd(text); end != "" && reading == nil {
		return fmt.Errorf("%w; the end of the server's log: %s", err, end)
	}
	return err
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

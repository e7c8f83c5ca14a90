package recorded

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// MostBytes is how large a file may be: what tools print is far less.
const MostBytes = 64 << 20

// Read finds everything in a text that redis-benchmark or memtier_benchmark has
// printed. name is how problems call it. Bytes that are no UTF-8 disturb nothing
// around them. Where nothing is found the error is ErrNothing's, with the name, or says
// how a table in the text can be read.
func Read(name string, r io.Reader) (Text, error) {
	t, lines, err := open(name, r)
	if err != nil {
		return t, err
	}
	if text := strings.Join(lines, "\n"); strings.HasPrefix(strings.TrimSpace(text), "{") {
		if t.Blocks, t.Problems, err = memtierJSON([]byte(text)); err != nil {
			return t, fmt.Errorf("%s: %w", name, err)
		}
	} else if t.Blocks, t.Problems, err = printed(lines); err != nil {
		return t, fmt.Errorf("read %s: %w", name, err)
	}
	for i := range t.Blocks {
		t.Blocks[i].Part = i + 1
	}
	return t, t.complete(unsaid(lines))
}

// printed is what tools have printed, in the order of the text.
func printed(lines []string) ([]Block, []Problem, error) {
	blocks, problems, err := benchmarkRuns(lines)
	if err != nil {
		return nil, nil, err
	}
	more, wrong := memtierTables(lines)
	blocks, problems = append(blocks, more...), append(problems, wrong...)
	problems = append(problems, headless(lines, blocks, problems)...)
	left := untaken(grids(lines), blocks, problems)
	if more, wrong, err = unquoted(left); err != nil {
		return nil, nil, err
	}
	blocks, problems = append(blocks, more...), append(problems, wrong...)
	if len(blocks)+len(problems) > 0 || unsaid(lines) == nil {
		problems = append(problems, passedOver(left)...)
	}
	slices.SortStableFunc(blocks, func(a, b Block) int { return a.First - b.First })
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
	return blocks, problems, nil
}

// ReadTables finds the tables of numbers in a text, as Tabular says what they
// hold.
func ReadTables(name string, r io.Reader, o Tabular) (Text, error) {
	t, lines, err := open(name, r)
	if err != nil {
		return t, err
	}
	if t.Blocks, t.Problems, err = o.tables(grids(lines)); err != nil {
		return t, fmt.Errorf("read %s: %w", name, err)
	}
	if len(t.Blocks)+len(t.Problems) == 0 {
		if blocks, _, err := printed(lines); err == nil && len(blocks) > 0 {
			return t, fmt.Errorf("read %s: it has no table, and from line %d on what %s has printed; leave out %s", name, blocks[0].First, blocks[0].Tool, tableFlags)
		}
	}
	return t, t.complete(nil)
}

// complete names the text in its problems. Nothing at all is an error: why, where
// that is known.
func (t *Text) complete(why error) error {
	for i := range t.Problems {
		t.Problems[i].Name = t.Name
	}
	if len(t.Blocks) > 0 {
		return nil
	}
	errs := []error{fmt.Errorf("read %s: %w", t.Name, cmp.Or(why, ErrNothing))}
	for _, p := range t.Problems[:min(len(t.Problems), 20)] {
		errs = append(errs, p)
	}
	return errors.Join(errs...)
}

// open reads a file's lines.
func open(name string, r io.Reader) (Text, []string, error) {
	text, err := io.ReadAll(io.LimitReader(r, MostBytes+1))
	if err != nil {
		return Text{}, nil, fmt.Errorf("read %s: %w", name, err)
	}
	sum := sha256.Sum256(text)
	t := Text{Name: name, SHA256: hex.EncodeToString(sum[:])}
	switch {
	case len(text) > MostBytes:
		return t, nil, fmt.Errorf("read %s: it is larger than %d MiB; cut out what was measured", name, MostBytes>>20)
	case len(bytes.TrimSpace(text)) == 0:
		return t, nil, fmt.Errorf("read %s: it is empty", name)
	}
	decoded, err := decoded(text)
	if err != nil {
		return t, nil, fmt.Errorf("read %s: %w", name, err)
	}
	lines, err := settled(decoded)
	if err != nil {
		return t, nil, fmt.Errorf("read %s: %w", name, err)
	}
	return t, lines, nil
}

// decoded is text as UTF-8: files of other systems may begin with a mark of their
// encoding.
func decoded(text []byte) (string, error) {
	if !bytes.HasPrefix(text, []byte{0xff, 0xfe}) && !bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		switch zeroes := bytes.Count(text, []byte{0}); {
		case zeroes > len(text)/4:
			return "", errors.New("it seems to be UTF-16 without the mark that begins it; save it as UTF-8")
		case zeroes > 0:
			return "", errNoText
		}
		if utf8.Valid(text) {
			return strings.TrimPrefix(string(text), "\ufeff"), nil
		}
		return strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd"), nil
	}
	whole, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), text)
	if err != nil {
		return "", fmt.Errorf("decode it as UTF-16, as its first bytes say: %w", err)
	}
	if bytes.IndexByte(whole, 0) >= 0 {
		return "", errNoText
	}
	return string(whole), nil
}

var errNoText = errors.New("it is no text: it holds bytes of zero; name a file of text, saved as UTF-8")

// mostLines is how many lines are read: what tools print has far less.
const mostLines = 2_000_000

// settled are the lines of a text as they were last seen on a terminal: what a
// carriage return has overwritten is gone, unless it was a result.
func settled(text string) ([]string, error) {
	text = colors.ReplaceAllString(lineEnds.Replace(text), "")
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	if strings.Count(text, "\n") > mostLines {
		return nil, fmt.Errorf("it has more than %d lines; cut out what was measured", mostLines)
	}
	lines := strings.Split(spaces.Replace(text), "\n")
	for i, line := range lines {
		if strings.Contains(line, "\r") {
			lines[i] = seen(line)
		}
	}
	return lines, nil
}

var (
	lineEnds = strings.NewReplacer("\r\n", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n")
	// spaces makes one kind of the many that pages have, some of no width.
	spaces = strings.NewReplacer("\u00a0", " ", "\u2002", " ", "\u2003", " ", "\u2007", " ", "\u2009", " ", "\u200a", " ", "\u202f", " ", "\u3000", " ",
		"\v", " ", "\f", " ", "\u200b", "", "\u200c", "", "\u200e", "", "\u200f", "", "\u2060", "", "\ufeff", "")
)

// colors matches what terminals take for colors and the like.
var colors = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// seen is what of a line was not overwritten.
func seen(line string) string {
	pieces := strings.Split(strings.TrimRight(line, "\r"), "\r")
	kept := slices.DeleteFunc(pieces[:len(pieces)-1:len(pieces)-1], func(p string) bool {
		return !strings.Contains(p, perSecond) && !strings.Contains(p, "===") && !strings.Contains(p, `","`)
	})
	return strings.Join(append(kept, pieces[len(pieces)-1]), " ")
}

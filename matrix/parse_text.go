package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// read turns a file's bytes into nodes, nil where nothing is written. ok is
// false where the file cannot be read any further, which it reports.
func (d *decoder) read(source []byte) (root *node, ok bool) {
	if len(source) > MaxSpecSize {
		d.reportAt(0, 0, "", "the file is larger than 1 MiB", "a spec has a few KiB: name the right file")
		return nil, false
	}
	text, ok := d.clean(source)
	if !ok {
		return nil, false
	}
	body, ok := d.parseYAML(text)
	if body == nil || !ok {
		return nil, ok
	}
	c := converter{decoder: d, anchors: map[string]*node{}}
	root = c.convert(body)
	return root, c.aliased <= maxAliased && !root.broken
}

// reportAt records a mistake at a place of the file.
func (d *decoder) reportAt(line, column int, text, message, remedy string) {
	d.problems = append(d.problems, Problem{
		File: d.file, Line: line, Column: column, Text: text, Message: message, Remedy: remedy,
	})
}

// clean gives the file as text with \n at the end of lines, and reports what no
// spec can hold.
func (d *decoder) clean(source []byte) (string, bool) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	if !utf8.Valid(source) {
		valid := source[:validPrefix(source)]
		line, column := placeAfter(string(valid))
		d.reportAt(line, column, "", "the file is not UTF-8", "save it as UTF-8")
		return "", false
	}
	text := strings.ReplaceAll(string(source), "\r\n", "\n")
	if i := strings.IndexFunc(text, unreadable); i >= 0 {
		line, column := placeAfter(text[:i])
		r, _ := utf8.DecodeRuneInString(text[i:])
		d.reportAt(line, column, "", fmt.Sprintf("the file holds the character %U, which cannot be seen", r),
			"remove it, or retype the line")
		return "", false
	}
	return text, d.checkLines(text) && d.checkTabs(text)
}

// checkLines reports what makes the YAML parser slow.
func (d *decoder) checkLines(text string) bool {
	number, blank := 0, 0
	for line := range strings.Lines(text) {
		number++
		blank++
		if strings.TrimSpace(line) != "" {
			blank = 0
		}
		if number > maxLines || blank > maxBlank {
			d.reportAt(number, 1, "", fmt.Sprintf("more than %d lines, or %d empty ones in a row", maxLines, maxBlank),
				"a spec has some dozens of lines: name the right file")
			return false
		}
	}
	return true
}

// unreadable tells runes that a reader cannot see, but for line ends and tabs.
func unreadable(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.IsPrint(r)
}

func validPrefix(source []byte) int {
	n := 0
	for n < len(source) {
		r, size := utf8.DecodeRune(source[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}

// placeAfter is the line and column of what follows text.
func placeAfter(text string) (line, column int) {
	start := strings.LastIndexByte(text, '\n') + 1
	return 1 + strings.Count(text, "\n"), 1 + utf8.RuneCountInString(text[start:])
}

// checkTabs reports lines that are indented with tabs.
func (d *decoder) checkTabs(text string) bool {
	ok, number := true, 0
	for line := range strings.Lines(text) {
		number++
		content := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(content)]
		tab := strings.IndexByte(indent, '\t')
		if tab < 0 || strings.TrimSpace(content) == "" || content[0] == '#' {
			continue
		}
		ok = false
		d.reportAt(number, tab+1, strings.TrimSpace(content), "indented with a tab", "YAML is indented with spaces")
	}
	return ok
}

// parseYAML gives the body of the only document, nil where it is empty. ok is
// false where the text is no YAML that can be read on, which it reports.
func (d *decoder) parseYAML(text string) (body ast.Node, ok bool) {
	// The parser is the work of others: should it panic, that is a mistake of
	// the file like any other.
	defer func() {
		if recover() != nil {
			body, ok = nil, false
			d.reportAt(0, 0, "", "cannot be read as YAML", syntaxRemedy)
		}
	}()
	tokens := lexer.Tokenize(text)
	if !d.checkShape(tokens) {
		return nil, false
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.reportSyntax(err, text)
		return nil, false
	}
	return d.onlyDocument(file)
}

func (d *decoder) onlyDocument(file *ast.File) (body ast.Node, ok bool) {
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		return nil, true
	case 1:
		return bodies[0], true
	}
	line, column := place(bodies[1])
	d.reportAt(line, column, "", "a second document begins here", "write one spec per file")
	return nil, false
}

const syntaxRemedy = "check quotes, brackets and the indentation here"

// syntaxRemedies are better remedies for what the YAML parser says.
var syntaxRemedies = []struct{ message, remedy string }{
	{"mapping value is not allowed", `quote a value that holds ": ", and indent all keys of a mapping alike`},
	{"value is not allowed", "indent all keys of a mapping, and all entries of a list, alike"},
	{"reserved character", "quote the value"},
	{"cannot start any token", "quote the value"},
	{"unexpected directive", "quote the value"},
	{"end character of", "close the quotes"},
	{"end token", "close the brackets"},
}

// reportSyntax records what the YAML parser says, without its excerpt.
func (d *decoder) reportSyntax(err error, text string) {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil || syntax.GetToken().Position == nil {
		d.reportAt(0, 0, "", "cannot be read as YAML", syntaxRemedy)
		return
	}
	message, remedy := oneLine(syntax.GetMessage()), syntaxRemedy
	for _, known := range syntaxRemedies {
		if strings.Contains(message, known.message) {
			remedy = known.remedy
			break
		}
	}
	at := syntax.GetToken().Position
	d.reportAt(at.Line, max(at.Column, 1), lineOf(text, at.Line), message, remedy)
}

// oneLine makes a message of the parser's printable and one line.
func oneLine(message string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, message)
}

// lineOf is a line of text, counted from 1, without its indentation.
func lineOf(text string, number int) string {
	for line := range strings.Lines(text) {
		if number--; number == 0 {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

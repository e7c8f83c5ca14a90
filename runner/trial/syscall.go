package trial

import (
	"fmt"
	"strconv"
	"strings"
)

// parseWhole reads a call that is over: name(args) = result <seconds>. took is
// how long it took, in microseconds.
func parseWhole(text string) (*call, int64, error) {
	c, end, err := parseCall(text)
	if err != nil {
		return nil, 0, err
	}
	rest, found := strings.CutPrefix(strings.TrimLeft(text[end:], " "), "= ")
	if !found {
		return nil, 0, fmt.Errorf("%s: it has no result", excerpt(text))
	}
	rest, took, err := duration(rest)
	if err == nil {
		err = c.returned(rest)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", excerpt(text), err)
	}
	return c, took, nil
}

// parseCall reads name and arguments of a call, of which the end may be missing.
// end is where its result begins.
func parseCall(text string) (c *call, end int, err error) {
	name, rest, found := strings.Cut(text, "(")
	if !found || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return nil, 0, fmt.Errorf("%s: it is no system call", excerpt(text))
	}
	args, end, err := arguments(rest)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", excerpt(text), err)
	}
	return &call{name: name, args: args}, len(name) + 1 + end, nil
}

// duration takes "<0.000123>" off the end.
func duration(text string) (rest string, took int64, err error) {
	i := strings.LastIndex(text, " <")
	if i < 0 || !strings.HasSuffix(text, ">") {
		return text, 0, nil // of a call that did not return
	}
	took, err = micros(text[i+2 : len(text)-1])
	return text[:i], took, err
}

// returned reads the result: a number, a descriptor with its path, or "?".
func (c *call) returned(text string) error {
	if strings.HasPrefix(text, "?") {
		return nil
	}
	number, rest, _ := strings.Cut(text, " ")
	number, path, annotated := strings.Cut(number, "<")
	if annotated {
		whole := path + " " + rest
		end := strings.LastIndex(whole, ">")
		if end < 0 {
			return fmt.Errorf("the path of its descriptor has no end")
		}
		plain, _, err := unquote(whole[:end], 0, 0)
		if err != nil {
			return err
		}
		c.path = plain
	}
	result, err := strconv.ParseInt(number, 0, 64)
	if err != nil {
		return fmt.Errorf("its result %q is no number", number)
	}
	c.result, c.known = result, true
	return nil
}

// arguments cuts a text at its commas, but for those within quotes, brackets and
// paths, up to the parenthesis that closes it. end is where the rest begins.
func arguments(text string) (args []string, end int, err error) {
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			skip, err := quotedLength(text[i:])
			if err != nil {
				return nil, 0, err
			}
			i += skip - 1
		case '<':
			length := pathLength(text[i:])
			i += length
		case '[', '{', '(':
			depth++
		case ']', '}':
			depth--
		case ')':
			if depth--; depth < 0 {
				return appendArg(args, text[from:i]), i + 1, nil
			}
		case ',':
			if depth == 0 {
				args, from = append(args, strings.TrimSpace(text[from:i])), i+1
			}
		}
	}
	return appendArg(args, text[from:]), len(text), nil
}

func appendArg(args []string, text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return args
	}
	return append(args, text)
}

// pathLength is how far the end of "</a/path>" is from its beginning; 0 where it
// begins none. What could be mistaken for its end is escaped in it.
func pathLength(text string) int {
	return max(0, strings.IndexByte(text, '>'))
}

// quotedLength is how long the quoted text at the beginning is.
func quotedLength(text string) (int, error) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("a text has no closing quote")
}

// text is a quoted argument as it was. cut is true where the trace holds only the
// beginning.
func text(arg string) (plain string, cut bool, err error) {
	if len(arg) == 0 || arg[0] != '"' {
		return "", false, fmt.Errorf("%s is no text", excerpt(arg))
	}
	plain, end, err := unquote(arg, 1, '"')
	return plain, strings.HasPrefix(arg[min(end, len(arg)):], "..."), err
}

// unquote takes the escapes of C out of a text from a place on, up to a quote, or
// of all of it with the quote 0. end is the place behind the quote.
func unquote(from string, at int, quote byte) (plain string, end int, err error) {
	var b strings.Builder
	for i := at; i < len(from); i++ {
		switch c := from[i]; {
		case c == quote && quote != 0:
			return b.String(), i + 1, nil
		case c != '\\':
			b.WriteByte(c)
		default:
			plain, used := escape(from[i+1:])
			if used == 0 {
				return "", 0, fmt.Errorf("%s ends within an escape", excerpt(from))
			}
			b.WriteByte(plain)
			i += used
		}
	}
	if quote != 0 {
		return "", 0, fmt.Errorf("%s has no closing quote", excerpt(from))
	}
	return b.String(), len(from), nil
}

// escape reads what follows a backslash, and how long that is; 0 is no escape.
func escape(text string) (plain byte, used int) {
	if text == "" {
		return 0, 0
	}
	if i := strings.IndexByte("ntrvf", text[0]); i >= 0 {
		return "\n\t\r\v\f"[i], 1
	}
	n := 0
	for used < 3 && used < len(text) && text[used] >= '0' && text[used] <= '7' {
		n = n*8 + int(text[used]-'0')
		used++
	}
	if used > 0 {
		return byte(n), used
	}
	return text[0], 1
}

// descriptor is the path that a descriptor's argument stands for. gone is true
// where the file has no name any more.
func descriptor(arg string) (path string, gone bool) {
	_, annotation, found := strings.Cut(arg, "<")
	end := strings.LastIndex(annotation, ">")
	if !found || end < 0 {
		return "", false
	}
	plain, _, err := unquote(annotation[:end], 0, 0)
	if err != nil {
		return "", false
	}
	return plain, strings.HasSuffix(annotation, "(deleted)")
}

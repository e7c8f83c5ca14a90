package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// console is what a command reads from, writes to and looks up variables in.
type console struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// width is the number of columns of the terminal that w is, 0 where w is none.
func width(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// color tells whether w is a terminal on which colours are wanted.
func (c console) color(w io.Writer) bool {
	return width(w) > 0 && c.env("NO_COLOR") == "" && c.env("TERM") != "dumb"
}

// live tells whether stderr is a terminal on which a line may be drawn over.
func (c console) live() bool {
	return width(c.err) > 0 && c.env("CI") == "" && c.env("TERM") != "dumb"
}

// say prints a remark for people. One that cannot be printed stops nothing.
// Names are data: nothing in args acts on a terminal, be it of several lines.
func say(w io.Writer, format string, args ...any) {
	safe := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			safe[i] = printableLines(arg)
		case error:
			safe[i] = printableLines(arg.Error())
		default:
			safe[i] = arg
		}
	}
	_, _ = fmt.Fprintf(w, format+"\n", safe...)
}

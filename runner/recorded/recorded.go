// Package recorded reads what other tools have measured: the output of
// redis-benchmark and memtier_benchmark, and tables of numbers, as files or as
// text that was copied from somewhere.
//
// Nothing is guessed: what a text does not tell is left open, and what looks
// like a result and cannot be read is a Problem with its line.
package recorded

import (
	"fmt"
	"time"

	"redismatrix/matrix"
)

// The tools whose output is known.
const (
	ToolBenchmark = "redis-benchmark"
	ToolMemtier   = "memtier_benchmark"
	ToolTable     = "table" // figures alone
)

// Text is what was found in a file.
type Text struct {
	Name   string
	SHA256 string // in hexadecimal
	// Blocks are what was recorded, in the order of the text.
	Blocks []Block
	// Problems are what could not be read.
	Problems []Problem
}

// Block is one round of one cell.
type Block struct {
	Tool string
	// Part is which output of the text it belongs to, from 1: the blocks of one
	// table share one.
	Part int
	// First and Last are its lines, from 1.
	First, Last int
	// Command is the command line that stands before it, without passwords; ""
	// where there is none.
	Command string
	Load    Told
	// Ratio is how many SETs and GETs are sent in turn, zero where that is not told.
	Ratio [2]int
	// At are values on axes that the text itself tells, such as a table's heads.
	At []matrix.Coordinate
	// Server is what an INFO before it tells, or a line of its log; nil where there
	// is none.
	Server *matrix.ServerInfo
	// Config are directives that the output tells, or an INFO before it: appendonly,
	// yes or no, and save.
	Config   map[string]string
	Measured []Measured
}

// Told is what a text tells of a load; what it does not tell is zero.
type Told struct {
	Clients, Pipeline, Keyspace, Threads int
	Requests                             int64
	ValueSize                            int // bytes
	Seconds                              int
	// Reconnects is true where every request had a connection of its own.
	Reconnects bool
}

// Measured is what was recorded of one test.
type Measured struct {
	// Test is the name in the catalogue, or as written where there is none there;
	// "" where the text does not tell it.
	// Parts of a mix are named as matrix.PartName does.
	Test string
	// Title is as written, Remark what it says beside the name: "first 450
	// elements". Label stands behind the result, such as "aof no".
	Title, Remark, Label string
	Line                 int
	// Values are by metric, in the metric's unit.
	Values   map[string]float64
	Requests int64
	Elapsed  time.Duration
	Notes    []matrix.Note
}

// Problem is something that looks like a result and cannot be read.
type Problem struct {
	Name         string // of the file
	Line, Column int    // from 1; Column is 0 on lines that are not long
	Text         string // as written
	What, Remedy string
}

// Error says where, what and how to mend it: `a.txt:12: "47393.3": …; …`.
func (p Problem) Error() string {
	where := fmt.Sprintf("%s:%d", p.Name, p.Line)
	if p.Column > 0 {
		where += fmt.Sprintf(":%d", p.Column)
	}
	text := []rune(p.Text)
	if len(text) > 80 {
		text = append(text[:79], '…')
	}
	said := fmt.Sprintf("%s: %q: %s", where, string(text), p.What)
	if p.Remedy != "" {
		said += "; " + p.Remedy
	}
	return said
}

// Package render pivots a run into tables and lays the tables out in any
// format. Every format shows the same numbers, marks and footnotes.
package render

import (
	"errors"
	"io"

	"redismatrix/matrix"
)

// Report is what a format lays out.
type Report struct {
	Title string `json:"title"`
	// Facts are what holds for all tables: host, state of the run, load.
	Facts  []Fact  `json:"facts,omitempty"`
	Tables []Table `json:"tables"`
	Notes  []Note  `json:"notes,omitempty"`
}

// Fact is a name and a value, such as "host" and "Debian 12 · 2 CPUs".
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Table is rows × columns × values with footnotes.
type Table struct {
	Title string `json:"title"`
	// Constant is what holds for every cell: "appendonly no · 50 clients".
	Constant string `json:"constant,omitempty"`
	// Unit of the numbers, said once in the head: "requests/s".
	Unit    string   `json:"unit,omitempty"`
	Corner  string   `json:"corner,omitempty"` // what the rows are: "test"
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
	Notes   []Note   `json:"notes,omitempty"`
}

// Column is a head and what is said below it ("baseline").
type Column struct {
	Head string `json:"head"`
	Sub  string `json:"sub,omitempty"`
	// Text is true for columns of words, which are left-aligned.
	Text bool `json:"text,omitempty"`
}

// Row is a label and one cell per column.
type Row struct {
	Label string `json:"label"`
	Cells []Cell `json:"cells"`
	// Fact marks rows such as the binary size, that no statistics concern.
	Fact bool `json:"fact,omitempty"`
	// Unit where the row's differs from the table's.
	Unit string `json:"unit,omitempty"`
}

// Cell is a number or words, with what qualifies it.
type Cell struct {
	// Value is the number; nil where there is none.
	Value *float64 `json:"value"`
	// Digits is how many decimals Value is shown with.
	Digits int `json:"digits,omitempty"`
	// Text stands instead of a number: "–", "failed", "invalid", words.
	Text string `json:"text,omitempty"`
	// Spread is half the range over the rounds relative to Value (0.03 is
	// ±3 %); 0 with fewer than two rounds.
	Spread float64       `json:"spread,omitempty"`
	Rounds int           `json:"rounds,omitempty"`
	Status matrix.Status `json:"status,omitempty"`
	// Notes are indexes into the table's Notes, from 0.
	Notes []int `json:"notes,omitempty"`
}

// Note is a footnote.
type Note struct {
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}

// FromRun pivots a run into its report.
func FromRun(run *matrix.Run) (Report, error) { return Report{}, errors.New("to be written") }

// Formats lists the names that Write knows.
func Formats() []string { return []string{"text", "markdown", "csv", "json"} }

// Options say how a report is laid out.
type Options struct {
	// Color allows ANSI colours in text; never the only carrier of meaning.
	Color bool
	// Width is the terminal's, 0 where unknown or unbounded.
	Width int
}

// Write lays the report out in a format.
func Write(w io.Writer, format string, report Report, options Options) error {
	return errors.New("to be written")
}

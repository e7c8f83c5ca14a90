// Package render pivots a run into tables and lays the tables out in any
// format. Every format shows the same numbers, marks and footnotes.
//
// FromRun builds the model, Write lays it out; a Report built by hand serves
// as well. Names of specs, servers and recorded files are data: Write
// neutralises control characters and escapes what a format would interpret.
//
// # CSV
//
// The CSV of a run has one row per cell, test and metric that the tables show,
// each once however many tables show it. Its columns are
//
//   - one per axis of the spec, under its name, with the value as the spec
//     writes it
//   - server: what really ran, "redis 7.0.15"; empty where nothing did
//   - test, and metric by the name that the spec gives it: "rps", "p99"
//   - unit, and value in it, in full precision; no value where there is no
//     number to be trusted
//   - spread: half the range over the rounds as a fraction of value, with two
//     rounds or more
//   - rounds: how many ok samples value is the median of
//   - status: ok, n/a, invalid, failed or missing
//   - note: why there is no value, or what qualifies it, with the remedy
//   - baseline: true or false
//   - change, low, high: how much more the value is than the baseline's, as a
//     fraction (-0.08 is 8 % less), and its interval of 95 % confidence; empty
//     where nothing is compared, and at an end that the interval does not have
//   - p: how likely such a difference is by chance, corrected for all that were
//     judged together
//   - verdict: faster, slower, same, inconclusive or invalid; empty where nothing
//     is compared
//
// Facts and notes on the whole run are left to the other formats. A report
// without axes, which is built by hand, is the tables as they are, separated by
// an empty line, with their footnotes in a column of their own.
package render

import "redismatrix/matrix"

// Report is what a format lays out.
type Report struct {
	Title string `json:"title"`
	// Facts are what holds for all tables: host, state of the run, load.
	Facts  []Fact  `json:"facts,omitempty"`
	Tables []Table `json:"tables"`
	Notes  []Note  `json:"notes,omitempty"`
	// Axes are the names of the spec's axes, in its order; none in a report
	// that no run stands behind.
	Axes []string `json:"axes,omitempty"`
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
	// Unit of the numbers, for formats that have a place for it: "requests/s".
	// The title says it in words.
	Unit    string   `json:"unit,omitempty"`
	Corner  string   `json:"corner,omitempty"` // what the rows are: "test"
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
	// Evidence is what the marks of verdicts rest on: "A/A control ±1.4 % · could
	// have detected 5 %". It stands below the rows.
	Evidence string `json:"evidence,omitempty"`
	// Notes are the footnotes, in the order in which a reader meets their
	// marks. A note that neither a column nor a cell names holds for the whole
	// table.
	Notes []Note `json:"notes,omitempty"`
}

// Column is a head and what is said below it ("baseline").
type Column struct {
	Head string `json:"head"`
	Sub  string `json:"sub,omitempty"`
	// Text is true for columns of words, which are left-aligned.
	Text bool `json:"text,omitempty"`
	// Remark is true for a column of words that explain the row's label. A
	// narrow layout may set them below the table instead.
	Remark bool `json:"remark,omitempty"`
	// Notes are indexes into the table's Notes, from 0, for what holds for
	// every cell of the column.
	Notes []int `json:"notes,omitempty"`
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
	Spread float64 `json:"spread,omitempty"`
	// Rounds is how many rounds Value summarises.
	Rounds int `json:"rounds,omitempty"`
	// Status is what can be said of the cell; "" for words and facts, and for
	// combinations that the plan does not hold.
	Status matrix.Status `json:"status,omitempty"`
	// Difference is what was found between the cell and its baseline; nil where
	// the two are not compared, as the baseline itself is not. Where the verdict
	// is that there is a change, or none, it stands in the place of the spread.
	Difference *matrix.Difference `json:"difference,omitempty"`
	// Mark is the sign of a verdict, shown behind the number; "" for none.
	Mark string `json:"mark,omitempty"`
	// Notes are indexes into the table's Notes, from 0.
	Notes []int `json:"notes,omitempty"`
	// At is what was measured, where the cell stands for that; nil for words,
	// facts and combinations that the plan does not hold.
	At *Place `json:"at,omitempty"`
}

// Place is what a cell of a run's table stands for: a metric of one test in one
// cell of the plan.
type Place struct {
	// Coordinates are the values on the spec's axes, as the spec writes them.
	Coordinates []matrix.Coordinate `json:"coordinates"`
	// Server is what really ran, such as "redis 7.0.15"; "" where nothing did.
	Server string `json:"server,omitempty"`
	Test   string `json:"test"`
	Metric string `json:"metric"` // one of matrix.Metrics
	// Baseline is true where the spec's baseline selects the plan's cell.
	Baseline bool `json:"baseline,omitempty"`
}

// Note is a footnote: what is to be known, and what to do about it.
type Note struct {
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}

// String is the note as every format prints it: "text; remedy".
func (n Note) String() string {
	if n.Remedy == "" {
		return n.Text
	}
	return n.Text + "; " + n.Remedy
}

// Head is the row's label, with its unit where that is not the table's:
// "binary size, MB".
func (r Row) Head() string {
	if r.Unit == "" {
		return r.Label
	}
	return r.Label + ", " + r.Unit
}

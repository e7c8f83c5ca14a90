package render

import (
	"iter"
	"time"

	"redismatrix/matrix"
)

// Dossier is a report with all that stands behind it, for formats that have room
// for it: spreadsheets and pages.
type Dossier struct {
	Report
	// Verdicts is what the run's gate says; nil where nothing is compared.
	Verdicts *Verdicts
	// Charts draw the report's tables, in their order, and then the latency
	// curves.
	Charts []Chart
	// Latency are tables of percentiles: one per metric family and combination
	// of axis values, tests down, percentiles across.
	Latency []Table
	// Host is what is known of the machine, a fact a row, and Servers the same of
	// what ran, setups across.
	Host    []Fact
	Servers Table
	// Config is the effective configuration: directives down, setups across. A
	// row in which setups differ has MarkDiffers.
	Config Table
	// Log says how the run ended, what failed, was invalid or is qualified, and why:
	// one a row, what first that the reader must know first.
	Log Table
	// Samples are all samples, one a row.
	Samples Samples
	// Started is when the run began; zero where that is not known.
	Started time.Time
}

// MarkDiffers marks a cell of Dossier.Config that differs from that of the first
// setup that knows the directive.
const MarkDiffers = "≠"

// Samples is a table of every sample of a run. It can be read more than once.
type Samples struct {
	// Heads are the columns' names, with units: "latency p99, ms".
	Heads []string
	// Count is how many rows there are.
	Count int
	// Rows yields one slice per sample, as long as Heads, valid until the next:
	// string, float64, int64, time.Time, bool, or nil where nothing is known.
	Rows iter.Seq[[]any]
}

// ChartKind is how a chart is drawn.
type ChartKind string

// The kinds of charts.
const (
	// ChartBars has a group of bars per label, one bar per series.
	ChartBars ChartKind = "bars"
	// ChartLines has a line per series over an axis of numbers.
	ChartLines ChartKind = "lines"
	// ChartPercentiles has a latency curve per series; positions are 1/(1-q) of
	// the quantile q, on a logarithmic axis: 2 is the median, 100 is p99.
	ChartPercentiles ChartKind = "percentiles"
)

// Chart is what can be drawn of a table, whatever draws it.
type Chart struct {
	Kind  ChartKind
	Title string
	// Constant is what holds for all that is drawn, as in a table.
	Constant string
	// Unit is that of the values, Axis what stands below: "test", "value_size",
	// "percentile".
	Unit, Axis string
	// Labels are the places on the axis, in order; of lines and curves they are
	// the marks of the axis.
	Labels []string
	// Positions are where Labels stand on an axis of numbers; nil for bars.
	Positions []float64
	// LogX and LogY ask for logarithmic axes.
	LogX, LogY bool
	Series     []Series
	// Notes say what could not be drawn, and what qualifies what is.
	Notes []Note
	// Table is the index in Report.Tables of what is drawn, -1 for curves.
	Table int
}

// Series is one column of a chart's table.
type Series struct {
	Name string
	// Values has one value per label, or per position of the series' own; NaN
	// where there is no number to be trusted.
	Values []float64
	// Low and High are the least and the greatest of the rounds; nil where there
	// is but one.
	Low, High []float64
	// Positions are those of Values where they are not the chart's; nil else.
	Positions []float64
}

// Clean is a copy of the chart as Dossier.Clean leaves it.
func (c Chart) Clean() Chart { return c.clean() }

// Digits is how many decimals a layout shows a number with that no cell holds.
func Digits(v float64) int { return digitsFor(v) }

// MarkOf is the sign that stands for a verdict: "▼" for slower; "" for what is
// none.
func MarkOf(verdict matrix.Verdict) string { return markOf(verdict) }

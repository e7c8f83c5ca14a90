package recorded

import (
	"regexp"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// csvRow matches a row as redis-benchmark --csv writes it: all of it in quotes.
var csvRow = regexp.MustCompile(`^"([^"\n]{1,120})"((?:,"[^"\n]{0,40}")+)`)

// separated takes a row of CSV.
func (r *runs) separated(at int) (end int, taken bool) {
	title := lineOf(r.before(at, longTitle+1))
	from := at - len(title) + strings.LastIndexByte(title, '"')
	title = title[strings.LastIndexByte(title, '"')+1:]
	if from < at-len(title)-1 || from < r.floor {
		return 0, false // no quote begins it
	}
	text := r.behind(from, longTitle+20*40)
	match := csvRow.FindStringSubmatch(text)
	if match == nil || strings.HasPrefix(text[len(match[0]):], `,"`) {
		if known(title) {
			r.wrong(`"`+title+`",…`, "the row is cut off", "copy it as a whole")
		}
		return 0, false
	}
	fields := strings.Split(match[2][2:len(match[2])-1], `","`)
	if title == "test" && fields[0] == "rps" {
		r.columns = fields
		return from + len(match[0]), true
	}
	return from + len(match[0]), r.row(title, fields, from+len(match[0]))
}

// csvColumns are those of 6.2 and later, where the head was not copied. Before
// that there is only the first.
var csvColumns = []string{"rps", "avg_latency_ms", "min_latency_ms", "p50_latency_ms", "p95_latency_ms", "p99_latency_ms", "max_latency_ms"}

// twoDecimals is how redis-benchmark writes rates.
var twoDecimals = regexp.MustCompile(`^[0-9]+\.[0-9]{2}$`)

// row takes a row, unless it is of something else.
func (r *runs) row(title string, fields []string, end int) (taken bool) {
	columns := r.columns
	if columns == nil && len(fields) > 1 {
		columns = csvColumns
	}
	if columns == nil {
		columns = csvColumns[:1]
	}
	switch text := `"` + title + `","` + strings.Join(fields, `","`) + `"`; {
	case !known(title) && !twoDecimals.MatchString(fields[0]):
		return false
	case !known(title) && len(fields) != len(columns):
		return false
	case len(fields) != len(columns):
		r.wrong(text, "a row has two fields, and from 6.2 on eight", "copy it as a whole; runs of several versions go into several files")
		return true
	case slices.Contains([]string{"inf", "nan", "-nan"}, fields[0]):
		r.wrong(text, "the test took no time that could be told", "measure more requests")
		return true
	case !twoDecimals.MatchString(fields[0]):
		r.wrong(text, "its first number is no rate", asRate(fields[0]))
		return true
	}
	r.entitle(title)
	r.test.Values = map[string]float64{}
	for i, column := range columns {
		metric, ofRate := csvMetric(column)
		if ofRate {
			r.test.Values[metric], _ = Tabular{}.plain(fields[i])
		} else if !r.test.latency(metric, fields[i]) {
			r.wrong(fields[i], "it is no latency", "copy the row as a whole")
		}
	}
	r.test.Label = labelBehind(r.behind(end, longLine))
	r.finish()
	return true
}

// csvMetric is the metric of a column, "" where there is none of it.
func csvMetric(column string) (metric string, ofRate bool) {
	switch name := strings.TrimSuffix(column, "_latency_ms"); {
	case column == "rps":
		return matrix.MetricRPS, true
	case name == "avg":
		return matrix.MetricMean, false
	case slices.Contains(matrix.Metrics(), name):
		return name, false
	}
	return "", false
}

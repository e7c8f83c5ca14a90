package recorded

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// token is a word of a text, the line that it stands on, and where on it.
type token struct {
	text     string
	line, at int
}

// Bounds of what is read of a text: recordings have far less.
const (
	mostWords  = 4_000_000
	mostTables = 10_000
)

// tokens are the words of lines; the first line has the number 1.
func tokens(lines []string) []token {
	var words []token
	for i, line := range lines {
		at := 0
		for word := range strings.FieldsSeq(line) {
			at += strings.Index(line[at:], word)
			words = append(words, token{word, i + 1, at})
			if at += len(word); len(words) == mostWords {
				return words
			}
		}
	}
	return words
}

// memtierTables reads every table of results that memtier_benchmark has printed,
// whatever line ends it still has.
func memtierTables(lines []string) (blocks []Block, problems []Problem) {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "Ops/sec") }) {
		return nil, nil
	}
	words := tokens(lines)
	from := 0
	for i := 0; i+1 < len(words) && len(blocks) < mostTables; i++ {
		if words[i].text != "Type" || words[i+1].text != "Ops/sec" {
			continue
		}
		heads, next := memtierHeads(words, i+1)
		block := Block{Tool: ToolMemtier, First: words[i].line, At: memtierRun(words[from:i])}
		block.commanded(memtierCommand(lines, words[from], words[i]))
		block.Load.printed(words[from:i])
		end, problem := block.memtierRows(words, next, heads)
		if problem != nil {
			problems = append(problems, *problem)
		}
		if len(block.Measured) > 0 {
			block.Last = words[end-1].line
			blocks = append(blocks, block)
		}
		i, from = end-1, end
	}
	if len(words) == mostWords || len(blocks) == mostTables {
		problems = append(problems, Problem{Line: words[max(from, 1)-1].line, Text: words[max(from, 1)-1].text,
			What: "what follows was not read", Remedy: "cut out what memtier_benchmark has printed"})
	}
	return blocks, problems
}

// memtierRow matches a row of such a table.
var memtierRow = regexp.MustCompile(`^[ \t]*(?:Sets|Gets|Waits|Totals)(?:[ \t]+(?:[0-9]+\.[0-9]+|---|-?nan)){3,}[ \t]*$`)

// headless are rows that stand in no table: its head was lost.
func headless(lines []string, blocks []Block, problems []Problem) (lost []Problem) {
	for i, line := range lines {
		if len(line) > longLine || !memtierRow.MatchString(line) {
			continue
		}
		within := slices.ContainsFunc(blocks, func(b Block) bool { return b.First <= i+1 && i+1 <= b.Last }) ||
			slices.ContainsFunc(problems, func(p Problem) bool { return p.Line == i+1 })
		if !within {
			lost = append(lost, Problem{Line: i + 1, Text: strings.Join(strings.Fields(line), " "), What: "it is a row of memtier_benchmark without the head of its table",
				Remedy: "copy the table as a whole, from the line on that begins with Type"})
		}
	}
	return lost
}

// memtierHeads are the columns behind the name, and where the words go on.
func memtierHeads(words []token, at int) (heads []string, next int) {
	for at < len(words) {
		word := words[at].text
		switch {
		case strings.HasSuffix(word, "/sec") || word == "Latency":
			heads = append(heads, word)
			at++
		case at+1 < len(words) && words[at+1].text == "Latency" && (word == "Avg." || percentileHead.MatchString(word)):
			heads = append(heads, word)
			at += 2
		default:
			return heads, at
		}
	}
	return heads, at
}

var percentileHead = regexp.MustCompile(`^p[0-9]+(?:\.[0-9]+)?$`)

// memtierRows reads the rows of a table, up to that of the totals.
func (b *Block) memtierRows(words []token, at int, heads []string) (end int, problem *Problem) {
	for at < len(words) && strings.Trim(words[at].text, "-=") == "" {
		at++
	}
	for at < len(words) {
		name := words[at]
		if at+len(heads) >= len(words) {
			break
		}
		values, ok := memtierValues(words[at+1:at+1+len(heads)], heads)
		if end := at + 1 + len(heads); !ok || end < len(words) && words[end].line == words[end-1].line && numeric.MatchString(words[end].text) {
			break // a number too many: one may have a space within
		}
		at += 1 + len(heads)
		b.addMemtier(name, values)
		if name.text == "Totals" {
			return at, nil
		}
	}
	last := words[min(at, len(words)-1)]
	return max(at, 1), &Problem{
		Line: last.line, Text: last.text, What: fmt.Sprintf("a row of %d numbers was expected here, down to Totals", len(heads)),
		Remedy: "copy the table as a whole",
	}
}

// memtierValues are the numbers of a row by column; "---" is none.
func memtierValues(words []token, heads []string) (values map[string]float64, ok bool) {
	values = map[string]float64{}
	for i, word := range words {
		if strings.Trim(word.text, "-") == "" {
			continue
		}
		v, err := strconv.ParseFloat(word.text, 64)
		if err != nil || !(v >= 0 && v <= 1e15) || strings.HasSuffix(heads[i], "/sec") && thousands.MatchString(word.text) {
			return nil, false
		}
		values[heads[i]] = v
	}
	return values, true
}

// addMemtier adds a row, unless nothing was sent of it.
func (b *Block) addMemtier(name token, columns map[string]float64) {
	if columns["Ops/sec"] == 0 {
		return
	}
	m := Measured{Test: memtierTest(name.text), Title: name.text, Line: name.line, Values: map[string]float64{}}
	for head, v := range columns {
		if metric, by := memtierMetric(head); metric != "" {
			m.Values[metric] = v * by
		}
	}
	m.addHitRate(columns["Hits/sec"], columns["Misses/sec"])
	b.Measured = append(b.Measured, m)
}

// addHitRate is the share of the reads that found something, where there were
// any.
func (m *Measured) addHitRate(hits, misses float64) {
	if hits+misses > 0 {
		m.Values[matrix.MetricHitRate] = 100 * hits / (hits + misses)
	}
}

// memtierTest is what a row is called here: memtier's own two commands are those
// of the catalogue, and every row but the totals is a part of the mix.
func memtierTest(row string) string {
	switch row {
	case "Totals":
		return matrix.TestMix
	case "Sets":
		return matrix.PartName("SET")
	case "Gets":
		return matrix.PartName("GET")
	case "Waits":
		return matrix.PartName("WAIT")
	}
	return matrix.PartName(strings.ToUpper(strings.TrimSuffix(row, "s")))
}

// memtierMetric is the metric of a column and what makes it one of our unit:
// memtier's KB are 1024 bytes, its latencies milliseconds.
func memtierMetric(head string) (metric string, by float64) {
	switch head {
	case "Ops/sec":
		return matrix.MetricRPS, 1
	case "KB/sec":
		return matrix.MetricBandwidth, 1024.0 / 1e6
	case "Latency", "Avg.", "Average Latency":
		return matrix.MetricMean, 1
	case "Max Latency":
		return matrix.MetricMax, 1
	}
	if q, isQuantile := strings.CutPrefix(head, "p"); isQuantile {
		if v, err := strconv.ParseFloat(q, 64); err == nil {
			name := "p" + strconv.FormatFloat(v, 'f', -1, 64)
			if slices.Contains(matrix.Metrics(), name) {
				return name, 1
			}
		}
	}
	return "", 0
}

// printed takes what stands before a table, which is surer than a command line: "4
// Threads 50 Connections per thread 10000 Requests per client".
func (t *Told) printed(words []token) {
	connections, requests, seconds := 0, 0, 0
	for i := 1; i < len(words); i++ {
		n, err := strconv.Atoi(words[i-1].text)
		if err != nil || n < 1 {
			continue
		}
		switch words[i].text {
		case "Threads":
			t.Threads = n
		case "Connections":
			connections = n
		case "Requests":
			requests = n
		case "Seconds":
			seconds = n
		}
	}
	if connections > 0 {
		t.Clients = times(t.Threads, connections)
	}
	if requests+seconds > 0 {
		t.Requests, t.Seconds = int64(times(t.Clients, requests)), seconds
	}
}

// axisRun tells the best run, the worst and the average apart, which
// memtier_benchmark -x prints of several: they are no rounds.
const axisRun = "run"

// memtierRun is which of them a table is, going by the heading before it; nil where
// there was one run.
func memtierRun(words []token) []matrix.Coordinate {
	for i := len(words) - 1; i >= 1; i-- {
		switch heading := words[i-1].text + " " + words[i].text; heading {
		case "ALL STATS":
			return nil
		case "BEST RUN", "WORST RUN":
			return []matrix.Coordinate{{Axis: axisRun, Value: strings.ToLower(words[i-1].text)}}
		case "AGGREGATED AVERAGE":
			return []matrix.Coordinate{{Axis: axisRun, Value: "average"}}
		}
	}
	return nil
}

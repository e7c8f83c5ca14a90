package recorded

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// runs gathers what redis-benchmark has printed.
type runs struct {
	lines    []string
	blocks   []Block
	problems []Problem
	// next is what has been told of the block to come, and now of the test to come.
	next     Block
	command  *flags
	fresh    bool // the next result begins a block
	now      Measured
	load     Told
	header   Told // what outputs of the current block have told
	buckets  bool
	lastLine int
}

// benchmarkRuns reads every run of redis-benchmark in a text.
func benchmarkRuns(lines []string) ([]Block, []Problem) {
	r := runs{lines: lines, fresh: true}
	for _, e := range events(lines) {
		r.take(e)
		r.lastLine = e.line
	}
	return r.blocks, r.problems
}

func (r *runs) take(e event) {
	switch {
	case e.has("command"):
		r.begin(e.parts["command"])
	case e.has("bare"):
		r.begin(e.parts["bare"])
	case e.has("info"):
		r.next.Server, r.fresh = serverOf(r.lines[e.line-1:]), true
	case e.has("title"):
		r.now, r.load, r.buckets = Measured{Title: strings.TrimSpace(e.parts["title"])}, Told{}, false
	case e.has("requests"):
		r.now.Requests, _ = strconv.ParseInt(e.parts["requests"], 10, 64)
		if s, err := strconv.ParseFloat(e.parts["seconds"], 64); err == nil {
			r.now.Elapsed = time.Duration(s * float64(time.Second))
		}
		r.load.Requests = r.now.Requests
	case e.has("clients"):
		r.load.Clients, _ = strconv.Atoi(e.parts["clients"])
	case e.has("payload"):
		r.load.ValueSize, _ = strconv.Atoi(e.parts["payload"])
	case e.has("config"):
		r.configured(e.parts["config"])
	case e.has("bucket"):
		r.buckets = true
	case e.has("summary"):
		r.summary(strings.Fields(e.parts["summary"]))
	case e.has("quiet"):
		r.now, r.load = Measured{Title: e.parts["quiet"]}, Told{}
		r.result(e, e.parts["quietrps"])
		r.latencies([]string{matrix.MetricP50}, []string{e.parts["p50"]})
	case e.has("csv"):
		if e.parts["csv"] == "test" {
			return
		}
		r.now, r.load = Measured{Title: e.parts["csv"]}, Told{}
		r.result(e, e.parts["csvrps"])
		r.csv(e.parts["csvrest"])
	case e.has("throughput"):
		r.result(e, e.parts["throughput"])
	case e.has("rps"):
		r.result(e, e.parts["rps"])
	}
}

// begin takes a command line, after which a run begins.
func (r *runs) begin(command string) {
	command, _, _ = strings.Cut(command, " -> ") // a remark of whoever wrote it down
	r.next.Command, r.fresh = masked(strings.TrimSpace(command)), true
	r.command = parseFlags(strings.Fields(command)[1:])
	r.now, r.load = Measured{}, Told{}
}

// configured takes a line such as `host configuration "appendonly": no`.
func (r *runs) configured(text string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(text, "host configuration "), ": ")
	if r.next.Config == nil {
		r.next.Config = map[string]string{}
	}
	r.next.Config[strings.Trim(name, `"`)] = strings.TrimSpace(value)
}

// coarse is the note on a latency that releases before 6.2 tell: a share "<= 1
// milliseconds" took less than that, of whole milliseconds up to 5.0.
const coarse = "latency was recorded in steps that are too coarse for percentiles"

// result takes requests per second, which end a test.
func (r *runs) result(e event, text string) {
	m, load := r.now, r.load
	r.now, r.load = Measured{}, Told{}
	m.Line, m.Values = e.line, map[string]float64{}
	if r.buckets {
		m.Notes = append(m.Notes, matrix.Note{Text: coarse})
	}
	r.buckets = false
	v, what := Tabular{}.plain(strings.TrimRight(text, ".,"))
	if what != "" {
		r.problems = append(r.problems, Problem{Line: e.line, Text: text + " requests per second", What: what, Remedy: "write it as 39682.54"})
		return
	}
	m.Values[matrix.MetricRPS] = v
	m.name(r.command)
	if m.Label = labelBehind(e.rest); m.Label == "" && m.Title == "" {
		m.Label = r.labelBefore(e.line)
	}
	m.check()
	r.add(m, load)
}

// add puts what was measured into the block that it belongs to.
func (r *runs) add(m Measured, load Told) {
	if r.command != nil && !r.command.measures(m.Test) {
		r.next.Command, r.command, r.fresh = "", nil, true
	}
	if !r.fresh && (r.header.differs(load) || r.blocks[len(r.blocks)-1].has(m)) {
		if r.next.Command != "" && r.blocks[len(r.blocks)-1].Command == r.next.Command {
			r.next.Command, r.command = "", nil
		}
		r.fresh = true
	}
	if r.fresh {
		block := r.next
		block.Tool, block.First = ToolBenchmark, m.Line
		block.Load = r.command.told()
		r.blocks = append(r.blocks, block)
		r.next.Config, r.fresh, r.header = nil, false, Told{}
	}
	block := &r.blocks[len(r.blocks)-1]
	block.Load.overwrite(load)
	r.header.overwrite(load)
	block.Last = m.Line
	block.Measured = append(block.Measured, m)
}

// has tells whether a result of the same is there already.
func (b Block) has(m Measured) bool {
	return slices.ContainsFunc(b.Measured, func(other Measured) bool { return other.Test == m.Test && other.Label == m.Label })
}

// differs tells whether an output tells of another load.
func (t Told) differs(load Told) bool {
	differ := func(was, is int64) bool { return was > 0 && is > 0 && was != is }
	return differ(int64(t.Clients), int64(load.Clients)) || differ(int64(t.ValueSize), int64(load.ValueSize)) || differ(t.Requests, load.Requests)
}

// overwrite takes what an output tells of its load, which is surer than what a
// command line does.
func (t *Told) overwrite(load Told) {
	if load.Clients > 0 {
		t.Clients = load.Clients
	}
	if load.ValueSize > 0 {
		t.ValueSize = load.ValueSize
	}
	if load.Requests > 0 {
		t.Requests = load.Requests
	}
}

// last is what was added last, nil where that is no test's.
func (r *runs) last() *Measured {
	if len(r.blocks) == 0 {
		return nil
	}
	block := &r.blocks[len(r.blocks)-1]
	return &block.Measured[len(block.Measured)-1]
}

// latencies are in milliseconds.
func (r *runs) latencies(metrics, texts []string) {
	m := r.last()
	for i, metric := range metrics {
		if i >= len(texts) || m == nil || metric == "" {
			continue
		}
		if v, err := strconv.ParseFloat(texts[i], 64); err == nil && v >= 0 {
			m.Values[metric] = v
		}
	}
}

// summary takes the latencies that follow the throughput from 6.2 on: avg, min,
// p50, p95, p99, max.
func (r *runs) summary(texts []string) {
	if m := r.last(); m != nil {
		m.Notes = slices.DeleteFunc(m.Notes, func(n matrix.Note) bool { return n.Text == coarse })
	}
	r.latencies([]string{matrix.MetricMean, "", matrix.MetricP50, matrix.MetricP95, matrix.MetricP99, matrix.MetricMax}, texts)
}

func (r *runs) csv(rest string) {
	if rest != "" {
		r.summary(strings.Split(strings.Trim(strings.ReplaceAll(rest, `"`, ""), ","), ","))
	}
}

// check holds what is told against itself: requests in so many seconds, which
// are told to hundredths, are a rate.
func (m *Measured) check() {
	seconds := m.Elapsed.Seconds()
	if seconds <= 0 || m.Requests <= 0 {
		return
	}
	rate, told := float64(m.Requests)/seconds, m.Values[matrix.MetricRPS]
	if math.Abs(rate-told) > told*(0.0051/seconds+0.001) {
		m.Notes = append(m.Notes, matrix.Note{
			Text:   fmt.Sprintf("%d requests in %.2f seconds are %.0f a second, and not %.0f as it says", m.Requests, seconds, rate, told),
			Remedy: "look at what was recorded",
		})
	}
}

// labelBehind is what stands behind a result: "<- aof no".
func labelBehind(rest string) string {
	for _, arrow := range []string{"<-", "←"} {
		if label, ok := strings.CutPrefix(strings.TrimSpace(rest), arrow); ok {
			return strings.TrimSpace(label)
		}
	}
	return ""
}

// bullets begin the items of lists.
const bullets = "•*-–"

// labelBefore is the item of a list below which a result stands.
func (r *runs) labelBefore(line int) string {
	var words []string
	for i := line - 2; i >= 0 && i >= r.lastLine && i >= line-4; i-- {
		text := strings.TrimSpace(r.lines[i])
		words = append([]string{strings.TrimSpace(strings.TrimLeft(text, bullets))}, words...)
		if strings.ContainsAny(text[:min(len(text), 3)], "•*") {
			return strings.Join(words, " ")
		}
	}
	return ""
}

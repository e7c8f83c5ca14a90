package recorded

import (
	"fmt"
	"maps"
	"strings"

	"redismatrix/matrix"
)

// Bounds of what is kept of a text: more is no recording.
const (
	mostResults  = 100_000
	mostProblems = 1000
)

var errTooMany = fmt.Errorf("it holds more than %d results; cut out what is wanted", mostResults)

// runs gathers what redis-benchmark has printed.
type runs struct {
	text  string
	lines []string
	place place
	floor int // where what was taken last ends
	last  int // the line of what was taken last

	blocks   []Block
	problems []Problem
	results  int
	// next is what has been told of the block to come.
	next    Block
	command *flags
	fresh   bool // the next result begins a block
	own     bool // the current block is of a command of one's own
	header  Told // what outputs of the current block have told
	seen    map[testKey]bool
	test    unfinished
	// unsummed is true of a result that a summary of its latency may follow.
	unsummed bool
	columns  []string // of CSV
	// mishap is an error that was printed since the last result, and remarks are
	// notes on the next.
	mishap  *Problem
	remarks []matrix.Note
}

// testKey is what a block has one result of.
type testKey struct{ test, label string }

// unfinished is a test whose result has not come yet.
type unfinished struct {
	Measured
	load   Told
	config map[string]string
	begun  bool // more was read than its title
	ruled  bool // its title is written as redis-benchmark does
	coarse bool // of its latency
	at     Problem
}

// signs are those of redis-benchmark's output, of its command line, and of a
// server that tells its version.
var signs = []sign{
	{"requests", (*runs).counted},
	{"===", (*runs).entitled},
	{"parallel clients", (*runs).clients},
	{"bytes payload", (*runs).payload},
	{"keep alive:", (*runs).keepAlive},
	{"multi-thread:", (*runs).multiThread},
	{"threads:", (*runs).threads},
	{"host configuration", (*runs).configured},
	{"milliseconds", (*runs).bucket},
	{"latency summary", (*runs).summed},
	{`","`, (*runs).separated},
	{"benchmark", (*runs).commanded},
	{"redis_version:", (*runs).informed},
	{"Server started, Redis version", (*runs).greeted},
	{"Redis version=", (*runs).greeted},
	{"Valkey version=", (*runs).greeted},
	{"Redis server v=", (*runs).greeted},
	{"Valkey server v=", (*runs).greeted},
	{" bit", (*runs).greeted},
	{"Error from server", (*runs).failed},
	{"Could not connect to", (*runs).failed},
	{"Server closed the connection", (*runs).failed},
	{"Could not fetch server CONFIG", (*runs).unconfigured},
}

// benchmarkRuns reads every run of redis-benchmark in a text.
func benchmarkRuns(lines []string) ([]Block, []Problem, error) {
	text := straight.Replace(strings.Join(lines, "\n"))
	r := runs{text: text, lines: lines, place: place{text: text, line: 1, column: 1}, fresh: true}
	s := newSeeker(text, signs)
	for from := 0; ; {
		found, at, ok := s.seek(from)
		if !ok {
			break
		}
		r.place.move(at)
		end, taken := found.read(&r, at)
		from = max(at+len(found.word), end)
		if taken {
			r.floor, r.last = max(r.floor, end), r.place.line
		}
		if r.results > mostResults {
			return nil, nil, errTooMany
		}
	}
	r.untold()
	r.end()
	r.cutOff()
	return r.blocks, r.problems, nil
}

// straight undoes what word processors make of quotes.
var straight = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "’", "'", "&quot;", `"`, "&lt;", "<", "&gt;", ">")

// before is what stands before a place and was not taken, at most so much of it.
func (r *runs) before(at, most int) string {
	return r.text[max(r.floor, at-most, 0):max(at, r.floor)]
}

// behind is what stands at a place and behind it.
func (r *runs) behind(at, most int) string {
	return r.text[at:min(len(r.text), at+most)]
}

// wrong adds a problem with what stands here.
func (r *runs) wrong(text, what, remedy string) {
	r.problem(Problem{Line: r.place.line, Column: r.place.told(), Text: text, What: what, Remedy: remedy})
}

func (r *runs) problem(p Problem) {
	if len(r.problems) == mostProblems {
		p = more(p)
	}
	if len(r.problems) <= mostProblems {
		r.problems = append(r.problems, p)
	}
}

// more is the problem that there are more than are told.
func more(p Problem) Problem {
	p.What, p.Remedy = "it cannot be read, nor can more behind it", "mend what is told first"
	return p
}

// drop ends a test that has no result.
func (r *runs) drop() {
	if t := r.test; t.begun {
		t.at.What, t.at.Remedy = "its requests per second do not follow", "copy the output as a whole, or take the test out"
		r.problem(t.at)
	}
	r.test = unfinished{}
}

// end ends a run, and an error that no result has followed is told.
func (r *runs) end() {
	r.drop()
	if r.mishap != nil {
		r.problem(*r.mishap)
	}
	r.mishap, r.remarks, r.columns = nil, nil, nil
}

// add puts what was measured into the block that it belongs to.
func (r *runs) add(t unfinished) {
	key := testKey{t.Test, t.Label}
	if r.command != nil && !r.command.measures(t.Test) {
		r.forget()
	}
	own := t.own(r.command)
	if own {
		t.load.ValueSize = 0
	}
	if !r.fresh && (r.header.differs(t.load) || r.seen[key] || r.reconfigured(t.config) || own != r.own) {
		if r.command != nil && !r.command.loop && r.current().Command == r.next.Command {
			r.forget()
		}
		r.fresh = true
	}
	if r.fresh {
		block := r.next
		block.Tool, block.First, block.Load = ToolBenchmark, t.Line, r.command.told()
		r.blocks = append(r.blocks, block)
		r.fresh, r.header, r.seen, r.own = false, Told{}, map[testKey]bool{}, own
		if own {
			r.current().Load.ValueSize = 0
		}
	}
	block := r.current()
	block.Load.overwrite(t.load)
	r.header.overwrite(t.load)
	block.Config = merged(block.Config, t.config)
	if block.Load.Reconnects {
		t.Notes = append(t.Notes, matrix.Note{Text: "every request had a connection of its own (keep alive: 0)"})
	}
	block.Last = t.Line
	block.Measured = append(block.Measured, t.Measured)
	r.seen[key] = true
	r.results++
}

// forget drops a command line that is not what results are of.
func (r *runs) forget() { r.next.Command, r.command, r.fresh = "", nil, true }

// current is the block that was added last.
func (r *runs) current() *Block { return &r.blocks[len(r.blocks)-1] }

// reconfigured tells whether a test ran with another configuration than those
// before it.
func (r *runs) reconfigured(config map[string]string) bool {
	for name, value := range r.current().Config {
		if is, told := config[name]; told && is != value {
			return true
		}
	}
	return false
}

// merged are directives with what an output itself tells of them, which is surer
// than an INFO before it.
func merged(config, told map[string]string) map[string]string {
	if len(told) == 0 {
		return config
	}
	all := maps.Clone(config)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, told)
	return all
}

// differs tells whether an output tells of another load.
func (t Told) differs(load Told) bool {
	differ := func(was, is int64) bool { return was > 0 && is > 0 && was != is }
	return differ(int64(t.Clients), int64(load.Clients)) || differ(int64(t.ValueSize), int64(load.ValueSize)) || differ(t.Requests, load.Requests) ||
		differ(int64(t.Threads), int64(load.Threads)) ||
		t.Clients > 0 && load.Clients > 0 && t.Reconnects != load.Reconnects
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
	if load.Threads > 0 {
		t.Threads = load.Threads
	}
	t.Reconnects = t.Reconnects || load.Reconnects
}

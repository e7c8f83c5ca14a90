package recorded

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// longTitle is how long the title of a test may be.
const longTitle = 120

// entitled takes "====== SET ======".
func (r *runs) entitled(at int) (end int, taken bool) {
	text := r.behind(at, longTitle+20)
	inner := strings.TrimLeft(text, "=")
	rule := len(text) - len(inner)
	n := strings.Index(inner, "===")
	if n < 0 || rule > 12 {
		return at + rule, false // a line that somebody has drawn
	}
	title := strings.TrimSpace(inner[:n])
	if title == "" || strings.Contains(title, "\n") {
		return at + rule, false
	}
	r.untold()
	r.drop()
	r.test.Title, r.test.at = title, r.here(title)
	r.test.ruled = rule == len("======")
	n += rule + len(inner[n:]) - len(strings.TrimLeft(inner[n:], "="))
	return at + n, true
}

// untold has a test count as begun of which there is nothing but the title, as
// redis-benchmark prints it: others may be headings.
func (r *runs) untold() { r.test.begun = r.test.begun || r.test.ruled && known(r.test.Title) }

// here is a problem with what stands here, that is not one yet.
func (r *runs) here(text string) Problem {
	return Problem{Line: r.place.line, Column: r.place.told(), Text: text}
}

// perSecond and completed follow a number.
const perSecond = "requests per second"

var (
	perSecondWords = regexp.MustCompile(`^requests\s+per\s+second`)
	completed      = regexp.MustCompile(`^requests\s+completed\s+in\s+([0-9.,]+)\s+seconds`)
)

// counted takes a number of requests: of a test, or a second.
func (r *runs) counted(at int) (end int, taken bool) {
	behind := r.behind(at, 80)
	if words := perSecondWords.FindString(behind); words != "" {
		return r.rated(at, at+len(words))
	}
	match := completed.FindStringSubmatch(behind)
	head, text := cutNumber(r.before(at, longLine))
	n, ok := whole(text)
	if match == nil || !ok {
		return 0, false
	}
	if ambiguous(head, text) {
		r.wrong(lineOf(head)[attached(lineOf(head)):]+text+" "+match[0], manyWays, plainly)
		return at + len(match[0]), true
	}
	if r.test.begun || r.test.Title == "" {
		r.drop() // the title was lost
		r.test.Title, r.test.at = bareTitle(head), r.here(text+" "+match[0])
	}
	r.test.begun, r.test.Requests, r.test.load.Requests = true, n, n
	if s, err := strconv.ParseFloat(strings.ReplaceAll(match[1], ",", "."), 64); err == nil && s < 1e9 {
		r.test.Elapsed = time.Duration(s * float64(time.Second))
	}
	return at + len(match[0]), true
}

// bareTitle is the title of a test that has lost the signs around it, and stands
// alone on the line above.
func bareTitle(head string) string {
	above, _, found := cutLastLine(strings.TrimRight(head, " \t"))
	if title := strings.Trim(lineOf(above), " \t#*="); found && known(title) {
		return title
	}
	return ""
}

// cutLastLine splits a text before its last line.
func cutLastLine(text string) (above, last string, found bool) {
	i := strings.LastIndexByte(text, '\n')
	if i < 0 {
		return "", text, false
	}
	return text[:i], text[i+1:], true
}

// whole reads a number of pieces, with commas between thousands or without.
func whole(text string) (int64, bool) {
	if text == "" || strings.ContainsAny(text, ".'") {
		return 0, false
	}
	v, what := Tabular{}.plain(text)
	return int64(v), what == ""
}

// begun tells whether there is a test that what stands here is of.
func (r *runs) begun() bool {
	r.test.begun = r.test.begun || r.test.Title != ""
	return r.test.begun
}

// plainly is what can be done about a number with spaces.
const plainly = "write the number without spaces, as 100000"

// count is the number before a unit, of a test that has begun; 0 for none.
func (r *runs) count(at int, unit string) int {
	head, text := cutNumber(r.before(at, 40))
	n, ok := whole(text)
	if !ok || !r.begun() || n > 1<<40 {
		return 0
	}
	if ambiguous(head, text) {
		r.wrong(lineOf(head)[attached(lineOf(head)):]+text+" "+unit, manyWays, plainly)
		return 0
	}
	return int(n)
}

func (r *runs) clients(at int) (end int, taken bool) {
	const unit = "parallel clients"
	r.test.load.Clients = r.count(at, unit)
	return at + len(unit), r.test.load.Clients > 0
}

func (r *runs) payload(at int) (end int, taken bool) {
	const unit = "bytes payload"
	r.test.load.ValueSize = r.count(at, unit)
	return at + len(unit), r.test.load.ValueSize > 0
}

// keepAlive takes "keep alive: 1": the digit alone, for its line's end may be
// lost.
func (r *runs) keepAlive(at int) (end int, taken bool) {
	value := strings.TrimLeft(r.behind(at+len("keep alive:"), 10), " \t")
	if !r.begun() {
		return 0, false
	}
	r.test.load.Reconnects = strings.HasPrefix(value, "0")
	return at + len("keep alive:"), true
}

var threadsLine = regexp.MustCompile(`^threads:[ \t]*([0-9]{1,5})\b`)

func (r *runs) threads(at int) (end int, taken bool) {
	match := threadsLine.FindStringSubmatch(r.behind(at, 30))
	if match == nil || !r.begun() {
		return 0, false
	}
	r.test.load.Threads, _ = strconv.Atoi(match[1])
	return at + len(match[0]), true
}

// multiThread takes "multi-thread: no"; where it is yes, their number follows.
func (r *runs) multiThread(at int) (end int, taken bool) {
	value := strings.TrimLeft(r.behind(at+len("multi-thread:"), 10), " \t")
	if !strings.HasPrefix(value, "no") || !r.begun() {
		return 0, false
	}
	r.test.load.Threads = 1
	return at + len("multi-thread:"), true
}

var configLine = regexp.MustCompile(`^host configuration "(?:(appendonly)":[ \t]*(yes|no)|(save)":[ \t]*((?:[0-9]+ [0-9]+[ \t]*)*))`)

// configured takes a line such as `host configuration "appendonly": no`.
func (r *runs) configured(at int) (end int, taken bool) {
	match := configLine.FindStringSubmatch(r.behind(at, 2*longLine))
	if match == nil || !r.begun() {
		return 0, false
	}
	if r.test.config == nil {
		r.test.config = map[string]string{}
	}
	if match[1] != "" {
		r.test.config[match[1]] = match[2]
	} else {
		r.test.config[match[3]] = strings.TrimSpace(match[4])
	}
	return at + len(match[0]), true
}

// bucket takes a line of a distribution: "99.89% <= 1 milliseconds". From 6.2 on
// they have counts, and a summary follows.
func (r *runs) bucket(at int) (end int, taken bool) {
	before := lineOf(r.before(at, 40))
	if !strings.Contains(before, "%") || !r.begun() {
		return 0, false
	}
	if !strings.HasPrefix(r.behind(at, 40), "milliseconds (cumulative") {
		r.test.coarse = true
	}
	return at + len("milliseconds"), true
}

// failed takes an error that redis-benchmark has printed.
func (r *runs) failed(at int) (end int, taken bool) {
	text, _, _ := strings.Cut(r.behind(at, longLine), "\n")
	if r.mishap == nil {
		p := r.here(strings.TrimSpace(text))
		p.What, p.Remedy = "what was measured then has no result", "measure it again"
		r.mishap = &p
	}
	return at + len(text), true
}

// unconfigured takes the warning that the configuration is not told.
func (r *runs) unconfigured(at int) (end int, taken bool) {
	r.remarks = append(r.remarks, matrix.Note{Text: "redis-benchmark could not fetch the server's configuration, so that it is not told"})
	return at + len("Could not fetch server CONFIG"), true
}

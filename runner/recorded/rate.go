package recorded

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"redismatrix/matrix"
)

// coarse is the note on a latency that releases before 6.2 tell: a share "<= 1
// milliseconds" took less than that, of whole milliseconds up to 5.0.
const coarse = "latency was recorded in steps that are too coarse for percentiles"

// rated takes requests per second, which end a test.
func (r *runs) rated(at, end int) (int, bool) {
	r.unsummed = false
	head, text := cutNumber(r.before(at, 2*longLine))
	if text == "" {
		return r.endless(head, end)
	}
	title, quiet := r.titleBefore(head)
	if quiet {
		r.entitle(title)
	}
	if !quiet && !r.test.begun && strings.ContainsFunc(summaryHead.ReplaceAllString(head, ""), unicode.IsLetter) {
		r.test = unfinished{} // a heading, and a sentence
	}
	v, what := rate(head, text)
	if what != "" {
		r.wrong(lineOf(head)[attached(lineOf(head)):]+text+" "+perSecond, what, asRate(text))
		r.test, r.mishap = unfinished{}, nil
		return end, true
	}
	r.test.Values = map[string]float64{matrix.MetricRPS: v}
	end += r.median(end)
	r.test.Label = labelBehind(r.behind(end, longLine))
	r.finish()
	r.unsummed = !quiet
	return end, true
}

// summaryHead matches what stands before a rate from 6.2 on.
var summaryHead = regexp.MustCompile(`(?:Summary:[\s•*#>|-]*)?throughput summary:\s*$`)

// endless takes a rate that is none: a test that took less than a millisecond has
// "inf" or "-nan", which Windows writes in its own way. So are digits of other
// scripts.
func (r *runs) endless(head string, end int) (int, bool) {
	word := head[strings.LastIndexAny(head, " \t\n")+1:]
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(head, " \t\n"))
	what, remedy := "the test took no time that could be told", "measure more requests"
	switch strings.TrimLeft(word, "+-") {
	case "inf", "nan", "1.#INF", "1.#IND", "1.#QNAN":
	default:
		if !unicode.IsDigit(last) {
			return 0, false // a sentence
		}
		what, remedy = "its digits are others than 0 to 9", "write it as 39682.54"
	}
	r.wrong(strings.TrimSpace(lineOf(head))+" "+perSecond, what, remedy)
	r.test, r.mishap = unfinished{}, nil
	return end, true
}

// rate reads a number of requests per second, with what stands before it: a number
// that is a part of something else is none.
func rate(head, text string) (v float64, what string) {
	last, _ := utf8.DecodeLastRuneInString(head)
	switch letter := 'a' <= last && last <= 'z' || 'A' <= last && last <= 'Z'; {
	case letter && !strings.HasSuffix(head, "seconds"), strings.ContainsRune("+-−–/.,'_$^", last):
		return 0, "it is not told where the number begins"
	case ambiguous(head, text), thousands.MatchString(text):
		return 0, manyWays
	}
	return Tabular{}.plain(strings.TrimRight(text, ".,'"))
}

// asRate is what can be done about a rate that cannot be read.
func asRate(text string) string {
	if strings.Contains(text, ",") {
		return "write it as 39682.54, or tell with --decimal-comma that commas are decimal"
	}
	return "write it as 39682.54"
}

const manyWays = "it can be read in more than one way"

// thousands matches what has a point before a thousand, or three decimals: a rate
// that redis-benchmark has printed has two.
var thousands = regexp.MustCompile(`^[1-9][0-9]{0,2}\.[0-9]{3}[.,]?$`)

// ambiguous tells whether what stands before a number may be a part of it: digits
// of other scripts, or digits and what may separate thousands, be it a space or a
// byte that is no UTF-8.
func ambiguous(head, number string) bool {
	last, size := utf8.DecodeLastRuneInString(head)
	if size > 0 && !unicode.IsLetter(last) && !unicode.IsSpace(last) && !strings.ContainsRune(":：%)）>=|\"", last) {
		before, _ := utf8.DecodeLastRuneInString(head[:len(head)-size])
		return unicode.IsDigit(last) || unicode.IsDigit(before)
	}
	return spaced(lineOf(head), number)
}

// spaced tells whether a number may have a space between its thousands, or the
// number of its line before it.
func spaced(line, number string) bool {
	before, space := strings.CutSuffix(line, " ")
	digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
	return space && digits == 3 && before != "" && isDigit(before[len(before)-1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// attached is from where on a line belongs to the number at its end.
func attached(line string) int {
	before := strings.TrimRight(line, " \t")
	if before != "" && len(before) < len(line) && !isDigit(before[len(before)-1]) {
		return len(line)
	}
	return strings.LastIndexAny(before, " \t") + 1
}

// entitle begins a test of a title, whose result follows at once.
func (r *runs) entitle(title string) {
	r.drop()
	r.test = unfinished{Measured: Measured{Title: title}}
}

// titleBefore is the title before a rate: "SET: 72202.16 requests per second". Not
// quiet where none stands there; "" is what might be one or a sentence.
func (r *runs) titleBefore(head string) (title string, quiet bool) {
	head = strings.TrimRight(strings.TrimRight(head, " \t\n"), "*`")
	head, quiet = strings.CutSuffix(head, ":")
	if !quiet {
		head, quiet = strings.CutSuffix(head, "：")
	}
	if !quiet || strings.HasSuffix(head, "throughput summary") {
		return "", false
	}
	head = strings.TrimRight(lineOf(head), "*` ")
	short, phrase := lastTitle.FindString(head), strings.TrimSpace(bulleted.ReplaceAllString(head, ""))
	verb, _, _ := strings.Cut(phrase, " ")
	_, isCommand := matrix.LookupTest(strings.ToUpper(verb))
	switch {
	case known(phrase), r.command != nil && phrase != "" && phrase == r.command.custom:
		return phrase, true
	case known(short), phrase == short && phrase != "" && unicode.IsUpper(rune(phrase[0])):
		return short, true
	case isCommand && len(phrase) <= longTitle:
		return phrase, true
	}
	return "", true
}

var (
	// lastTitle is a title at the end of a text: "LRANGE_100 (first 100 elements)".
	lastTitle = regexp.MustCompile(`[A-Za-z][A-Za-z0-9_]*(?: \([^()\n]{1,60}\))?$`)
	// bulleted is what stands before the first word of a line.
	bulleted = regexp.MustCompile(`^(?:[\s•·◦▪*#$>|` + "`" + `"-]|[0-9]+[.)]?\s)+`)
)

var medianBehind = regexp.MustCompile(`^, *p50=([0-9]+\.[0-9]+) msec`)

// median takes the p50 that stands behind a rate from 6.2 on.
func (r *runs) median(at int) (length int) {
	behind := r.behind(at, 60)
	match := medianBehind.FindStringSubmatch(behind)
	if match != nil {
		r.test.latency(matrix.MetricP50, match[1])
		return len(match[0])
	}
	if cut := strings.TrimLeft(behind, ", "); strings.HasPrefix(cut, "p50=") {
		text, _, _ := strings.Cut(cut, "\n")
		r.wrong(text, "the median is cut off", "copy the line as a whole")
		return len(behind) - len(cut) + len(text)
	}
	return 0
}

// latency takes milliseconds.
func (m *Measured) latency(metric, text string) (ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1e9) {
		return false
	}
	if metric != "" {
		m.Values[metric] = v
	}
	return true
}

// finish adds the test that has got its result.
func (r *runs) finish() {
	t := r.test
	t.Line = r.place.line
	t.name(r.command)
	if t.Label == "" && t.Title == "" {
		t.Label = r.labelBefore(t.Line)
	}
	if t.coarse {
		t.Notes = append(t.Notes, matrix.Note{Text: coarse})
	}
	if r.mishap != nil {
		t.Notes = append(t.Notes, matrix.Note{
			Text: fmt.Sprintf("%q stands before the result", r.mishap.Text), Remedy: "measure again: errors may have been counted as requests",
		})
	}
	t.Notes = append(t.Notes, r.remarks...)
	t.check()
	r.test, r.mishap, r.remarks = unfinished{}, nil, nil
	r.add(t)
}

// check holds what is told against itself: requests in so many seconds, which
// are told to hundredths, are a rate.
func (m *Measured) check() {
	seconds := m.Elapsed.Seconds()
	if seconds <= 0 || m.Requests <= 0 {
		return
	}
	n, told := float64(m.Requests), m.Values[matrix.MetricRPS]
	least, most := n/(seconds+0.0051), math.Inf(1)
	if seconds > 0.0051 {
		most = n / (seconds - 0.0051)
	}
	if told < least*0.999 || told > most*1.001 {
		m.Notes = append(m.Notes, matrix.Note{
			Text:   fmt.Sprintf("%d requests in %.2f seconds are %.0f a second, and not %.0f as it says", m.Requests, seconds, n/seconds, told),
			Remedy: "look at what was recorded",
		})
	}
}

// summaryNumbers are avg, min, p50, p95, p99 and max, as they follow the
// throughput from 6.2 on. Lines may have bullets or numbers before them.
var summaryNumbers = regexp.MustCompile(`^latency summary \(msec\):` + lineBegin + `avg\s+min\s+p50\s+p95\s+p99\s+max` + lineBegin +
	`([0-9]+\.[0-9]{3}(?:[ \t]+[0-9]+\.[0-9]{3}){5})`)

const lineBegin = `[\s•*#>|-]*(?:[0-9]+[.)]?[\s|]+)?`

// summed takes the latency of the test whose rate was taken last.
func (r *runs) summed(at int) (end int, taken bool) {
	text := r.behind(at, 2*longLine)
	match := summaryNumbers.FindStringSubmatch(text)
	if match == nil || !r.unsummed {
		line, _, _ := strings.Cut(text, "\n")
		r.wrong(line, "six numbers were expected below it, of the test before it", "copy the output as a whole")
		return at + len("latency summary"), true
	}
	r.unsummed = false
	measured := r.current().Measured
	for i, number := range strings.Fields(match[1]) {
		measured[len(measured)-1].latency(summaryMetrics[i], number)
	}
	return at + len(match[0]), true
}

// summaryMetrics are what a summary tells, in its order; there is none of the
// shortest latency.
var summaryMetrics = []string{matrix.MetricMean, "", matrix.MetricP50, matrix.MetricP95, matrix.MetricP99, matrix.MetricMax}

package recorded

import (
	"regexp"
	"strings"
)

// resultInside matches a result within a line, and what begins a line that the end
// of the one before was lost of.
var resultInside = regexp.MustCompile(`\s+(?:[0-9][0-9.,']*\s+requests|===|[#$]\s)|\s*[•|\n]`)

// labelBehind is what stands behind a result: "<- aof no".
func labelBehind(rest string) string {
	rest = strings.TrimLeft(rest, " \t")
	for _, arrow := range []string{"<-", "←"} {
		if label, ok := strings.CutPrefix(rest, arrow); ok {
			if end := resultInside.FindStringIndex(label); end != nil {
				label = label[:end[0]]
			}
			return strings.TrimSpace(label)
		}
	}
	return ""
}

// labelBefore is the item of a list below which a result stands.
func (r *runs) labelBefore(line int) string {
	var words []string
	for i := line - 2; i >= 0 && i >= r.last && i >= line-4; i-- {
		text := strings.TrimSpace(r.lines[i])
		item := strings.TrimSpace(strings.TrimLeft(text, "•*"))
		if dash, isItem := strings.CutPrefix(item, "- "); isItem {
			item = dash
		}
		words = append([]string{item}, words...)
		if item != text {
			if len(text) > 2*longLine {
				return ""
			}
			return strings.Join(words, " ")
		}
	}
	return ""
}

// cutOff tells of results that have lost their end, or that somebody has put into
// other words: "GET: 39682.54 requ", "GET: 39682.54 req/s".
func (r *runs) cutOff() {
	for i, line := range r.lines {
		if len(line) > longLine {
			continue
		}
		phrase := strings.TrimSpace(bulleted.ReplaceAllString(line, ""))
		if title, _, is := strings.Cut(phrase, ": rps="); is && known(title) && !r.goesOn(i+1, title, "") {
			r.problem(Problem{Line: i + 1, Text: phrase, What: "it is progress, and no result follows it", Remedy: "measure it again, or take it out"})
			continue
		}
		match := resultLike.FindStringSubmatch(phrase)
		if match == nil || strings.HasPrefix(match[4], perSecond) {
			continue
		}
		title, colon, unit := match[1], match[2] != "", match[4]
		cut := colon && strings.HasPrefix(perSecond, unit)
		if (known(title) || title == summaryTitle) && (cut || rateUnit.MatchString(unit)) && !r.goesOn(i+1, title, unit) {
			r.problem(Problem{Line: i + 1, Text: strings.TrimSpace(line), What: "requests per second do not stand behind it",
				Remedy: "write it as SET: 39682.54 requests per second, or take it out"})
		}
	}
}

// summaryTitle stands before the rate of a test from 6.2 on.
const summaryTitle = "throughput summary"

var (
	// resultLike matches a title, what may stand behind it, a number, and the rest.
	resultLike = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_]*(?: \([^()]{1,60}\)| summary)?)(?: *([:：=])| ) *([0-9][0-9.,']*)[ \t]*(.*)$`)
	// rateUnit matches other words for requests per second.
	rateUnit = regexp.MustCompile(`(?i)^(?:(?:req|request|op|operation|transaction|query|querie)s?[ \t]*(?:/|per)[ \t]*s|[rqt]ps\b|ops\b)`)
)

// goesOn tells whether the next line has the end of a result, or is of the same
// test: then it was progress.
func (r *runs) goesOn(next int, title, unit string) bool {
	for next < len(r.lines) && strings.TrimSpace(r.lines[next]) == "" {
		next++
	}
	if next == len(r.lines) {
		return false
	}
	line := strings.TrimSpace(bulleted.ReplaceAllString(r.lines[next], ""))
	return strings.HasPrefix(line, title+":") || strings.HasPrefix(strings.Trim(line, "= "), title) && strings.HasPrefix(line, "===") ||
		unit != "" && strings.HasPrefix(strings.TrimSpace(unit+" "+line), perSecond)
}

var numeric = regexp.MustCompile(`^[0-9][0-9.,']*(?: |$)`)

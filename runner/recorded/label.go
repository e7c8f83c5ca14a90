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

// cutOff tells of results that have lost their end: "GET: 39682.54 requ".
func (r *runs) cutOff() {
	for i, line := range r.lines {
		if len(line) > longLine || !strings.Contains(line, ": ") {
			continue
		}
		head, behind, _ := cutLast(strings.TrimSpace(line), ": ")
		title := strings.TrimSpace(bulleted.ReplaceAllString(head, ""))
		_, unit, _ := strings.Cut(behind, " ")
		if !known(title) || !numeric.MatchString(behind) || !strings.HasPrefix(perSecond, unit) || unit == perSecond || r.goesOn(i+1, title, unit) {
			continue
		}
		r.problem(Problem{Line: i + 1, Text: strings.TrimSpace(line), What: "requests per second do not stand behind it",
			Remedy: "write it as SET: 39682.54 requests per second, or take it out"})
	}
}

// goesOn tells whether the next line has the end of a result, or is of the same
// test: then it was progress.
func (r *runs) goesOn(next int, title, unit string) bool {
	if next == len(r.lines) {
		return false
	}
	line := strings.TrimSpace(bulleted.ReplaceAllString(r.lines[next], ""))
	return strings.HasPrefix(line, title+":") || strings.HasPrefix(strings.TrimSpace(unit+" "+line), perSecond)
}

var numeric = regexp.MustCompile(`^[0-9][0-9.,']*(?: |$)`)

// cutLast splits a text at the last of a separator.
func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

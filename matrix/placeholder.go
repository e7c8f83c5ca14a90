package matrix

import "strings"

// NumberWidth is how many digits every number in a request has, with leading
// zeros.
const NumberWidth = 12

// Placeholder is a part of a command's word that every request fills in anew.
type Placeholder string

// The placeholders, see Test.Command.
const (
	PlaceKey   Placeholder = "__key__"
	PlaceSeq   Placeholder = "__seq__"
	PlaceScore Placeholder = "__score__"
	PlaceBit   Placeholder = "__bit__"
	PlaceData  Placeholder = "__data__"
)

// placeholders are all there are, as texts.
var placeholders = []string{string(PlaceKey), string(PlaceSeq), string(PlaceScore), string(PlaceBit), string(PlaceData)}

// Width is how many bytes a placeholder becomes where values have valueSize.
func (p Placeholder) Width(valueSize int) int {
	switch p {
	case PlaceData:
		return valueSize
	case PlaceBit:
		return 1
	}
	return NumberWidth
}

// CutPlaceholder finds the first placeholder in a word, and what is before and
// after it. Without one, found is "" and before the whole word.
func CutPlaceholder(word string) (before string, found Placeholder, after string) {
	before = word
	for _, text := range placeholders {
		if i := strings.Index(word, text); i >= 0 && i < len(before) {
			before, found, after = word[:i], Placeholder(text), word[i+len(text):]
		}
	}
	return before, found, after
}

// FilledSize is how long a word is when its placeholders are filled in, with
// values of valueSize.
func FilledSize(word string, valueSize int) int {
	before, found, after := CutPlaceholder(word)
	size := len(before)
	for found != "" {
		size += found.Width(valueSize)
		before, found, after = CutPlaceholder(after)
		size += len(before)
	}
	return size
}

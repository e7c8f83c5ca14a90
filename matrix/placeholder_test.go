package matrix

import "testing"

func TestPlaceholdersOfAWord(t *testing.T) {
	tests := []struct {
		word, before string
		found        Placeholder
		after        string
		size         int // with values of 100 bytes
	}{
		{"", "", "", "", 0},
		{"word", "word", "", "", 4},
		{"__keys__", "__keys__", "", "", 8},
		{"key:__key__", "key:", PlaceKey, "", 16},
		{"__score__e-7", "", PlaceScore, "e-7", 15},
		{"a__bit__b__data____seq__", "a", PlaceBit, "b__data____seq__", 115},
		{"__data____key__", "", PlaceData, "__key__", 112},
		{"__key__data__", "", PlaceKey, "data__", 18},
	}
	for _, tt := range tests {
		before, found, after := CutPlaceholder(tt.word)
		if before != tt.before || found != tt.found || after != tt.after {
			t.Errorf("%q is cut into %q, %q, %q", tt.word, before, found, after)
		}
		if got := FilledSize(tt.word, 100); got != tt.size {
			t.Errorf("%q becomes %d bytes, want %d", tt.word, got, tt.size)
		}
	}
}

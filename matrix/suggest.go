package matrix

import "strings"

// suggest is a remedy for a word that is none of the known ones: the nearest of
// them, or all of them after the given words.
func suggest(word string, known []string, all string) string {
	if near := nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return all + strings.Join(known, ", ")
}

// nearest is the known word that is a slip of the pen away from word, "" where
// none is.
func nearest(word string, known []string) string {
	if len(word) < 2 || len(word) > shownRunes {
		return ""
	}
	best, least := "", 1+max(1, len(word)/3)
	for _, candidate := range known {
		if n := editDistance(strings.ToLower(word), strings.ToLower(candidate)); n < least {
			best, least = candidate, n
		}
	}
	return best
}

// editDistance counts the bytes to insert, remove, replace or swap with their
// neighbour to make b of a (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

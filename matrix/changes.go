package matrix

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// changes are the places at which two values differ as a run document has them,
// each with both: "rounds: 5 when it was begun, 3 in its plan". What is empty and
// what is not there are the same.
func changes(was, is any, before, after string) []string {
	if same(was, is) {
		return nil
	}
	old, now := leaves(was), leaves(is)
	all := maps.Clone(old)
	maps.Copy(all, now)
	var changed []string
	for _, at := range slices.Sorted(maps.Keys(all)) {
		if old[at] != now[at] {
			changed = append(changed, fmt.Sprintf("%s: %s %s, %s %s", at, cmp.Or(old[at], "none"), before, cmp.Or(now[at], "none"), after))
		}
	}
	return changed
}

// same reports whether two values have one JSON, which is told faster than where
// they differ.
func same(a, b any) bool {
	one, err := json.Marshal(a)
	other, wrong := json.Marshal(b)
	return err == nil && wrong == nil && bytes.Equal(one, other)
}

// leaves are all that a value holds, by where it stands in JSON.
func leaves(value any) map[string]string {
	at := map[string]string{}
	text, err := json.Marshal(value)
	var tree any
	if err == nil {
		err = json.Unmarshal(text, &tree)
	}
	if err != nil { // cannot be: documents hold nothing that JSON has no form for
		return map[string]string{"": err.Error()}
	}
	walk(at, "", tree)
	return at
}

func walk(at map[string]string, path string, tree any) {
	switch tree := tree.(type) {
	case map[string]any:
		for key, inner := range tree {
			walk(at, strings.TrimPrefix(path+"."+key, "."), inner)
		}
	case []any:
		for i, inner := range tree {
			walk(at, path+"["+strconv.Itoa(i)+"]", inner)
		}
	case nil:
	default:
		text, _ := json.Marshal(tree) // it was read from JSON
		at[path] = string(text)
	}
}

// mostListed is how many of a list's items an error names.
const mostListed = 5

// firstOf joins the first of items, and says how many there are more.
func firstOf(items []string) string {
	more := ""
	if n := len(items) - mostListed; n > 0 {
		items, more = items[:mostListed], fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(items, "; ") + more
}

package launch

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// equal reports whether a server's value for a directive is the one that was
// asked for, both in the words of redis.conf: "1mb" is 1048576.
func equal(name, asked, found string) bool {
	switch name {
	case "client-output-buffer-limit":
		return limitsHold(asked, found)
	case "notify-keyspace-events":
		return eventClasses(asked) == eventClasses(found)
	case "slaveof", "replicaof":
		if strings.EqualFold(asked, "no one") {
			return found == ""
		}
	}
	return slices.EqualFunc(strings.Fields(asked), strings.Fields(found), sameWord)
}

// sameWord compares one word: as it is, as a number, or as a size in memory.
func sameWord(asked, found string) bool {
	if strings.EqualFold(asked, found) {
		return true
	}
	a, okAsked := quantity(asked)
	f, okFound := quantity(found)
	return okAsked && okFound && a == f
}

// memoryUnits are those of redis.conf: k is 1000, kb is 1024.
var memoryUnits = map[string]float64{
	"": 1, "b": 1, "k": 1e3, "kb": 1 << 10, "m": 1e6, "mb": 1 << 20, "g": 1e9, "gb": 1 << 30,
}

// quantity reads a number with or without a unit of memory.
func quantity(word string) (float64, bool) {
	digits := strings.TrimRight(strings.ToLower(word), "bkmg")
	unit, ok := memoryUnits[strings.ToLower(word)[len(digits):]]
	number, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return 0, false
	}
	return number * unit, true
}

// limitsHold reports whether each class of clients that was asked for has its
// limits; a server answers with those of all classes.
func limitsHold(asked, found string) bool {
	want, okAsked := limits(asked)
	got, okFound := limits(found)
	if !okAsked || !okFound {
		return false
	}
	for class, words := range want {
		if !slices.EqualFunc(words, got[class], sameWord) {
			return false
		}
	}
	return true
}

// limits reads "normal 0 0 0 pubsub 32mb 8mb 60" by class of client.
func limits(text string) (byClass map[string][]string, ok bool) {
	words := strings.Fields(text)
	byClass = map[string][]string{}
	for chunk := range slices.Chunk(words, 4) {
		class := strings.ToLower(chunk[0])
		if class == "replica" {
			class = "slave" // two names for one class
		}
		byClass[class] = chunk[1:]
	}
	return byClass, len(words)%4 == 0
}

// allEvents are the classes that A stands for in notify-keyspace-events; the
// last two came with 5.0 and 6.0.1.
const allEvents = "g$lshzxetd"

// eventClasses brings flags such as "KEA" into one order, A spelled out.
func eventClasses(flags string) string {
	set := []rune(strings.ReplaceAll(flags, "A", allEvents))
	slices.Sort(set)
	return string(slices.Compact(set))
}

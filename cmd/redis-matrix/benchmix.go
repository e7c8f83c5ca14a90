package main

import (
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// parseMix reads "SET:1 GET:10"; the parts may be parted by commas too.
func parseMix(text string, wrong *mistakes) []matrix.MixPart {
	var mix []matrix.MixPart
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		name, weight, _ := strings.Cut(part, ":")
		n, err := strconv.Atoi(weight)
		test, known := matrix.LookupTest(name)
		wrong.check(known, "--mix %q: there is no test %q", text, name)
		wrong.check(err == nil && n > 0, "--mix %q: %q has no weight; accepted is for example SET:1 GET:10", text, part)
		mix = append(mix, matrix.MixPart{Test: test.Name, Weight: n})
	}
	return mix
}

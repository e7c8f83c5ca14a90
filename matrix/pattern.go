package matrix

import (
	"fmt"
	"strings"
)

// Pattern says what values are made of. The zero value is random, as is "" for
// ParsePattern.
type Pattern struct {
	// Kind is PatternRandom (also ""), PatternFill or PatternRatio.
	Kind string
	// Ratio is how many times smaller a value of PatternRatio gets by
	// compression, from 1 (random) to maxRatio; 0 for the others.
	Ratio float64
}

// Kinds of Pattern.
const (
	// PatternRandom is incompressible.
	PatternRandom = "random"
	// PatternFill is one byte repeated, as redis-benchmark up to 5.0 sends.
	PatternFill = "fill"
	// PatternRatio compresses to about the given part of its size.
	PatternRatio = "ratio"
)

// maxRatio is the highest ratio of compression that a pattern has.
const maxRatio = 100

// ParsePattern reads what values are made of: "random" (also ""), "fill", or
// "ratio:2" for values that compress to about a half; a ratio from 1 to 100.
func ParsePattern(text string) (Pattern, error) {
	p, f := parsePattern(text)
	if f != nil {
		return Pattern{}, fmt.Errorf("read value pattern %q: %s; %s", text, f.message, f.remedy)
	}
	return p, nil
}

func parsePattern(text string) (Pattern, *flaw) {
	const remedy = "accepted are random, fill, and a ratio of compression from 1 to 100 such as ratio:2"
	kind, ratio, given := strings.Cut(text, ":")
	if kind == PatternRatio {
		n, ok := parseDecimal(ratio)
		if !ok || n < 1 || n > maxRatio {
			return Pattern{}, flawf(remedy, "%s is no ratio", quoteShort(ratio))
		}
		return Pattern{Kind: PatternRatio, Ratio: n}, nil
	}
	if kind == "" {
		kind = PatternRandom
	}
	if given || kind != PatternRandom && kind != PatternFill {
		return Pattern{}, flawf(remedy, "not a pattern")
	}
	return Pattern{Kind: kind}, nil
}

// String is the text that ParsePattern reads.
func (p Pattern) String() string {
	if p.Kind == "" {
		return PatternRandom
	}
	return withParameter(p.Kind, p.Ratio)
}

// patternForm accepts what ParsePattern reads.
func patternForm(text string) (string, *flaw) {
	p, f := parsePattern(text)
	return p.String(), f
}

package matrix

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sizes says how long values are: one size, or several with weights. It is in
// order, and not empty where it comes from ParseSizes.
type Sizes []SizeShare

// SizeShare is a size in bytes, or a range of them from which each is equally
// likely, and how often it is taken relative to the others.
type SizeShare struct {
	Low    int `json:"low"` // Low and High belong to the range
	High   int `json:"high"`
	Weight int `json:"weight"` // from 1
}

// FixedSize is one size for all values.
func FixedSize(n int) Sizes { return Sizes{{Low: n, High: n, Weight: 1}} }

// ParseSizes reads a size ("3", "1KiB"), a range ("10-1000", "1KiB-4KiB"), or
// several of either with weights ("64:70 1KiB:25 10kB-100kB:5"), parted by
// commas or blanks. Units are B, kB and MB (1000, 1,000,000), KiB and MiB (1024,
// 1,048,576); either both ends of a range have one or none has, since "1-4KiB"
// could begin at 1 byte or at 1 KiB.
func ParseSizes(text string) (Sizes, error) {
	sizes, f := parseSizes(text)
	if f != nil {
		return nil, fmt.Errorf("read sizes %q: %s; %s", text, f.message, f.remedy)
	}
	return sizes, nil
}

const sizesRemedy = "accepted are a size such as 100KiB, a range such as 1KiB-4KiB, and several with weights such as 64:70 1KiB:30"

func parseSizes(text string) (Sizes, *flaw) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) < 2 || !strings.ContainsAny(text, ":,") {
		share, f := parseRange(text) // such as "3" and "3 B"
		if strings.Contains(text, ":") {
			f = flawf(sizesRemedy, "a weight without other sizes")
		}
		return Sizes{share}, f
	}
	var sizes Sizes
	for _, part := range parts {
		share, f := parseShare(part)
		if f != nil {
			return nil, f.of(part)
		}
		sizes = append(sizes, share)
	}
	if size, fixed := sizes.Fixed(); fixed {
		return FixedSize(size), nil
	}
	return sizes, nil
}

// parseShare reads one of several sizes, with its weight.
func parseShare(text string) (SizeShare, *flaw) {
	size, weight, weighted := strings.Cut(text, ":")
	if !weighted {
		return SizeShare{}, flawf(sizesRemedy, "has no weight")
	}
	share, f := parseRange(size)
	if f != nil {
		return share, f
	}
	share.Weight, f = parseWeight(weight)
	return share, f
}

// parseRange reads one size or a range of them.
func parseRange(text string) (SizeShare, *flaw) {
	low, high, ranged := strings.Cut(text, "-")
	if !ranged {
		n, f := parseSize(text)
		return SizeShare{Low: n, High: n, Weight: 1}, f
	}
	from, f := parseSize(low)
	if f != nil {
		return SizeShare{}, f.of(low)
	}
	to, f := parseSize(high)
	switch {
	case f != nil:
		return SizeShare{}, f.of(high)
	case hasUnit(low) != hasUnit(high):
		return SizeShare{}, flawf("write a unit at both ends, as in 1KiB-4KiB or 1B-4KiB", "a range with a unit at one end only")
	case from > to:
		return SizeShare{}, flawf(sizesRemedy, "ends before it begins")
	}
	return SizeShare{Low: from, High: to, Weight: 1}, nil
}

func hasUnit(size string) bool { return strings.Trim(size, "0123456789") != "" }

// parseWeight reads how often one of several parts is taken.
func parseWeight(text string) (int, *flaw) {
	n, f := parseInteger(text, 1, maxWeight)
	if f != nil {
		return 0, flawf("weights are whole numbers from 1 to 1000000", "the weight %s is %s", quoteShort(text), f.message)
	}
	return int(n), nil
}

// maxWeight bounds the weight of one part among several.
const maxWeight = 1_000_000

// Fixed is the one size that all values have; false where there are several.
func (s Sizes) Fixed() (size int, fixed bool) {
	if len(s) == 0 {
		return 0, false
	}
	return s[0].Low, s.Min() == s.Max()
}

// Min is the shortest size, 0 where there is none.
func (s Sizes) Min() int {
	if len(s) == 0 {
		return 0
	}
	return slices.MinFunc(s, func(a, b SizeShare) int { return a.Low - b.Low }).Low
}

// Max is the longest size, 0 where there is none.
func (s Sizes) Max() int {
	if len(s) == 0 {
		return 0
	}
	return slices.MaxFunc(s, func(a, b SizeShare) int { return a.High - b.High }).High
}

// Mean is the expected size in bytes, 0 where there is none.
func (s Sizes) Mean() float64 {
	var sum, weights float64
	for _, share := range s {
		sum += float64(share.Weight) * (float64(share.Low) + float64(share.High)) / 2
		weights += float64(share.Weight)
	}
	if weights == 0 {
		return 0
	}
	return sum / weights
}

// Holds reports whether values of this size are among them.
func (s Sizes) Holds(size int) bool {
	return slices.ContainsFunc(s, func(share SizeShare) bool { return share.Low <= size && size <= share.High })
}

// String is the text that ParseSizes reads, in bytes.
func (s Sizes) String() string {
	texts := make([]string, len(s))
	for i, share := range s {
		texts[i] = strconv.Itoa(share.Low)
		if share.High != share.Low {
			texts[i] += "-" + strconv.Itoa(share.High)
		}
		if len(s) > 1 {
			texts[i] += ":" + strconv.Itoa(share.Weight)
		}
	}
	return strings.Join(texts, " ")
}

// MarshalJSON writes one size as a number and several as String does.
func (s Sizes) MarshalJSON() ([]byte, error) {
	if size, fixed := s.Fixed(); fixed || len(s) == 0 {
		return json.Marshal(size)
	}
	return json.Marshal(s.String())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Sizes) UnmarshalJSON(text []byte) error {
	var size int
	if json.Unmarshal(text, &size) == nil {
		if *s = nil; size > 0 {
			*s = FixedSize(size)
		}
		return nil
	}
	var written string
	if err := json.Unmarshal(text, &written); err != nil {
		return fmt.Errorf("read sizes %s: accepted are a number or a text", text)
	}
	sizes, err := ParseSizes(written)
	*s = sizes
	return err
}

package matrix

import (
	"encoding/json"
	"errors"
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
// commas or spaces. Units are those of ParseSize.
func ParseSizes(text string) (Sizes, error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) == 2 && !strings.Contains(text, ":") && !strings.Contains(text, ",") {
		parts = []string{text} // "3 B"
	}
	var sizes Sizes
	for _, part := range parts {
		share, err := parseShare(part, len(parts) > 1)
		if err != nil {
			return nil, fmt.Errorf("read sizes %q: %w", text, err)
		}
		sizes = append(sizes, share)
	}
	if len(sizes) == 0 {
		return nil, fmt.Errorf("read sizes %q: %w", text, errors.New("there is none"))
	}
	return sizes, nil
}

// parseShare reads one size or range, with a weight where it is one of several.
func parseShare(text string, weighted bool) (SizeShare, error) {
	size, weight, found := strings.Cut(text, ":")
	share := SizeShare{Weight: 1}
	if weighted != found && weighted {
		return share, fmt.Errorf("%q has no weight; write for example 64:70 1KiB:30", text)
	}
	if found {
		n, err := strconv.Atoi(weight)
		if err != nil || n < 1 || n > maxWeight {
			return share, fmt.Errorf("the weight of %q is no whole number from 1 to %d", text, maxWeight)
		}
		share.Weight = n
	}
	low, high, ranged := strings.Cut(size, "-")
	if !ranged {
		high = low
	}
	var err error
	if share.Low, err = ParseSize(low); err != nil {
		return share, err
	}
	if share.High, err = ParseSize(high); err != nil {
		return share, err
	}
	if share.High < share.Low {
		return share, fmt.Errorf("%q ends before it begins", size)
	}
	return share, nil
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

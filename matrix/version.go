package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Product is a server's make.
type Product string

// The products that are known.
const (
	Redis  Product = "redis"
	Valkey Product = "valkey"
)

// Title is the product as prose spells it: "Redis", "Valkey".
func (p Product) Title() string {
	if p == "" {
		return ""
	}
	return strings.ToUpper(string(p[:1])) + string(p[1:])
}

// Version names a product and a line ("7.0") or an exact release ("7.0.15").
// Its zero value means that the version is not known. In JSON it is the text
// that String gives.
type Version struct {
	Product Product
	// Numbers are the one to three numbers as written: [7], [7 0], [7 0 15].
	Numbers []int
}

// versionForms says what ParseVersion accepts.
const versionForms = `a line such as "7.0", "8" or "5.x", a release such as "7.0.15", or Valkey such as "valkey-8.1"`

// preRelease is the last part of names such as 8.0-m01 and 7.0-rc2.
var preRelease = regexp.MustCompile(`^[0-9]+-(m|rc|alpha|beta)[0-9]*$`)

// ParseVersion reads a line or a release: "7.0", "7.0.15", "8", "5.x",
// "redis-7.0", "valkey-8.1". Redis is known from 2.8 and Valkey from 7.2.
//
// A pre-release goes by the number that its INFO gives: 8.0-m01 is "7.9.224".
func ParseVersion(text string) (Version, error) {
	product, rest := splitProduct(text)
	numbers, err := parseNumbers(rest)
	if err != nil {
		return Version{}, fmt.Errorf("read version %q: %w; accepted: %s", text, err, versionForms)
	}
	v := Version{Product: product, Numbers: numbers}
	if oldest := product.oldest(); v.Compare(oldest) < 0 {
		return Version{}, fmt.Errorf("read version %q: the oldest %s that is known is %s",
			text, product.Title(), oldest.Short())
	}
	return v, nil
}

func splitProduct(text string) (Product, string) {
	for _, p := range []Product{Redis, Valkey} {
		if rest, ok := strings.CutPrefix(text, string(p)+"-"); ok {
			return p, rest
		}
	}
	return Redis, text
}

// oldest is the first release that the capability table covers.
func (p Product) oldest() Version {
	if p == Valkey {
		return Version{Product: Valkey, Numbers: []int{7, 2, 0}}
	}
	return Version{Product: Redis, Numbers: []int{2, 8, 0}}
}

func parseNumbers(text string) ([]int, error) {
	parts := strings.Split(text, ".")
	if n := len(parts); n > 1 && strings.EqualFold(parts[n-1], "x") {
		parts = parts[:n-1]
	}
	if len(parts) > 3 {
		return nil, errors.New("it has more than three numbers")
	}
	var numbers []int
	for _, part := range parts {
		n, err := parseNumber(part)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

func parseNumber(part string) (int, error) {
	if preRelease.MatchString(part) {
		return 0, fmt.Errorf("%q is a pre-release, which goes by the number that its INFO gives, as 8.0-m01 does by 7.9.224", part)
	}
	n, err := strconv.ParseUint(part, 10, 16)
	if err != nil || strconv.FormatUint(n, 10) != part {
		return 0, fmt.Errorf("%q is not a number", part)
	}
	return int(n), nil
}

// String is the version as a spec writes it: "7.0" for Redis, "valkey-8.1", and
// "" for the zero value.
func (v Version) String() string {
	if v.Product == Redis || v.Product == "" {
		return v.dotted()
	}
	return string(v.Product) + "-" + v.dotted()
}

// Short is the version in prose, a patch number of zero left out: "7.0",
// "2.8.15".
func (v Version) Short() string {
	if len(v.Numbers) == 3 && v.Numbers[2] == 0 {
		v.Numbers = v.Numbers[:2]
	}
	return v.dotted()
}

func (v Version) dotted() string {
	parts := make([]string, len(v.Numbers))
	for i, n := range v.Numbers {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ".")
}

// IsZero reports whether the version is not known.
func (v Version) IsZero() bool { return v.Product == "" && len(v.Numbers) == 0 }

// Exact reports whether the version is a release rather than a line.
func (v Version) Exact() bool { return len(v.Numbers) == 3 }

// Compare orders versions: Redis before Valkey, then by number. A line counts
// as a release newer than all that it can hold, so 7.0.15 < 7.0 < 7.2.4 < 7.
func (v Version) Compare(other Version) int {
	if c := cmp.Compare(v.Product, other.Product); c != 0 {
		return c
	}
	shared := min(len(v.Numbers), len(other.Numbers))
	if c := slices.Compare(v.Numbers[:shared], other.Numbers[:shared]); c != 0 {
		return c
	}
	return cmp.Compare(len(other.Numbers), len(v.Numbers))
}

// Matches reports whether the release exact is what v asks for: the same
// product, and v's numbers are the first of its numbers. The zero Version
// matches everything.
func (v Version) Matches(exact Version) bool {
	if v.IsZero() {
		return true
	}
	n := len(v.Numbers)
	return v.Product == exact.Product && n <= len(exact.Numbers) && slices.Equal(v.Numbers, exact.Numbers[:n])
}

// MarshalText gives the form that String gives.
func (v Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what MarshalText wrote; an empty text is the zero
// Version.
func (v *Version) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*v = Version{}
		return nil
	}
	parsed, err := ParseVersion(string(text))
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}

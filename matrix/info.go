package matrix

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Info is what a server's INFO says: the fields by name, as they were written.
// A field that a server does not know is absent.
type Info map[string]string

// ParseInfo reads the reply to INFO. Lines that are no field are passed over;
// of a field that stands twice the last is taken.
func ParseInfo(text string) Info {
	info := Info{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue // a section's name
		}
		if name, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":"); ok {
			info[name] = value
		}
	}
	return info
}

// Integer is a field as a number, 0 where it is absent or none.
func (i Info) Integer(name string) int64 {
	n, err := strconv.ParseInt(i[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Seconds is a field that is written as a decimal number of seconds, 0 where it
// is absent, no number, or longer than a Duration can be.
func (i Info) Seconds(name string) time.Duration {
	s, err := strconv.ParseFloat(i[name], 64)
	nanos := math.Round(s * float64(time.Second))
	if err != nil || !(math.Abs(nanos) < math.MaxInt64) { // NaN is not
		return 0
	}
	return time.Duration(nanos)
}

// Keys is the number of keys in all databases, from lines such as
// "db0:keys=3,expires=0,avg_ttl=0".
func (i Info) Keys() int64 {
	var sum int64
	for name, value := range i {
		number, ok := strings.CutPrefix(name, "db")
		if _, err := strconv.ParseUint(number, 10, 32); !ok || err != nil {
			continue
		}
		first, _, _ := strings.Cut(value, ",")
		keys, ok := strings.CutPrefix(first, "keys=")
		if n, err := strconv.ParseInt(keys, 10, 64); ok && err == nil {
			sum += n
		}
	}
	return sum
}

package matrix

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The most that a load can have.
const (
	MaxClients  = 10_000        // connections
	MaxPipeline = 10_000        // requests in a batch
	MaxKeyspace = 1_000_000_000 // different keys
	MaxRate     = 1_000_000_000 // requests a second
	MaxThreads  = 64
)

// Bounds and defaults of single values.
const (
	maxName         = 64
	maxRounds       = 1000
	maxRequests     = 1_000_000_000_000
	maxDuration     = 24 * time.Hour
	defaultDuration = 2 * time.Second
	defaultWarmup   = 500 * time.Millisecond
)

// What server.cpus can be beside a cpuset.
const (
	cpusAuto = "auto"
	cpusOff  = "off"
)

// form checks a text and gives the form that all texts of its meaning share:
// 1KiB and 1024 are one size.
type form func(text string) (string, *flaw)

// oneOf accepts the given words.
func oneOf(accepted ...string) form {
	return func(text string) (string, *flaw) {
		if slices.Contains(accepted, text) {
			return text, nil
		}
		return "", flawf(suggest(text, accepted, "accepted are "), "not accepted here")
	}
}

// integer accepts whole numbers in digits.
func integer(low, high int64) form {
	return func(text string) (string, *flaw) {
		n, f := parseInteger(text, low, high)
		return strconv.FormatInt(n, 10), f
	}
}

var digits = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

func parseInteger(text string, low, high int64) (int64, *flaw) {
	remedy := fmt.Sprintf("accepted are whole numbers from %d to %d", low, high)
	if negative, ok := strings.CutPrefix(text, "-"); ok && digits.MatchString(negative) {
		return 0, flawf(remedy, "out of range")
	}
	if !digits.MatchString(text) {
		return 0, flawf(remedy+", in digits", "not a whole number")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low || n > high {
		return 0, flawf(remedy, "out of range")
	}
	return n, nil
}

func parseSeed(text string) (uint64, *flaw) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || !digits.MatchString(text) {
		return 0, flawf("accepted are whole numbers from 0 to 18446744073709551615, in digits", "not a seed")
	}
	return seed, nil
}

func sizesForm(text string) (string, *flaw) {
	sizes, f := parseSizes(text)
	return sizes.String(), f
}

// rateMax is how a spec says that there is no rate: the loop is closed.
const rateMax = "max"

func parseRate(text string) (int64, *flaw) {
	if text == rateMax {
		return 0, nil
	}
	n, f := parseInteger(text, 1, MaxRate)
	if f != nil {
		f.remedy = fmt.Sprintf("accepted are requests a second from 1 to %d, in digits, and %s for a closed loop", MaxRate, rateMax)
	}
	return n, f
}

func rateForm(text string) (string, *flaw) {
	n, f := parseRate(text)
	return strconv.FormatInt(n, 10), f
}

// threadsAuto is how a spec leaves the number of threads to the program.
const threadsAuto = "auto"

func parseThreads(text string) (int, *flaw) {
	if text == threadsAuto {
		return 0, nil
	}
	n, f := parseInteger(text, 1, MaxThreads)
	if f != nil {
		f.remedy = fmt.Sprintf("accepted are whole numbers from 1 to %d, in digits, and %s", MaxThreads, threadsAuto)
	}
	return int(n), f
}

func threadsForm(text string) (string, *flaw) {
	n, f := parseThreads(text)
	return strconv.Itoa(n), f
}

// flawOf takes an error of the form `read x "text": what; accepted…` apart.
func flawOf(err error, text string) *flaw {
	if err == nil {
		return nil
	}
	message, remedy := err.Error(), ""
	if _, rest, ok := strings.Cut(message, strconv.Quote(text)+": "); ok && strings.HasPrefix(message, "read ") {
		message = rest
	}
	message, remedy, _ = strings.Cut(message, "; ")
	return &flaw{message: message, remedy: remedy}
}

// parseSpan reads a duration in Go's style.
func parseSpan(text string, low, high time.Duration) (time.Duration, *flaw) {
	such := `"2s" or "500ms"`
	if low >= time.Second {
		such = `"90s" or "10m"`
	}
	remedy := fmt.Sprintf(`accepted are durations from %v to %s with a unit, such as %s`,
		low, strings.TrimSuffix(high.String(), "0m0s"), such)
	if strings.Trim(text, "0123456789.+-") == "" {
		return 0, flawf(remedy, "a duration without a unit")
	}
	span, err := time.ParseDuration(text)
	if err != nil {
		return 0, flawf(remedy, "not a duration")
	}
	if span < low || span > high {
		return 0, flawf(remedy, "out of range")
	}
	return span, nil
}

// nameRune tells what a spec's name is made of.
func nameRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		r == '.' || r == '_' || r == '-'
}

func nameForm(text string) (string, *flaw) {
	foreign := strings.IndexFunc(text, func(r rune) bool { return !nameRune(r) }) >= 0
	if text == "" || len(text) > maxName || foreign || strings.Trim(text[:1], "._-") == "" {
		return "", flawf(fmt.Sprintf("a name begins with a letter or digit and has letters, digits, '.', '_' and '-', at most %d", maxName),
			"not a name for a spec")
	}
	return text, nil
}

var cpuset = regexp.MustCompile(`^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$`)

func cpusForm(text string) (string, *flaw) {
	if text == cpusAuto || text == cpusOff {
		return text, nil
	}
	const remedy = `accepted are auto, off and sets such as "0-3,6"`
	if !cpuset.MatchString(text) {
		return "", flawf(remedy, "not a set of CPUs")
	}
	for part := range strings.SplitSeq(text, ",") {
		first, last, span := strings.Cut(part, "-")
		low, _ := strconv.Atoi(first)
		if high, _ := strconv.Atoi(last); span && high < low {
			return "", flawf(remedy, "%s ends before it begins", part)
		}
	}
	return text, nil
}

// saveOff is how a spec says that no snapshots are made; `save ""` in redis.conf.
const saveOff = "off"

// saveForm accepts off, or save points as redis.conf has them.
func saveForm(text string) (string, *flaw) {
	points, f := parseSave(text)
	if f != nil {
		return "", f
	}
	var words []string
	for _, point := range points {
		words = append(words, point.Args...)
	}
	return strings.Join(words, " "), nil
}

// parseSave gives one save directive per save point, and `save ""` for off.
func parseSave(text string) ([]Directive, *flaw) {
	if text == saveOff || text == "" {
		return []Directive{{Name: directiveSave, Args: []string{""}}}, nil
	}
	const remedy = `accepted are off, and pairs of seconds and changes such as "900 1 300 10"`
	words := strings.Fields(text)
	if len(words)%2 != 0 || len(words) == 0 {
		return nil, flawf(remedy, "not a list of save points")
	}
	var points []Directive
	for i := 0; i < len(words); i += 2 {
		for _, word := range words[i : i+2] {
			if _, f := parseInteger(word, 1, 1<<31-1); f != nil {
				return nil, flawf(remedy, "%s in a save point: %s", quoteShort(word), f.message)
			}
		}
		points = append(points, Directive{Name: directiveSave, Args: words[i : i+2 : i+2]})
	}
	return points, nil
}

package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"redismatrix/matrix"
)

// separator stands between things that are said in one line.
const separator = " · "

// none stands where there is no number.
const none = "–"

// saying joins what is not empty: "appendonly no · 50 clients".
func saying(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, separator)
}

// counted is "1 client", "50 clients", "4,000 clients".
func counted(number, noun string) string {
	if n, err := strconv.Atoi(number); err == nil {
		return plural(n, noun)
	}
	return number + " " + noun + "s"
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(float64(n), 0) + " " + noun
}

// lasting is a duration in two units at most: "500 ms", "1.5 s", "2 min 10 s".
func lasting(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return strconv.FormatFloat(d.Round(100*time.Millisecond).Seconds(), 'f', -1, 64) + " s"
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// bounds says what ends a test: "1 s", "100,000 requests", "1 s or 100
// requests".
func bounds(load matrix.Load) string {
	var ends []string
	if load.Duration > 0 {
		ends = append(ends, lasting(load.Duration))
	}
	if load.Requests > 0 {
		ends = append(ends, plural(int(load.Requests), "request"))
	}
	return strings.Join(ends, " or ")
}

// bytesPhrase is a size of memory: "3.8 GiB".
func bytesPhrase(n int64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return strconv.FormatFloat(float64(n)/(1<<30), 'f', 1, 64) + " GiB"
}

// short is the beginning of a digest, enough to tell two apart.
func short(digest string) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	return digest[:min(len(digest), 12)]
}

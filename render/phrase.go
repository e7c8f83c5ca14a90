package render

import (
	"math"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// axisPhrase says a value with its axis: "50 clients", "3-byte values",
// "offered 50,000/s", "appendonly no". Versions and tests speak for themselves.
func axisPhrase(axis, value string) string {
	if value == matrix.NotTold {
		return strings.TrimPrefix(axis, "config.") + " " + value
	}
	switch axis {
	case matrix.AxisVersion, matrix.AxisTest, matrix.AxisRecording:
		return value
	case matrix.AxisClients:
		return counted(value, "client")
	case matrix.AxisKeyspace:
		return counted(value, "key")
	case matrix.AxisThreads:
		return counted(value, "client thread")
	case matrix.AxisValueSize:
		return sizesPhrase(value)
	case matrix.AxisValuePattern:
		return patternPhrase(value)
	case matrix.AxisKeyDistribution:
		return strings.Replace(value, ":", " ", 1) + " keys"
	case matrix.AxisTransport:
		return transportPhrase(value)
	case matrix.AxisProtocol:
		return "RESP" + value
	case matrix.AxisRate:
		return ratePhrase(value)
	case matrix.AxisArrival:
		return arrivalPhrase(value)
	case matrix.AxisEvent:
		return eventPhrase(value)
	case matrix.AxisMix:
		return "mix " + mixPhrase(value)
	case matrix.AxisCache:
		return value + " page cache"
	case matrix.AxisRewrite:
		return map[string]string{"yes": "AOF rewritten", "no": "AOF not rewritten"}[value]
	case matrix.AxisConfirm:
		return map[string]string{matrix.ConfirmReply: "confirmed by replies", matrix.ConfirmWaitAOF: "confirmed by WAITAOF"}[value]
	}
	return strings.TrimPrefix(axis, "config.") + " " + value
}

// sizesPhrase says the sizes of values in one form, however they are written:
// "3-byte values", "4 KiB values", "10-1,000-byte values", "values of 64 B
// (70 %), 1 KiB (30 %)", and what is no size as it is.
func sizesPhrase(written string) string {
	sizes, err := matrix.ParseSizes(written)
	switch {
	case err != nil:
		return written + " values"
	case len(sizes) == 1:
		size := sizeRange(sizes[0])
		if bytes, inBytes := strings.CutSuffix(size, " B"); inBytes {
			return bytes + "-byte values"
		}
		return size + " values"
	}
	weights := 0
	for _, share := range sizes {
		weights += share.Weight
	}
	return "values of " + strings.Join(mapEach(sizes, func(s matrix.SizeShare) string {
		tenths := math.Round(float64(s.Weight) / float64(weights) * 1000)
		return sizeRange(s) + " (" + strconv.FormatFloat(tenths/10, 'f', -1, 64) + " %)"
	}), ", ")
}

// sizeRange is "64 B", "10-1,000 B", "1-4 KiB" or "500 B-4 KiB".
func sizeRange(s matrix.SizeShare) string {
	low, lowUnit := sized(s.Low)
	high, highUnit := sized(s.High)
	switch {
	case s.Low == s.High:
		return high + " " + highUnit
	case lowUnit == highUnit:
		return low + "-" + high + " " + highUnit
	}
	return low + " " + lowUnit + "-" + high + " " + highUnit
}

// sized is a size in the greatest unit that makes it a whole number.
func sized(size int) (number, unit string) {
	switch {
	case size > 0 && size%(1<<20) == 0:
		return grouped(float64(size>>20), 0), "MiB"
	case size > 0 && size%(1<<10) == 0:
		return grouped(float64(size>>10), 0), "KiB"
	}
	return grouped(float64(size), 0), "B"
}

func patternPhrase(pattern string) string {
	if ratio, ok := strings.CutPrefix(pattern, "ratio:"); ok {
		return "values that compress " + ratio + ":1"
	}
	if pattern == matrix.PatternFill {
		return "values of one repeated byte"
	}
	return pattern + " values"
}

func transportPhrase(transport string) string {
	switch transport {
	case matrix.TransportUnix:
		return "unix socket"
	case matrix.TransportTCP, matrix.TransportTLS:
		return strings.ToUpper(transport)
	}
	return "transport " + transport
}

// ratePhrase is "offered 50,000/s"; what is no rate is a closed loop.
func ratePhrase(rate string) string {
	n, err := strconv.ParseInt(rate, 10, 64)
	if err != nil {
		return "closed loop"
	}
	return "offered " + grouped(float64(n), 0) + "/s"
}

// eventPhrase says what the server is asked for, or watched for.
func eventPhrase(event string) string {
	switch event {
	case matrix.EventSave, matrix.EventRewrite:
		return strings.ToUpper(event) + " in mid-test"
	case matrix.EventWatch:
		return "watched for saves and rewrites"
	}
	return "no event"
}

func arrivalPhrase(arrival string) string {
	if arrival == matrix.ArrivalPoisson {
		arrival = "Poisson"
	}
	return arrival + " arrivals"
}

// mixPhrase says "SET:1 GET:10" as "SET 1 : GET 10".
func mixPhrase(written string) string {
	parts := strings.FieldsFunc(written, func(r rune) bool { return r == ' ' || r == ',' })
	return strings.Join(mapEach(parts, func(part string) string {
		if i := strings.LastIndexByte(part, ':'); i > 0 {
			return part[:i] + " " + part[i+1:]
		}
		return part
	}), " : ")
}

// commandPhrase is a command as one would type it, with words in quotes that
// are not words otherwise.
func commandPhrase(words []string) string {
	return strings.Join(mapEach(words, func(word string) string {
		if word == "" || strings.ContainsAny(word, " \t\r\n\"'\\") {
			return strconv.Quote(word)
		}
		return word
	}), " ")
}

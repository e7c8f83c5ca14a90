package render

import (
	"math"
	"strconv"

	"redismatrix/matrix"
)

// missesOf says how many of a result's reads found something, where that is not
// all of them: what finds nothing is less work, so that two such numbers are of
// like tests only where the shares are alike. The table of hit rates itself says
// it in numbers.
func missesOf(result matrix.Result, m matrix.Metric) []Note {
	var found extent
	remedy := "compare like shares only, or fill with requests: N"
	for _, sample := range result.Samples {
		if sample.Recorded != nil { // by another tool, which no spec drives
			remedy = "compare like shares only"
		}
		if rate, reads := sample.Value(matrix.MetricHitRate); reads {
			found.add(rate)
		}
	}
	if m.Name == matrix.MetricHitRate || !found.filled || found.low >= 100 {
		return nil
	}
	return []Note{{
		Text:   found.says(hitPhrase) + " % of the reads found something",
		Remedy: remedy,
	}}
}

// hitPhrase is a share in percent that is neither 0 nor 100 unless it is so:
// "0", "1.2", "60", "99.9".
func hitPhrase(percent float64) string {
	switch {
	case percent == 0 || percent == 100 || percent >= 9.95 && percent <= 99:
		return strconv.FormatFloat(percent, 'f', 0, 64)
	case percent < 0.1:
		return "less than 0.1"
	}
	return strconv.FormatFloat(math.Floor(percent*10)/10, 'f', 1, 64)
}

package chart

import (
	"math"
	"strconv"

	"redismatrix/render"
)

// number is v with its decimals and its thousands apart, as in tables; with an
// exponent where it would be long.
func number(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	if size := math.Abs(v); size >= 1e12 || size < 1e-6 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return render.Cell{Value: &v, Digits: digits}.Number()
}

// value is v as a label beside what is drawn says it.
func value(v float64) string { return number(v, render.Digits(v)) }

// percentile is the name of a position on the axis of percentiles: "99.9 %" for
// 1000. It has as many decimals as tell it from 100 %.
func percentile(position float64) string {
	q := 100 - 100/position
	digits := max(int(math.Ceil(math.Log10(position)-1e-9))-2, 0)
	if position < 100 && q != math.Trunc(q) {
		digits = 1
	}
	return strconv.FormatFloat(q, 'f', min(digits, 10), 64) + " %"
}

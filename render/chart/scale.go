package chart

import (
	"math"

	"gonum.org/v1/plot"
)

// span is the range of what was added to it; empty where that is nothing.
type span struct{ low, high float64 }

func newSpan() span { return span{math.Inf(1), math.Inf(-1)} }

// add widens the span to v, which may be NaN.
func (s *span) add(v float64) {
	if !math.IsNaN(v) {
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

func (s span) empty() bool { return s.low > s.high }

// scale is the range of an axis and its marks.
type scale struct {
	span
	log   bool
	marks []plot.Tick
}

// set gives an axis the scale.
func (s scale) set(a *plot.Axis) {
	a.Min, a.Max, a.Tick.Marker = s.low, s.high, plot.ConstantTicks(s.marks)
	a.Scale = plot.LinearScale{}
	if s.log {
		a.Scale = plot.LogScale{}
	}
}

// fromZero is a scale of values that begins or ends at 0, or has it in its middle,
// with no more marks than asked for, and one. Outwards, it ends at marks.
func fromZero(s span, marks int, outwards bool) scale {
	s.add(0)
	if s.low == s.high {
		s.high = 1
	}
	step := roundStep((s.high - s.low) / float64(marks))
	if outwards {
		s = span{math.Floor(s.low/step+1e-6) * step, math.Ceil(s.high/step-1e-6) * step}
	}
	return scale{span: s, marks: multiples(s, step)}
}

// multiples are marks at the multiples of a step that are in a span.
func multiples(s span, step float64) []plot.Tick {
	digits := max(-int(math.Floor(math.Log10(step)+1e-9)), 0)
	var marks []plot.Tick
	last := math.Floor(s.high/step + 1e-6)
	for i := math.Ceil(s.low/step - 1e-6); i <= last && len(marks) < 100; i++ {
		marks = append(marks, plot.Tick{Value: i * step, Label: number(i*step, digits)})
	}
	return marks
}

// roundStep is the least of 1, 2 and 5 × 10ⁿ that is no less than a step.
func roundStep(step float64) float64 {
	size := math.Pow10(int(math.Floor(math.Log10(step))))
	switch times := step / size; {
	case times <= 1:
		return size
	case times <= 2:
		return 2 * size
	case times <= 5:
		return 5 * size
	}
	return 10 * size
}

// logarithmic is a scale of values above 0, with some room on either side, and no
// more names of marks than asked for, and two.
func logarithmic(s span, names int) scale {
	if s.empty() {
		s = span{1, 10}
	}
	if s.high < s.low*1.001 {
		s = span{s.low / 2, s.high * 2}
	}
	room := math.Pow(s.high/s.low, 0.04)
	return onPowers(span{s.low / room, s.high * room}, names)
}

// fromPower is a logarithmic scale that begins at a power of 10.
func fromPower(s span, names int) scale {
	if s.empty() {
		return onPowers(span{1, 10}, names)
	}
	floor := math.Pow10(int(math.Floor(math.Log10(s.low / 1.2))))
	return onPowers(span{floor, s.high}, names)
}

// onPowers is a logarithmic scale with its marks.
func onPowers(s span, names int) scale {
	marks, named := powers(s, names)
	if named < 2 {
		marks = multiples(s, roundStep((s.high-s.low)/4))
	}
	return scale{span: s, log: true, marks: marks}
}

// powers are marks at the powers of 10 in a span, and at what lies between them;
// named is how many of them have names.
func powers(s span, names int) (marks []plot.Tick, named int) {
	first, last := int(math.Ceil(math.Log10(s.low))), int(math.Floor(math.Log10(s.high)))
	every := 1 + (last-first)/names
	between := math.Log10(s.high/s.low)*3 <= float64(names)
	for exponent := first - 1; exponent <= last; exponent++ {
		for times := 1.0; times < 10; times++ {
			mark := plot.Tick{Value: times * math.Pow10(exponent)}
			if mark.Value < s.low || mark.Value > s.high || (every > 1 && times > 1) {
				continue
			}
			power := times == 1 && (exponent-first)%every == 0
			if power || (between && (times == 2 || times == 5)) {
				mark.Label = number(mark.Value, max(-exponent, 0))
				named++
			}
			marks = append(marks, mark)
		}
	}
	return marks, named
}

// positions is a scale for places on an axis of numbers, without marks.
func positions(s span, log bool) scale {
	if log {
		made := logarithmic(s, 8)
		made.marks = nil
		return made
	}
	if s.empty() {
		s = span{0, 1}
	}
	room := (s.high - s.low) * 0.03
	if room <= math.Abs(s.high)*1e-9 {
		room = max(math.Abs(s.high)*0.1, 1)
	}
	return scale{span: span{s.low - room, s.high + room}}
}

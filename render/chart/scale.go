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
// with about as many marks as asked for.
func fromZero(s span, marks int) scale {
	s.add(0)
	if s.low == s.high {
		s.high = 1
	}
	return scale{span: s, marks: multiples(s, marks)}
}

// outwards widens the scale to the marks next to its ends.
func (s scale) outwards() scale {
	step := s.marks[1].Value - s.marks[0].Value
	if last := s.marks[len(s.marks)-1].Value; last < s.high-step*1e-6 {
		s.high = last + step
	}
	if first := s.marks[0].Value; first > s.low+step*1e-6 {
		s.low = first - step
	}
	s.marks = multiples(s.span, len(s.marks))
	return s
}

// multiples are marks at the multiples of 1, 2 or 5 × 10ⁿ that are in a span.
func multiples(s span, about int) []plot.Tick {
	step := roundStep((s.high - s.low) / float64(about))
	digits := max(-int(math.Floor(math.Log10(step)+1e-9)), 0)
	var marks []plot.Tick
	last := math.Floor(s.high/step + 1e-6)
	for i := math.Ceil(s.low/step - 1e-6); i <= last && len(marks) < 100; i++ {
		marks = append(marks, plot.Tick{Value: i * step, Label: number(i*step, digits)})
	}
	return marks
}

// roundStep is 1, 2 or 5 × 10ⁿ, and next to a step.
func roundStep(step float64) float64 {
	size := math.Pow10(int(math.Floor(math.Log10(step))))
	switch times := step / size; {
	case times < 1.5:
		return size
	case times < 3.5:
		return 2 * size
	case times < 7.5:
		return 5 * size
	}
	return 10 * size
}

// logarithmic is a scale of values above 0.
func logarithmic(s span) scale {
	if s.empty() {
		s = span{1, 10}
	}
	if s.high < s.low*1.001 {
		s = span{s.low / 2, s.high * 2}
	}
	room := math.Pow(s.high/s.low, 0.04)
	s = span{s.low / room, s.high * room}
	marks, named := powers(s)
	if named < 2 {
		marks = multiples(s, 4)
	}
	return scale{span: s, log: true, marks: marks}
}

// powers are marks at the powers of 10 in a span, and at what lies between them;
// named is how many of them have names.
func powers(s span) (marks []plot.Tick, named int) {
	decades := math.Log10(s.high / s.low)
	first, last := int(math.Floor(math.Log10(s.low))), int(math.Ceil(math.Log10(s.high)))
	every := 1 + (last-first)/8
	for exponent := first; exponent <= last; exponent++ {
		for times := 1.0; times < 10; times++ {
			mark := plot.Tick{Value: times * math.Pow10(exponent)}
			if mark.Value < s.low || mark.Value > s.high || (every > 1 && times > 1) {
				continue
			}
			power := times == 1 && (exponent-first)%every == 0
			if power || (decades < 2.2 && (times == 2 || times == 5)) {
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
		made := logarithmic(s)
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

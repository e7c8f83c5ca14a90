package matrix

import (
	"fmt"
	"math"
)

// doubt says why a difference is inconclusive, and how many rounds may tell.
func (j Judging) doubt(d *finding, spread float64) (reason, remedy string) {
	if spread > j.Smallest() && math.Abs(d.Change) > j.Smallest() && d.P <= familyRate {
		return fmt.Sprintf("the control, one server measured twice, differs by %s as well", j.percent("%.*f %%", spread)),
			"measure on a quieter machine, with a longer duration"
	}
	switch d.Needed = j.needed(d); {
	case j.Recorded:
		d.Needed, remedy = 0, "record more rounds of each, and import them with --rounds"
	case d.Needed == 0:
		remedy = "measure on a quieter machine, or for longer"
	default:
		remedy = fmt.Sprintf("about %d rounds may tell (--rounds %d)", d.Needed, d.Needed)
	}
	reason = fmt.Sprintf("somewhere between %s and %s", j.percent("%+.*f %%", d.Low), j.percent("%+.*f %%", d.High))
	if d.family > 1 && d.P > familyRate && (d.High < -j.Smallest() || d.Low > j.Smallest()) {
		reason = fmt.Sprintf("a change is likely, %s, but not sure beside %d comparisons", reason, d.family)
	}
	return reason, remedy
}

// percent writes a fraction with as many digits as it takes to see it beside the
// threshold, and to see that it is not 0.
func (j Judging) percent(format string, fraction float64) string {
	digits, least := 0, min(j.Smallest(), math.Abs(fraction))
	if least > 0 && least < 0.01 {
		digits = min(2, int(math.Ceil(-2-math.Log10(least)-1e-9)))
	}
	return fmt.Sprintf(format, digits, 100*fraction)
}

// needed estimates how many rounds would tell, 0 where no sensible number would.
// A change beyond the threshold has to be told from none, among all that are
// judged; a lesser one from the threshold.
func (j Judging) needed(d *finding) int {
	const most = 200
	change := math.Abs(math.Log1p(d.Change))
	half, room := math.Log1p(d.High)-math.Log1p(d.Change), math.Log1p(j.Smallest())-change
	if room < 0 {
		half, room = d.sure, change
	}
	rounds := math.Ceil(float64(d.Rounds) * (half / room) * (half / room))
	if !(rounds <= most) {
		return 0
	}
	return max(int(rounds), d.Rounds+1)
}

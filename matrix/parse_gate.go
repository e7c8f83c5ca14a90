package matrix

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxBudget is the longest that a run can be given.
const maxBudget = 30 * 24 * time.Hour

// rounds reads how often each cell is measured: a number, or the least and the
// most.
func (d *decoder) rounds(n *node) {
	if !d.scalar(n) {
		return
	}
	least, most, f := parseRounds(n.text)
	if f != nil {
		d.report(n, f)
		return
	}
	d.spec.LeastRounds, d.spec.Rounds = least, most
}

// parseRounds reads "5" and "5..30"; least is 0 where there is nothing to
// choose.
func parseRounds(text string) (least, most int, f *flaw) {
	remedy := fmt.Sprintf("accepted are whole numbers from 1 to %d, in digits, and ranges such as 5..30", maxRounds)
	first, last, ranges := strings.Cut(text, "..")
	if !ranges {
		first, last = "", text
	}
	high, f := parseInteger(last, 1, maxRounds)
	low := int64(0)
	if ranges && f == nil {
		low, f = parseInteger(first, 1, maxRounds)
	}
	switch {
	case f != nil && ranges:
		return 0, 0, flawf(remedy, "not a range of rounds")
	case f != nil:
		f.remedy = remedy
		return 0, 0, f
	case low > high:
		return 0, 0, flawf("write the least first, such as 5..30", "the least is more than the most")
	case low == high:
		return 0, int(high), nil
	case ranges && low < FewestRounds:
		return 0, 0, flawf(fmt.Sprintf("begin with %d or more, such as 5..30", FewestRounds), "so few rounds decide nothing")
	}
	return int(low), int(high), nil
}

// gate reads what cells are judged by.
func (d *decoder) gate(n *node) {
	d.mapping(n, []field{
		{"metrics", d.gateMetrics},
		{"threshold", func(n *node) {
			if !d.scalar(n) {
				return
			}
			threshold, f := parseThreshold(n.text)
			if f != nil {
				d.report(n, f)
			}
			d.spec.Gate.Threshold = threshold
		}},
	})
}

func (d *decoder) gateMetrics(n *node) {
	var metrics []string
	for _, item := range d.texts(n) {
		switch {
		case !d.checked(item, oneOf(JudgedMetrics()...)):
		case slices.Contains(metrics, item.text):
			d.reportf(item, "keep one of them", "the gate has this metric already")
		default:
			metrics = append(metrics, item.text)
		}
	}
	d.spec.Gate.Metrics = metrics
}

// ParseThreshold reads the smallest change worth acting on, such as "5%", which
// is 0.05.
func ParseThreshold(text string) (float64, error) {
	threshold, f := parseThreshold(text)
	if f != nil {
		return 0, fmt.Errorf("read threshold %q: %s; %s", text, f.message, f.remedy)
	}
	return threshold, nil
}

var percentage = regexp.MustCompile(`^([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%$`)

func parseThreshold(text string) (float64, *flaw) {
	const remedy = `accepted are percentages from 0.1% to 100%, such as "5%"`
	match := percentage.FindStringSubmatch(text)
	if match == nil {
		return 0, flawf(remedy, "not a percentage")
	}
	percent, err := strconv.ParseFloat(match[1], 64)
	if err != nil || percent < 0.1 || percent > 100 {
		return 0, flawf(remedy, "out of range")
	}
	return percent / 100, nil
}

// settleGate leaves defaults that are written out to the defaults, and reports
// rounds that wait for a decision where there is nothing to decide.
func (d *decoder) settleGate(root *node) {
	gate := &d.spec.Gate
	if slices.Equal(gate.Metrics, GateMetrics()) {
		gate.Metrics = nil
	}
	if gate.Threshold == defaultThreshold {
		gate.Threshold = 0
	}
	if baseline := root.find("baseline"); d.spec.LeastRounds > 0 && len(baseline.entries()) == 0 {
		d.reportf(root.find("rounds"), `add for example baseline: {version: "7.0"}, or write a single number`,
			"there is no baseline, so there is nothing that more rounds could decide")
	}
}

package matrix

import "time"

// document reads the whole spec. The order matters: directives are checked
// against the axes, versions against the servers, selectors against the axes'
// values.
func (d *decoder) document(root *node) {
	if root == nil || root.absent {
		d.reportAt(0, 0, "", "the spec is empty", `the smallest spec is: axes: {version: ["7.0", "8.0"]}`)
		return
	}
	head := []field{
		{"name", d.textInto(&d.spec.Name, nameForm)},
		{"axes", d.declareAxes},
		{"server", d.server},
		{"load", d.load},
		{"rounds", d.rounds},
		{"budget", d.spanInto(&d.spec.Budget, time.Second, maxBudget)},
		{"gate", d.gate},
		{"seed", d.seed},
	}
	selectors := []field{
		{"exclude", d.exclude},
		{"include", d.include},
		{"baseline", d.baseline},
		{"control", d.control},
		{"report", d.reports},
	}
	values := d.open(root, append(keysOf(head), keysOf(selectors)...))
	d.decode(values, head)
	d.settleLoad()
	d.checkAxes()
	d.decode(values, selectors)
	if root.kind == mappingNode {
		d.finish(root)
	}
}

// finish checks what needs all of the spec.
func (d *decoder) finish(root *node) {
	if root.find("axes") == nil {
		d.reportAt(0, 0, "", "the spec has no axes", `add for example axes: {version: ["7.0", "8.0"]}`)
	}
	d.spec.Control = d.spec.Control && len(d.spec.Baseline) > 0
	d.settleGate(root)
	d.checkServers()
	d.checkAttached(root)
	d.checkCells(root)
}

// controlWords are what control can be.
var controlWords = []string{"on", "off"}

// control says whether the baseline is measured twice.
func (d *decoder) control(n *node) {
	if d.checked(n, oneOf(controlWords...)) {
		d.spec.Control = n.text == controlWords[0]
	}
}

// textInto reads a single value of a form.
func (d *decoder) textInto(to *string, accept form) func(*node) {
	return func(n *node) {
		if d.checked(n, accept) {
			*to = n.text
		}
	}
}

// checked reports whether a node is a single value of a form, and a mistake
// where it is not.
func (d *decoder) checked(n *node, accept form) bool {
	if !d.scalar(n) {
		return false
	}
	_, f := accept(n.text)
	if f != nil {
		d.report(n, f)
	}
	return f == nil
}

func (d *decoder) integerInto(to *int64, low, high int64) func(*node) {
	return func(n *node) {
		if !d.scalar(n) {
			return
		}
		value, f := parseInteger(n.text, low, high)
		if f != nil {
			d.report(n, f)
			return
		}
		*to = value
	}
}

// countInto reads a whole number from 1.
func (d *decoder) countInto(to *int, high int) func(*node) {
	return func(n *node) {
		value := int64(*to)
		d.integerInto(&value, 1, int64(high))(n)
		*to = int(value)
	}
}

func (d *decoder) spanInto(to *time.Duration, low, high time.Duration) func(*node) {
	return func(n *node) {
		if !d.scalar(n) {
			return
		}
		span, f := parseSpan(n.text, low, high)
		if f != nil {
			d.report(n, f)
			return
		}
		*to = span
	}
}

func (d *decoder) seed(n *node) {
	if !d.scalar(n) {
		return
	}
	seed, f := parseSeed(n.text)
	if f != nil {
		d.report(n, f)
		return
	}
	d.spec.Seed = seed
}

package matrix

import (
	"maps"
	"slices"
	"strings"
)

// exclude reads the selectors that remove cells. What selects only values that
// an override took away is left out.
func (d *decoder) exclude(n *node) {
	for _, item := range d.selectors(n) {
		selector := d.whereOf(item, d.replacedValue, d.selectedTests)
		gone := slices.ContainsFunc(slices.Collect(maps.Values(selector)), func(v []string) bool { return len(v) == 0 })
		if len(selector) > 0 && !gone {
			d.spec.Exclude = append(d.spec.Exclude, selector)
		}
	}
}

// include reads the selectors that add cells. They may bring values that their
// axes do not have.
func (d *decoder) include(n *node) {
	for _, item := range d.selectors(n) {
		if selector := d.selector(item, d.newValue); len(selector) > 0 {
			d.spec.Include = append(d.spec.Include, selector)
		}
	}
}

// baseline reads the selector of the cells that others are compared with.
func (d *decoder) baseline(n *node) {
	d.spec.Baseline = d.selector(n, d.noValue)
}

// selectors are the mappings of a list, none of them empty.
func (d *decoder) selectors(n *node) []*node {
	var selectors []*node
	for _, item := range d.items(n) {
		if item.kind == mappingNode && len(item.pairs) == 0 {
			d.reportf(item, "name an axis and its values, or leave the entry out", "an empty selector, which matches nothing")
			continue
		}
		selectors = append(selectors, item)
	}
	return selectors
}

// otherValue takes a value that its axis does not have and whose form is key.
// It reports whether the value is selected all the same; where it is a mistake
// it reports that.
type otherValue func(a *axisDecl, n *node, key string) bool

// selector reads a mapping of axes to values.
func (d *decoder) selector(n *node, other otherValue) Selector {
	selector := Selector{}
	for _, p := range d.pairs(n) {
		if values := d.selected(p, other); len(values) > 0 {
			selector[axisName(p.key.text)] = values
		}
	}
	return selector
}

// whereOf reads a selector in which tests can stand as if they were an axis.
// An axis can be left with no value.
func (d *decoder) whereOf(n *node, other otherValue, tests func(*node) []string) Selector {
	selector := Selector{}
	for _, p := range d.pairs(n) {
		if p.key.text == AxisTest {
			selector[AxisTest] = tests(p.value)
		} else {
			selector[axisName(p.key.text)] = d.selected(p, other)
		}
	}
	return selector
}

// selected are the values that a selector names for one axis, each as the axis
// spells it.
func (d *decoder) selected(p pair, other otherValue) []string {
	a := d.axis(p.key.text)
	if a == nil {
		d.notAnAxis(p.key)
		return nil
	}
	var values []string
	for _, item := range d.texts(p.value) {
		key, f := a.form(item.text)
		if f != nil {
			d.report(item, f)
			continue
		}
		if _, found := a.byForm[key]; !found && !other(a, item, key) {
			continue
		}
		if value := a.byForm[key]; !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// notAnAxis reports a name that is none of the spec's axes.
func (d *decoder) notAnAxis(key *node) {
	if _, known := d.formOf(key.text); known {
		d.reportf(key, "add it to axes, or select on "+strings.Join(d.axisNames(), ", "), "the spec has no such axis")
		return
	}
	d.unknownAxis(key, d.axisNames())
}

// newValue adds a value to those that selectors may name.
func (d *decoder) newValue(a *axisDecl, n *node, key string) bool {
	a.byForm[key] = n.text
	return true
}

// replacedValue passes over a value that an override took away.
func (d *decoder) replacedValue(a *axisDecl, n *node, key string) bool {
	return !a.replaced[key] && d.noValue(a, n, key)
}

// noValue reports a value that its axis does not have.
func (d *decoder) noValue(a *axisDecl, n *node, key string) bool {
	remedy := "it has " + shorten(strings.Join(a.values, ", "))
	if a.replaced[key] {
		remedy += " since --set; name one of them, for the baseline with --set baseline." + a.name + "=VALUE"
	}
	d.reportf(n, remedy, "not on the axis %s", a.name)
	return false
}

// selectedTests are the tests that a selector names.
func (d *decoder) selectedTests(n *node) []string {
	var names []string
	for _, item := range d.texts(n) {
		names = d.selectTest(item, names)
	}
	return names
}

// shownTests are the tests that a table shows, the parts of a mix among them.
func (d *decoder) shownTests(n *node) []string {
	var names []string
	for _, item := range d.texts(n) {
		part, found := CutPart(item.text)
		if !found {
			names = d.selectTest(item, names)
			continue
		}
		test, known := d.spec.Load.part(part)
		if parts := d.mixedTests(); len(parts) == 0 {
			d.reportf(item, noMixRemedy, "there is no mix")
		} else if !known || !slices.Contains(parts, test.Name) {
			d.reportf(item, "parts are "+strings.Join(parts, ", "), "no mix has this part")
		} else if name := PartName(test.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// selectTest adds the tests that a name stands for to those that are selected.
func (d *decoder) selectTest(item *node, names []string) []string {
	for _, name := range d.testNames(item) {
		if !slices.Contains(d.spec.Load.Tests, name) {
			d.reportf(item, "add it to load.tests", "the spec does not run %s", name)
		} else if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

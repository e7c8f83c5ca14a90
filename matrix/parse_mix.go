package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// What a mix looks like, as remedies say it.
const (
	mixRemedy   = "write tests with weights, such as SET:1 GET:10"
	noMixRemedy = "add for example mix: {SET: 1, GET: 10} to load"
)

// mix reads the parts of the mix: a mapping of tests to weights, or a text.
func (d *decoder) mix(n *node) {
	l := &d.spec.Load
	if n.kind != mappingNode {
		if d.scalar(n) {
			var flaws []*flaw
			l.Mix, flaws = l.parseMix(n.text)
			for _, f := range flaws {
				d.report(n, f)
			}
		}
		return
	}
	if len(n.pairs) == 0 {
		d.reportf(n, mixRemedy, "the mix has no part")
	}
	for _, p := range d.pairs(n) {
		test, f := l.mixable(p.key.text, l.Mix)
		if f != nil {
			d.report(p.key, f)
		}
		if !d.scalar(p.value) {
			continue
		}
		weight, f := parseWeight(p.value.text)
		if f != nil {
			d.report(p.value, f)
		}
		if test != "" {
			l.Mix = append(l.Mix, MixPart{Test: test, Weight: weight})
		}
	}
}

// parseMix reads the parts of a mix, such as "SET:1 GET:10", parted by blanks
// or commas, and gives all that is wrong with them.
func (l Load) parseMix(text string) (parts []MixPart, flaws []*flaw) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for _, word := range words {
		name, weight, weighted := strings.Cut(word, ":")
		part, f := l.parsePart(name, weight, parts)
		if !weighted {
			f = flawf(mixRemedy, "has no weight")
		}
		switch {
		case f == nil:
			parts = append(parts, part)
		case name == text:
			flaws = append(flaws, f)
		default:
			flaws = append(flaws, f.of(name))
		}
	}
	if len(words) == 0 {
		flaws = append(flaws, flawf(mixRemedy, "the mix has no part"))
	}
	return parts, flaws
}

func (l Load) parsePart(name, text string, before []MixPart) (MixPart, *flaw) {
	test, f := l.mixable(name, before)
	if f != nil {
		return MixPart{}, f
	}
	weight, f := parseWeight(text)
	return MixPart{Test: test, Weight: weight}, f
}

// mixable is the name of the test that a part of a mix names. A part must
// leave what it needs as it finds it, however often it is sent.
func (l Load) mixable(name string, before []MixPart) (string, *flaw) {
	test, known := l.part(name)
	_, set := TestSet(name)
	switch {
	case known && test.Trial != "":
		return "", flawf("name it in tests, beside the mix", "ends its server, which no part of a mix can")
	case known && test.Consumes:
		return "", flawf("leave it out, and measure it by itself", "uses up its data, which in a mix runs out")
	case known && slices.ContainsFunc(before, func(p MixPart) bool { return p.Test == test.Name }):
		return "", flawf("keep one of them", "in the mix already")
	case known:
		return test.Name, nil
	case set:
		return "", flawf("name tests of it", "a set of tests, not a test")
	case strings.EqualFold(name, TestMix):
		return "", flawf("write the parts out", "a mix within a mix")
	}
	return "", l.unknownTest(name, nil)
}

// mixForm accepts the texts of mixes. The order of their parts means nothing.
func (d *decoder) mixForm(text string) (string, *flaw) {
	parts, flaws := d.spec.Load.parseMix(text)
	if len(flaws) > 0 {
		return "", flaws[0]
	}
	words := make([]string, len(parts))
	for i, part := range parts {
		words[i] = fmt.Sprintf("%s:%d", part.Test, part.Weight)
	}
	slices.Sort(words)
	return strings.Join(words, " "), nil
}

// mixedTests are the parts of all mixes that cells have.
func (d *decoder) mixedTests() []string {
	parts := d.spec.Load.Mix
	if a := d.axis(AxisMix); a != nil {
		for _, value := range a.values {
			more, _ := d.spec.Load.parseMix(value)
			parts = append(parts, more...)
		}
	}
	var tests []string
	for _, part := range parts {
		if !slices.Contains(tests, part.Test) {
			tests = append(tests, part.Test)
		}
	}
	return tests
}

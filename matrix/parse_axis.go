package matrix

import (
	"slices"
	"strings"
)

// axisForms are the axes beside version, mix and config.<directive>, what their
// values look like, and words that completion offers.
var axisForms = []struct {
	name  string
	form  form
	words []string
}{
	{AxisAppendonly, oneOf(appendonlyWords...), appendonlyWords},
	{AxisSave, saveForm, []string{saveOff}},
	{AxisLaunch, launchForm, launchWords},
	{AxisValueSize, sizesForm, nil},
	{AxisValuePattern, patternForm, []string{PatternRandom, PatternFill, PatternRatio + ":2"}},
	{AxisClients, integer(1, MaxClients), nil},
	{AxisPipeline, integer(1, MaxPipeline), nil},
	{AxisKeyspace, integer(1, MaxKeyspace), nil},
	{AxisKeyDistribution, distributionForm, []string{DistributionUniform, DistributionSequential, DistributionZipf, DistributionGaussian}},
	{AxisTransport, transportForm, transportWords},
	{AxisProtocol, protocolForm, protocolWords},
	{AxisRate, rateForm, []string{rateMax}},
	{AxisArrival, arrivalForm, arrivalWords},
	{AxisThreads, threadsForm, []string{threadsAuto}},
	{AxisCache, cacheForm, cacheWords},
	{AxisRewrite, rewriteForm, rewriteWords},
	{AxisConfirm, confirmForm, confirmWords},
	{AxisEvent, eventForm, eventWords},
}

// Words that are accepted.
var (
	appendonlyWords = []string{"no", "everysec", "always", "os"}
	launchWords     = []string{string(LaunchAuto), string(LaunchBinary), string(LaunchContainer), string(LaunchAttach)}
	transportWords  = []string{TransportTCP, TransportUnix, TransportTLS}
	protocolWords   = []string{"2", "3"}
	arrivalWords    = []string{ArrivalConstant, ArrivalPoisson}
	cacheWords      = []string{CacheWarm, CacheCold}
	rewriteWords    = []string{"no", "yes"}
	confirmWords    = []string{ConfirmReply, ConfirmWaitAOF}
)

// Forms of those words.
var (
	launchForm    = oneOf(launchWords...)
	transportForm = oneOf(transportWords...)
	protocolForm  = oneOf(protocolWords...)
	arrivalForm   = oneOf(arrivalWords...)
	cacheForm     = oneOf(cacheWords...)
	rewriteForm   = oneOf(rewriteWords...)
	confirmForm   = oneOf(confirmWords...)
)

// axisDecl is an axis as it is declared.
type axisDecl struct {
	name string
	key  *node
	form form
	// values are those written; byForm finds the written form of any spelling
	// of a value, those that include brings among them.
	values []string
	nodes  []*node
	byForm map[string]string
	// replaced holds the forms of values that an override took away.
	replaced map[string]bool
}

// axisName is an axis' name as it is compared: directives in lower case.
func axisName(text string) string {
	if len(text) > len(configAxis) && strings.EqualFold(text[:len(configAxis)], configAxis) {
		return strings.ToLower(text)
	}
	return text
}

// axis finds a declared axis, nil where there is none.
func (d *decoder) axis(name string) *axisDecl {
	for _, a := range d.axes {
		if a.name == axisName(name) {
			return a
		}
	}
	return nil
}

// axisNames lists the declared axes.
func (d *decoder) axisNames() []string {
	var names []string
	for _, a := range d.axes {
		names = append(names, a.name)
	}
	return names
}

// formOf is what an axis' values look like; ok is false for no axis' name.
func (d *decoder) formOf(name string) (accept form, ok bool) {
	switch name {
	case AxisVersion:
		return d.versionForm, true
	case AxisMix:
		return d.mixForm, true
	case AxisStorage:
		return d.storageForm, true
	}
	for _, a := range axisForms {
		if a.name == name {
			return a.form, true
		}
	}
	if directive, found := ConfigAxis(name); found {
		return directiveForm(directive), true
	}
	return nil, false
}

// knownAxes lists what an axis can be called.
func knownAxes() []string {
	names := []string{AxisVersion, AxisStorage}
	for _, a := range axisForms {
		names = append(names, a.name)
	}
	return append(names, AxisMix, configAxis+"<directive>")
}

// declareAxes reads the axes' names; their values follow with checkAxes, which
// needs to know the servers.
func (d *decoder) declareAxes(n *node) {
	if n.kind == mappingNode && len(n.pairs) == 0 {
		d.reportf(n, `add for example version: ["7.0", "8.0"]`, "there is no axis")
	}
	for _, p := range d.pairs(n) {
		name := axisName(p.key.text)
		accept, ok := d.formOf(name)
		switch {
		case !ok:
			d.unknownAxis(p.key, knownAxes())
		case d.axis(name) != nil:
			d.reportf(p.key, "keep one of them", "the axis is written twice")
		default:
			a := &axisDecl{name: name, key: p.key, form: accept, byForm: map[string]string{}}
			d.axes = append(d.axes, a)
			a.nodes = d.itemsOf(name, p.value)
		}
		d.checkConfigAxis(p.key, name)
	}
	if n.kind == mappingNode && len(n.pairs) > 0 && !slices.ContainsFunc(n.pairs, meantAsVersion) {
		d.reportf(n, `add for example version: ["7.0", "8.0"]`, "the spec needs a version axis")
	}
}

// meantAsVersion tells the version axis, or what is a misspelling of it.
func meantAsVersion(p pair) bool {
	return nearest(p.key.text, []string{AxisVersion}) != ""
}

// itemsOf are the values of an axis.
func (d *decoder) itemsOf(axis string, n *node) []*node {
	if axis == AxisStorage {
		return d.storageAxis(n)
	}
	return d.axisItems(axis, n)
}

// axisItems are the values of an axis that are single values.
func (d *decoder) axisItems(axis string, n *node) []*node {
	var items []*node
	for _, item := range d.items(n) {
		if axis == AxisMix && item.kind == mappingNode {
			d.reportf(item, `on the axis write texts such as "SET:1 GET:10"`, "a mapping where a single value is expected")
		} else if d.scalar(item) {
			items = append(items, item)
		}
	}
	return items
}

// unknownAxis reports a name that is no axis'.
func (d *decoder) unknownAxis(at *node, known []string) {
	remedy := suggest(at.text, known, "axes are ")
	switch lower := strings.ToLower(at.text); {
	case at.text == AxisTest:
		remedy = "tests belong to every cell: choose them with load.tests"
	case nearest(at.text, known) == "" && checkDirectiveName(lower) == nil:
		remedy += "; a directive of redis.conf is written config." + shorten(lower)
	}
	d.reportf(at, remedy, "unknown axis")
}

// checkConfigAxis reports directives that cannot be an axis.
func (d *decoder) checkConfigAxis(key *node, name string) {
	directive, found := ConfigAxis(name)
	if !found {
		return
	}
	if _, plain := d.formOf(directive); plain && !strings.Contains(directive, ".") {
		d.reportf(key, "use the axis "+directive, "%s has an axis of its own", directive)
		return
	}
	if f := checkDirectiveName(directive); f != nil {
		d.report(key, f)
	}
}

// checkAxes reads the axes' values.
func (d *decoder) checkAxes() {
	for _, a := range d.axes {
		a.replaced = d.replacedForms(a)
		for _, n := range a.nodes {
			d.axisValue(a, n)
		}
		d.spec.Axes = append(d.spec.Axes, Axis{Name: a.name, Values: a.values})
	}
	d.checkAxisConflicts()
}

func (d *decoder) axisValue(a *axisDecl, n *node) {
	key, f := a.form(n.text)
	if f != nil {
		d.report(n, f)
		return
	}
	if written, twice := a.byForm[key]; twice {
		d.reportf(n, "keep one of them", "the axis has this value already, as %s", quoteShort(written))
		return
	}
	a.byForm[key] = n.text
	a.values = append(a.values, n.text)
}

// replacedForms are the values that a was written with before an override.
func (d *decoder) replacedForms(a *axisDecl) map[string]bool {
	forms := map[string]bool{}
	if old := d.replaced[a.name]; old != nil {
		for _, item := range append(old.items, old) {
			if key, f := a.form(item.text); f == nil {
				forms[key] = true
			}
		}
	}
	return forms
}

// checkAxisConflicts reports axes that set the same directive.
func (d *decoder) checkAxisConflicts() {
	for i, a := range d.axes {
		directive, ok := ConfigAxis(a.name)
		for j, other := range d.axes {
			if _, plain := d.formOf(directive); ok && !plain && i != j && other.sets(directive) {
				d.reportf(a.key, "keep one of them", "the axis %s sets %s", other.name, directive)
			}
		}
	}
}

// versionForm accepts versions, paths and images. Where server.servers says
// where a version is, it must be a version.
func (d *decoder) versionForm(text string) (string, *flaw) {
	location := d.spec.Server.Servers[text]
	if location == "" {
		ref, err := ParseServerRef(text, "")
		if err != nil {
			return "", flawOf(err, text)
		}
		return string(ref.Kind) + " " + string(ref.Version.Product) + " " + ref.Version.String() + " " + ref.Location, nil
	}
	version, err := ParseVersion(text)
	if err != nil {
		return "", flawOf(err, text)
	}
	return "at " + string(version.Product) + " " + version.String() + " " + location, nil
}

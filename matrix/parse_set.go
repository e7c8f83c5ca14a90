package matrix

import (
	"slices"
	"strings"
)

// settable are the paths that an override can name beside axes: those of single
// values, and those of lists.
var settable = []struct {
	path string
	list bool
}{
	{"name", false}, {"rounds", false}, {"seed", false}, {"budget", false}, {"control", false},
	{"gate.metrics", true}, {"gate.threshold", false},
	{"server.launch", false}, {"server.cpus", false},
	{"load.tests", true}, {"load.clients", false}, {"load.pipeline", false},
	{"load.keyspace", false}, {"load.key_distribution", false}, {"load.value_size", false},
	{"load.value_pattern", false}, {"load.transport", false}, {"load.protocol", false},
	{"load.rate", false}, {"load.arrival", false}, {"load.threads", false}, {"load.event", false}, {"load.mix", false},
	{"load.duration", false}, {"load.requests", false}, {"load.warmup", false},
	{"load.crashes", false}, {"load.cache", false}, {"load.rewrite", false}, {"load.confirm", false},
}

// settableUnder are the mappings that an override can set any key of. The key
// is what follows, dots included.
var settableUnder = []struct {
	prefix string
	path   []string
	list   bool
}{
	{"server.config.", []string{"server", "config"}, false},
	{"server.servers.", []string{"server", "servers"}, false},
	{"load.commands.", []string{"load", "commands"}, false},
	{"baseline.", []string{"baseline"}, true},
}

// OverrideKeys lists what an Override can set, but for the keys of mappings such
// as server.config.
func OverrideKeys() []string {
	var keys []string
	for _, axis := range knownAxes() {
		if _, directive := ConfigAxis(axis); !directive {
			keys = append(keys, axis)
		}
	}
	for _, s := range settable {
		keys = append(keys, s.path)
	}
	return keys
}

// OverrideWords lists words that the value of an Override's key can be, none
// where it is a number or a text.
func OverrideWords(key string) []string {
	switch key {
	case "load.tests":
		return slices.Concat(TestSetNames(), []string{SetPersistence}, TestNames(), TrialNames())
	case "gate.metrics":
		return JudgedMetrics()
	case "control":
		return controlWords
	}
	_, name, nested := strings.Cut(key, ".")
	for _, a := range axisForms {
		if a.name == key || nested && a.name == name {
			return a.words
		}
	}
	return nil
}

// override puts values in the place of a spec's own, as if they were written
// there, and gives the spec's new root.
func (d *decoder) override(root *node, overrides []Override) *node {
	if root == nil && len(overrides) > 0 {
		root = &node{kind: mappingNode, set: overrides[0].String()}
	}
	for _, o := range overrides {
		path, list, ok := d.settablePath(o)
		if !ok {
			continue
		}
		value := d.overrideValue(o, list)
		if value == nil {
			continue
		}
		if path[0] == "axes" {
			d.keepReplaced(root, path)
		}
		root = root.with(path, value)
	}
	return root
}

// settablePath is where an override's value belongs.
func (d *decoder) settablePath(o Override) (path []string, list, ok bool) {
	for _, s := range settable {
		if s.path == o.Key {
			return strings.Split(s.path, "."), s.list, true
		}
	}
	for _, s := range settableUnder {
		if key, found := strings.CutPrefix(o.Key, s.prefix); found && key != "" {
			if s.prefix == "server.config." {
				key = strings.ToLower(key)
			}
			return append(slices.Clone(s.path), key), s.list, true
		}
	}
	name := axisName(o.Key)
	if _, ok := d.formOf(name); ok {
		return []string{"axes", name}, true, true
	}
	known := knownAxes()
	for _, s := range settable {
		known = append(known, s.path)
	}
	known = append(known, "server.config.<directive>", "server.servers.<version>", "load.commands.<name>", "baseline.<axis>")
	d.reportf(&node{set: o.String()}, suggest(o.Key, known, "what can be set is "), "nothing of this name can be set")
	return nil, false, false
}

// overrideValue is the node that an override stands for, nil where it is
// reported as a mistake.
func (d *decoder) overrideValue(o Override, list bool) *node {
	n := &node{text: o.Value, set: o.String(), weight: 1}
	if strings.IndexFunc(o.Value, invisible) >= 0 {
		d.reportf(n, "write one line of visible characters", "holds a character that cannot be seen")
		return nil
	}
	if !list {
		return n
	}
	words, ok := splitList(o.Value)
	if !ok {
		d.reportf(n, `quote a value as a whole, as in "a,b"`, "quotes that are not closed")
		return nil
	}
	n = &node{kind: listNode, set: o.String()}
	for _, word := range words {
		n.items = append(n.items, &node{text: word, set: o.String(), weight: 1})
	}
	return n
}

// splitList cuts a text at its commas, but for those in quotes, and takes the
// quotes away.
func splitList(text string) (words []string, ok bool) {
	for {
		text = strings.TrimLeft(text, " ")
		word, rest := text, ""
		if text != "" && (text[0] == '"' || text[0] == '\'') {
			end := strings.IndexByte(text[1:], text[0])
			if end < 0 {
				return nil, false
			}
			word, rest = text[1:end+1], strings.TrimLeft(text[end+2:], " ")
			if rest != "" && rest[0] != ',' {
				return nil, false
			}
		} else if comma := strings.IndexByte(text, ','); comma >= 0 {
			word, rest = strings.TrimRight(text[:comma], " "), text[comma:]
		}
		words = append(words, word)
		if rest == "" {
			return words, true
		}
		text = rest[1:]
	}
}

// keepReplaced remembers the values that an axis has in the file.
func (d *decoder) keepReplaced(root *node, path []string) {
	for _, p := range root.find(path[0]).entries() {
		if name := axisName(p.key.text); name == path[1] && p.value.set == "" {
			d.replaced[name] = p.value
		}
	}
}

// entries are a mapping's pairs, none of no node.
func (n *node) entries() []pair {
	if n == nil {
		return nil
	}
	return n.pairs
}

// with gives the mapping with a value at a path. It copies what it changes,
// since aliases share nodes. What is in the way and no mapping stays: it is a
// mistake that is reported anyway.
func (n *node) with(path []string, value *node) *node {
	if n.kind != mappingNode {
		return n
	}
	changed := *n
	changed.pairs = slices.Clone(n.pairs)
	for i, p := range changed.pairs {
		if axisName(p.key.text) != path[0] {
			continue
		}
		if len(path) > 1 {
			value = p.value.mappingOr(value.set).with(path[1:], value)
		}
		changed.pairs[i].value = value
		return &changed
	}
	if len(path) > 1 {
		value = (&node{kind: mappingNode, set: value.set}).with(path[1:], value)
	}
	key := &node{text: path[0], set: value.set}
	changed.pairs = append(changed.pairs, pair{key: key, value: value})
	return &changed
}

// mappingOr is the node itself, or an empty mapping where it is absent.
func (n *node) mappingOr(set string) *node {
	if n.absent {
		return &node{kind: mappingNode, set: set}
	}
	return n
}

package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// node is a YAML value as it is written. It is what a spec is decoded from,
// whether it comes from a file or from an override.
type node struct {
	kind nodeKind
	// text is a scalar as written, quotes resolved.
	text string
	// absent is true for a value that is left out, as in "key:".
	absent bool
	// broken is true for a value that could not be read, which is reported.
	broken bool
	items  []*node
	pairs  []pair
	// weight counts the node and all below it, aliases followed.
	weight       int
	line, column int
	// set is the override that the node comes from, "" for the file.
	set string
}

type nodeKind int

const (
	scalarNode nodeKind = iota
	listNode
	mappingNode
)

func (k nodeKind) String() string {
	return [...]string{"a single value", "a list", "a mapping"}[k]
}

// pair is a key of a mapping and its value.
type pair struct {
	key, value *node
}

// find is the value of the first such key, nil without one.
func (n *node) find(key string) *node {
	if n == nil {
		return nil
	}
	for _, p := range n.pairs {
		if p.key.text == key {
			return p.value
		}
	}
	return nil
}

// String is the node in YAML's flow style, cut off where it would be shortened
// anyway.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case scalarNode:
		b.WriteString(n.text)
	case listNode:
		b.WriteByte('[')
		for i, item := range n.items {
			if b.Len() > 4*shownRunes {
				break
			}
			separate(b, i)
			item.write(b)
		}
		b.WriteByte(']')
	case mappingNode:
		b.WriteByte('{')
		for i, p := range n.pairs {
			if b.Len() > 4*shownRunes {
				break
			}
			separate(b, i)
			b.WriteString(p.key.text + ": ")
			p.value.write(b)
		}
		b.WriteByte('}')
	}
}

func separate(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(", ")
	}
}

// flaw is what is wrong with a text, and what would be accepted.
type flaw struct {
	message, remedy string
}

func flawf(remedy, format string, args ...any) *flaw {
	return &flaw{message: fmt.Sprintf(format, args...), remedy: remedy}
}

// of is the flaw of a part of a text.
func (f *flaw) of(part string) *flaw {
	return &flaw{message: quoteShort(part) + ": " + f.message, remedy: f.remedy}
}

// decoder turns a node into a spec and collects what is wrong with it.
type decoder struct {
	file     string
	spec     Spec
	axes     []*axisDecl
	problems Problems
	// replaced holds the axes' values that overrides took the place of.
	replaced map[string]*node
	servers  *node // server.servers
	loads    *node // load
}

// report records what is wrong with a node.
func (d *decoder) report(at *node, f *flaw) {
	p := Problem{File: d.file, Line: at.line, Column: at.column, Text: at.String(), Message: f.message, Remedy: f.remedy}
	if at.set != "" {
		p.File, p.Line, p.Column, p.Text = SetFile, 0, 0, at.set
		if _, value, _ := strings.Cut(at.set, "="); value != at.text && at.text != "" {
			p.Message = quoteShort(at.text) + ": " + p.Message
		}
	}
	d.problems = append(d.problems, p)
}

// reportf records a mistake at a node, with what would be accepted.
func (d *decoder) reportf(at *node, remedy, format string, args ...any) {
	d.report(at, flawf(remedy, format, args...))
}

// field is a key of a mapping and what reads its value.
type field struct {
	key    string
	decode func(*node)
}

// mapping reads a mapping with the given keys, in the order of the fields, so
// that a field can rely on those before it.
func (d *decoder) mapping(n *node, fields []field) {
	d.decode(d.open(n, keysOf(fields)), fields)
}

func keysOf(fields []field) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}

// decode reads those fields that are written.
func (d *decoder) decode(values map[string]*node, fields []field) {
	for _, f := range fields {
		if value, ok := values[f.key]; ok {
			f.decode(value)
		}
	}
}

// open gives a mapping's values by key, and reports keys that are not known.
func (d *decoder) open(n *node, known []string) map[string]*node {
	values := make(map[string]*node, len(known))
	for _, p := range d.pairs(n) {
		values[p.key.text] = p.value
	}
	for _, p := range n.pairs {
		if !slices.Contains(known, p.key.text) {
			d.reportf(p.key, suggest(p.key.text, known, "known keys are "), "unknown key")
		}
	}
	return values
}

// pairs gives a mapping's pairs, and reports keys that are written twice or
// without a value.
func (d *decoder) pairs(n *node) []pair {
	if n.kind != mappingNode {
		d.reportf(n, `write "key: value" lines`, "%s where a mapping is expected", n.kind)
		return nil
	}
	var pairs []pair
	first := map[string]*node{}
	for _, p := range n.pairs {
		switch before, twice := first[p.key.text]; {
		case twice:
			d.reportf(p.key, "keep one of them", "written twice, first on line %d", before.line)
		case p.value.broken:
		case p.value.absent:
			d.reportf(p.key, "write a value after the colon, or leave the key out", "has no value")
		default:
			pairs = append(pairs, p)
		}
		if first[p.key.text] == nil {
			first[p.key.text] = p.key
		}
	}
	return pairs
}

// list gives a list's items, or a single value as the only one.
func (d *decoder) list(n *node) []*node {
	switch n.kind {
	case mappingNode:
		d.reportf(n, "write a value or a list such as [a, b]", "a mapping where a list is expected")
		return nil
	case scalarNode:
		return []*node{n}
	}
	return d.items(n)
}

// items gives the items of a list that has some, and reports those left out.
func (d *decoder) items(n *node) []*node {
	if n.kind != listNode {
		d.reportf(n, "write a list such as [a, b]", "%s where a list is expected", n.kind)
		return nil
	}
	if len(n.items) == 0 {
		d.reportf(n, "write at least one value, or leave the key out", "the list is empty")
	}
	var items []*node
	for _, item := range n.items {
		switch {
		case item.broken:
		case item.absent:
			d.reportf(item, "write a value, or leave the entry out", "an entry of the list has no value")
		default:
			items = append(items, item)
		}
	}
	return items
}

// texts gives the items of a list or the single value, as long as they are
// single values themselves.
func (d *decoder) texts(n *node) []*node {
	var texts []*node
	for _, item := range d.list(n) {
		if d.scalar(item) {
			texts = append(texts, item)
		}
	}
	return texts
}

// scalar reports whether the node is a single value, and a mistake where it is
// none.
func (d *decoder) scalar(n *node) bool {
	if n.kind == scalarNode {
		return true
	}
	d.reportf(n, "", "%s where a single value is expected", n.kind)
	return false
}

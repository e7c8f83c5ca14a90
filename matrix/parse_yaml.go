package matrix

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Bounds on a spec's shape. A spec needs a depth of six and some dozens of
// keys; the YAML parser's time grows with the square of all but maxAliased.
const (
	maxDepth   = 32
	maxKeys    = 1000
	maxAliased = 10_000
	maxLines   = 20_000
	maxBlank   = 1000
	maxTokens  = 100_000
)

// unsupported are the parts of YAML that a spec has no use for. Tags and merge
// keys leave the rest readable, and are reported with it.
var unsupported = map[token.Type]flaw{
	token.MappingKeyType: {`"?" keys are not supported`, `write "key: value"`},
	token.DirectiveType:  {"YAML directives are not supported", "quote the value, or remove the line"},
}

// checkShape reports what is not supported and what is nested too deeply or
// too large, before the parser sees it.
func (d *decoder) checkShape(tokens token.Tokens) bool {
	if len(tokens) > maxTokens {
		d.reportAt(0, 0, "", fmt.Sprintf("more than %d words and marks", maxTokens), "a spec has some hundreds: name the right file")
		return false
	}
	before := len(d.problems)
	var s shape
	for _, tk := range tokens {
		if f, found := unsupported[tk.Type]; found && tk.Position != nil {
			d.reportAt(tk.Position.Line, tk.Position.Column, strings.TrimSpace(tk.Value), f.message, f.remedy)
		}
		s.add(tk)
		if f := s.flaw(); f != nil {
			d.reportAt(tk.Position.Line, tk.Position.Column, "", f.message, f.remedy)
			break
		}
	}
	return len(d.problems) == before
}

// shape follows the nesting of tokens: brackets by counting, blocks by their
// columns.
type shape struct {
	brackets int
	dashed   bool // a dash within brackets
	blocks   []block
}

// block is a list or a mapping in block style.
type block struct {
	column, entries int
	list            bool
}

func (s *shape) add(tk *token.Token) {
	switch tk.Type {
	case token.SequenceStartType, token.MappingStartType:
		s.brackets++
	case token.SequenceEndType, token.MappingEndType:
		s.brackets--
	case token.SequenceEntryType:
		s.dashed = s.dashed || s.brackets > 0
		s.entry(tk, true)
	case token.MappingValueType:
		s.entry(tk.Prev, false)
	}
}

// entry takes a list's dash or a mapping's key into account; those in brackets
// nest no deeper than the brackets.
func (s *shape) entry(tk *token.Token, list bool) {
	if tk == nil || s.brackets > 0 {
		return
	}
	column := tk.Position.Column
	for len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].endsAt(column, list) {
		s.blocks = s.blocks[:len(s.blocks)-1]
	}
	if n := len(s.blocks); n > 0 && s.blocks[n-1].column == column && s.blocks[n-1].list == list {
		s.blocks[n-1].entries++
		return
	}
	s.blocks = append(s.blocks, block{column: column, entries: 1, list: list})
}

// endsAt reports whether a dash or key at the column ends the block. A list may
// begin at the column of the key that it belongs to.
func (b block) endsAt(column int, list bool) bool {
	return b.column > column || b.column == column && b.list && !list
}

func (s *shape) flaw() *flaw {
	if s.dashed {
		return flawf("write [a, b] without dashes, or a dash per line without brackets", "a dash within brackets")
	}
	if s.brackets > maxDepth || len(s.blocks) > maxDepth {
		return flawf("a spec has a depth of six at most", "nested too deeply")
	}
	if n := len(s.blocks); n > 0 && !s.blocks[n-1].list && s.blocks[n-1].entries > maxKeys {
		return flawf("a spec has some dozens of keys", "the mapping has more than %d keys", maxKeys)
	}
	return nil
}

// converter makes nodes of the parser's.
type converter struct {
	*decoder
	anchors map[string]*node
	aliased int
}

// convert gives the node for one of the parser's, a broken one where it reports
// a mistake.
func (c *converter) convert(from ast.Node) *node {
	n := &node{weight: 1}
	n.line, n.column = place(from)
	switch from := from.(type) {
	case *ast.MappingNode:
		c.mappingInto(n, from.Values)
	case *ast.MappingValueNode:
		c.mappingInto(n, []*ast.MappingValueNode{from})
	case *ast.SequenceNode:
		c.listInto(n, from.Values)
	case *ast.TagNode:
		c.reportAt(n.line, n.column, from.Start.Value, "tags are not supported",
			"remove it: every value keeps the form in which it is written")
		n.broken = true
	case *ast.AnchorNode:
		return c.anchor(from)
	case *ast.AliasNode:
		return c.alias(n, from)
	case *ast.LiteralNode:
		c.scalarInto(n, strings.TrimRight(from.Value.Value, "\n"))
	case ast.ScalarNode:
		if n.absent = from.GetToken().Type == token.ImplicitNullType; !n.absent {
			c.scalarInto(n, from.GetToken().Value)
		}
	default:
		n.broken = true
		c.reportAt(n.line, n.column, "", "this part of YAML is not supported", "write plain keys, values and lists")
	}
	return n
}

// place is where a node begins. A mapping begins at its first key; the parser
// puts it at that key's colon.
func place(n ast.Node) (line, column int) {
	switch mapping := n.(type) {
	case *ast.MappingNode:
		if !mapping.IsFlowStyle && len(mapping.Values) > 0 {
			return place(mapping.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return place(mapping.Key)
	}
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		return tk.Position.Line, max(tk.Position.Column, 1)
	}
	return 0, 0
}

func (c *converter) mappingInto(n *node, values []*ast.MappingValueNode) {
	n.kind = mappingNode
	for _, from := range values {
		if _, merge := from.Key.(*ast.MergeKeyNode); merge {
			line, column := place(from.Key)
			c.reportAt(line, column, "<<", "merge keys are not supported", "write the keys out")
			continue
		}
		p := pair{key: c.key(from.Key), value: c.convert(from.Value)}
		if !p.key.broken {
			n.pairs = append(n.pairs, p)
			n.weight += p.value.weight
		}
	}
}

func (c *converter) key(from ast.MapKeyNode) *node {
	n := &node{weight: 1}
	n.line, n.column = place(from)
	switch from.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		n.broken = true
		c.reportAt(n.line, n.column, "", "an anchor, alias or tag stands for a key", "write the key out")
	}
	c.scalarInto(n, from.GetToken().Value)
	return n
}

func (c *converter) listInto(n *node, values []ast.Node) {
	n.kind = listNode
	for _, from := range values {
		item := c.glued(from)
		if item == nil {
			item = c.convert(from)
		}
		n.items = append(n.items, item)
		n.weight += item.weight
	}
}

// glued is the single value of a list's item such as zipf:1.2, which the parser
// takes for a mapping where the list stands in braces; nil for any other item.
func (c *converter) glued(from ast.Node) *node {
	mapping, ok := from.(*ast.MappingNode)
	if !ok || mapping.IsFlowStyle || len(mapping.Values) != 1 {
		return nil
	}
	p := mapping.Values[0]
	key, colon, value := p.Key.GetToken(), p.Start, p.Value.GetToken()
	if _, scalar := p.Value.(ast.ScalarNode); !scalar || quoted(key) || quoted(value) {
		return nil
	}
	end := key.Position.Column + utf8.RuneCountInString(key.Value)
	if colon.Position.Column != end || value.Position.Column != end+1 || value.Position.Line != colon.Position.Line {
		return nil
	}
	n := &node{weight: 1, line: key.Position.Line, column: max(key.Position.Column, 1)}
	c.scalarInto(n, key.Value+":"+value.Value)
	return n
}

func quoted(tk *token.Token) bool {
	return tk.Type == token.SingleQuoteType || tk.Type == token.DoubleQuoteType
}

func (c *converter) scalarInto(n *node, text string) {
	n.text = text
	if i := strings.IndexFunc(text, invisible); i >= 0 {
		n.broken = true
		c.reportAt(n.line, n.column, text,
			fmt.Sprintf("holds %U, which cannot be seen", []rune(text[i:])[0]), "write one line of visible characters")
	}
}

// invisible tells what a value cannot hold, line ends and tabs included.
func invisible(r rune) bool { return r == '\n' || r == '\t' || unreadable(r) }

func (c *converter) anchor(from *ast.AnchorNode) *node {
	n := c.convert(from.Value)
	c.anchors[from.Name.GetToken().Value] = n
	return n
}

// alias gives the node that an alias stands for: the very same, so that aliases
// of aliases take no memory, and only so many that they take no time.
func (c *converter) alias(at *node, from *ast.AliasNode) *node {
	name := from.Value.GetToken().Value
	target, known := c.anchors[name]
	if !known {
		at.broken = true
		c.reportAt(at.line, at.column, "*"+name, "no anchor of this name ends before this place", "write the value out")
		return at
	}
	before := c.aliased
	c.aliased = min(c.aliased+target.weight, maxAliased+1)
	if c.aliased > maxAliased && before <= maxAliased {
		c.reportAt(at.line, at.column, "*"+name,
			fmt.Sprintf("aliases stand for more than %d values", maxAliased), "write the values out")
	}
	if c.aliased > maxAliased {
		at.broken = true
		return at
	}
	return target
}

package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// Directives that are asked for in every setup.
const (
	directiveAppendonly  = "appendonly"
	directiveAppendfsync = "appendfsync"
	directiveSave        = "save"
)

// directiveMaxClients is asked for where a load has many clients.
const directiveMaxClients = "maxclients"

// config gathers directives by their portable name, in the order in which the
// names come up. A later setting of a name replaces all its lines.
type config struct {
	names []string
	lines map[string][]Directive
}

func (c *config) set(name string, lines ...Directive) {
	if c.lines == nil {
		c.lines = map[string][]Directive{}
	}
	if _, ok := c.lines[name]; !ok {
		c.names = append(c.names, name)
	}
	c.lines[name] = lines
}

// setDefault sets a directive that is not set yet.
func (c *config) setDefault(name, arg string) {
	if _, ok := c.lines[name]; !ok {
		c.set(name, Directive{Name: name, Args: []string{arg}})
	}
}

// value is the first word of a directive, in lower case; "" where it is not
// set.
func (c *config) value(name string) string {
	if lines := c.lines[name]; len(lines) > 0 && len(lines[0].Args) > 0 {
		return strings.ToLower(lines[0].Args[0])
	}
	return ""
}

// setLines sets what redis.conf lines say; several lines of one name add up.
func (c *config) setLines(directives []Directive) {
	groups := map[string][]Directive{}
	for _, d := range directives {
		d = Portable(d)
		groups[d.Name] = append(groups[d.Name], d)
		c.set(d.Name, normal(groups[d.Name])...)
	}
}

// setAxis sets what a server axis says in a cell. The axes version and launch
// say nothing here.
func (c *config) setAxis(axis, value string) error {
	switch axis {
	case AxisAppendonly:
		return c.setAppendonly(value)
	case AxisSave:
		c.setLines([]Directive{{Name: directiveSave, Args: []string{value}}})
	}
	if name, ok := ConfigAxis(axis); ok {
		words, f := splitArgs(value)
		if f != nil {
			return fmt.Errorf("read %s %q: %s; %s", axis, value, f.message, f.remedy)
		}
		c.setLines([]Directive{{Name: name, Args: words}})
	}
	return nil
}

func (c *config) setAppendonly(value string) error {
	sync := value
	switch value {
	case "no":
		c.set(directiveAppendonly, Directive{Name: directiveAppendonly, Args: []string{"no"}})
		return nil
	case "os":
		sync = "no"
	case "everysec", "always":
	default:
		return fmt.Errorf("read appendonly %q; accepted are no, everysec, always, os", value)
	}
	c.set(directiveAppendonly, Directive{Name: directiveAppendonly, Args: []string{"yes"}})
	c.set(directiveAppendfsync, Directive{Name: directiveAppendfsync, Args: []string{sync}})
	return nil
}

// fillIn settles what must not be left to a server's own default: those of
// save differ between versions, and between a server with and without other
// options.
func (c *config) fillIn() {
	c.setDefault(directiveAppendonly, "no")
	if c.value(directiveAppendonly) == "yes" {
		c.setDefault(directiveAppendfsync, "everysec")
	}
	c.setDefault(directiveSave, "")
}

// directives lists what is set, appendonly, appendfsync and save first.
func (c *config) directives() []Directive {
	first := []string{directiveAppendonly, directiveAppendfsync, directiveSave}
	rest := slices.DeleteFunc(slices.Clone(c.names), func(name string) bool {
		return slices.Contains(first, name)
	})
	var all []Directive
	for _, name := range append(first, rest...) {
		all = append(all, c.lines[name]...)
	}
	return all
}

// normal gives lines of one directive the form that every server reads alike:
// save has one line per save point, in words of their own, since servers up to
// 6.2 take "900 1" in one word for no save at all.
func normal(lines []Directive) []Directive {
	if lines[0].Name != directiveSave {
		return lines
	}
	var points []Directive
	for _, line := range lines {
		words := strings.Fields(strings.Join(line.Args, " "))
		if len(words) == 0 || len(words) == 1 && words[0] == saveOff {
			words = []string{""}
		}
		for point := range slices.Chunk(words, 2) {
			points = append(points, Directive{Name: directiveSave, Args: point})
		}
	}
	return points
}

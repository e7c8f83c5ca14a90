package matrix

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// commands reads the load's own commands. One that has a mistake is known all
// the same, for the tests and the mix that name it.
func (d *decoder) commands(n *node) {
	l := &d.spec.Load
	if n.kind == mappingNode && len(n.pairs) == 0 {
		d.reportf(n, `add for example profile: "HSET user:__key__ name __data__"`, "there is no command")
	}
	for _, p := range d.pairs(n) {
		if f := l.checkCommandName(p.key.text); f != nil {
			d.report(p.key, f)
		}
		words := d.commandWords(p.value)
		for _, f := range checkCommand(words) {
			d.report(p.value, f)
		}
		l.Commands = append(l.Commands, OwnCommand{Name: p.key.text, Words: words})
	}
}

// checkCommandName checks the name of an own command, which must not be that of
// anything else that runs.
func (l Load) checkCommandName(name string) *flaw {
	if !commandName.MatchString(name) || len(name) > maxName {
		return flawf("a name begins with a letter and has letters, digits, '_', '-' and '.', at most 64", "not a name for a command")
	}
	_, test := LookupTest(name)
	_, set := TestSet(name)
	own := slices.IndexFunc(l.Commands, func(c OwnCommand) bool { return strings.EqualFold(c.Name, name) })
	const remedy = "choose another name"
	switch {
	case test:
		return flawf(remedy, "a test of this name comes with the program")
	case set:
		return flawf(remedy, "a set of tests has this name")
	case strings.EqualFold(name, TestMix):
		return flawf(remedy, "the mix has this name")
	case own >= 0:
		return flawf(remedy, "differs from %s in case only", l.Commands[own].Name)
	}
	return nil
}

var commandName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// commandWords are the words of a command that is written as a text, with
// quotes as in redis-cli, or as a list of its words; none where they are
// reported as a mistake.
func (d *decoder) commandWords(n *node) []string {
	if n.kind != scalarNode {
		var words []string
		for _, item := range d.texts(n) {
			words = append(words, item.text)
		}
		return words
	}
	words, ok := splitCommand(n.text)
	switch {
	case !ok:
		d.reportf(n, "close the quotes, and put a blank after them", "quotes that redis-cli cannot read")
	case len(words) == 0:
		d.reportf(n, "write for example HSET user:__key__ name __data__", "an empty command")
	}
	return words
}

// splitCommand splits a command into words as redis-cli does: blanks separate,
// and quotes hold together. ok is false where they are not closed.
func splitCommand(text string) (words []string, ok bool) {
	for rest := strings.TrimLeft(text, " "); rest != ""; {
		word, after, ok := cutArg(rest)
		if !ok {
			return nil, false
		}
		words = append(words, word)
		rest = strings.TrimLeft(after, " ")
	}
	return words, true
}

// placeholder is what looks like one.
var placeholder = regexp.MustCompile(`__[A-Za-z0-9]+(_[A-Za-z0-9]+)*__`)

// checkCommand gives all that is wrong with a command's words.
func checkCommand(words []string) []*flaw {
	if len(words) == 0 {
		return nil // reported already
	}
	var flaws []*flaw
	if !commandWord.MatchString(words[0]) {
		flaws = append(flaws, flawf("begin with a command such as HSET; in a list each word is an item", "%s is not a command", quoteShort(words[0])))
	}
	if f := refused(words); f != nil {
		flaws = append(flaws, f)
	}
	for _, word := range words {
		for _, found := range placeholder.FindAllString(word, -1) {
			if !slices.Contains(placeholders, found) {
				flaws = append(flaws, unknownPlaceholder(found))
			}
		}
		if !utf8.ValidString(word) {
			flaws = append(flaws, flawf("write text", "%s is not UTF-8, which the run's document cannot hold", quoteShort(word)))
		}
	}
	return flaws
}

// commandWord is what servers and their modules call commands.
var commandWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`)

func unknownPlaceholder(found string) *flaw {
	remedy := "accepted are " + strings.Join(placeholders, ", ")
	if found == "__rand_int__" {
		remedy = "write __key__, which redis-benchmark calls so"
	}
	return flawf(remedy, "%s is no placeholder", found)
}

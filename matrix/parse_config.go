package matrix

import (
	"regexp"
	"strings"
)

// owned are the directives that the program sets itself, and why.
var owned = map[string]string{
	"port":             "each server gets a free port",
	"bind":             "servers listen on loopback only",
	"dir":              "each server gets a fresh directory",
	"unixsocket":       "the axis transport says whether there is one",
	"unixsocketperm":   "the axis transport says whether there is a socket",
	"daemonize":        "a server must stay a child of the program",
	"supervised":       "a server must stay a child of the program",
	"pidfile":          "the program knows its servers",
	"logfile":          "the server's output is kept with the run",
	"requirepass":      "passwords come from the environment and appear in no spec",
	"include":          "a spec says all that a server is started with",
	"cluster-enabled":  "one server at a time is measured",
	"replicaof":        "one server at a time is measured",
	"slaveof":          "one server at a time is measured",
	"tls-port":         "the transport tls says whether there is one",
	"tls-cert-file":    "the transport tls gives each server a certificate",
	"tls-key-file":     "the transport tls gives each server a certificate",
	"tls-ca-cert-file": "the transport tls gives each server a certificate",
	"tls-ca-cert-dir":  "the transport tls gives each server a certificate",
	"tls-auth-clients": "the transport tls says who may connect",
}

var directiveName = regexp.MustCompile(`^[a-z][a-z0-9-]*(\.[a-z0-9_-]+)*$`)

// checkDirectiveName checks the name of a directive, in lower case.
func checkDirectiveName(name string) *flaw {
	if why, found := owned[name]; found {
		return flawf("leave it out: "+why, "the program sets %s itself", name)
	}
	if !directiveName.MatchString(name) {
		return flawf("a directive has letters, digits and '-', such as maxmemory-policy", "not a directive of redis.conf")
	}
	return nil
}

// directiveForms are directives whose values are checked before a server does.
var directiveForms = map[string]form{
	directiveAppendonly:  appendonlyForm,
	directiveAppendfsync: appendfsyncForm,
	directiveSave:        saveForm,
}

// appendonlyForm accepts what redis.conf does, not what the axis of that name
// does.
func appendonlyForm(text string) (string, *flaw) {
	if lower := strings.ToLower(text); lower == "yes" || lower == "no" {
		return lower, nil
	}
	return "", flawf("accepted are yes and no; appendfsync, or an axis appendonly in place of both, says how the file is synced",
		"not accepted here")
}

func appendfsyncForm(text string) (string, *flaw) {
	return oneOf("always", "everysec", "no")(strings.ToLower(text))
}

// directiveForm accepts the values of a directive: words as in redis.conf.
func directiveForm(name string) form {
	if accept, found := directiveForms[name]; found {
		return accept
	}
	return func(text string) (string, *flaw) {
		args, f := splitArgs(text)
		return strings.Join(args, "\x00"), f
	}
}

// config reads the directives of every setup.
func (d *decoder) config(n *node) {
	written := map[string]bool{}
	for _, p := range d.pairs(n) {
		name := strings.ToLower(p.key.text)
		if written[portableName(name)] {
			d.reportf(p.key, "keep one of them, or write a list of values", "the directive is written twice")
		}
		written[portableName(name)] = true
		if f := checkDirectiveName(name); f != nil {
			d.report(p.key, f)
			continue
		}
		d.checkConfigConflict(p.key, name)
		d.directive(name, p.value)
	}
}

// checkConfigConflict reports a directive that an axis sets.
func (d *decoder) checkConfigConflict(key *node, name string) {
	for _, a := range d.axes {
		if a.sets(name) {
			d.reportf(key, "keep one of them", "the axis %s sets %s", a.name, name)
		}
	}
}

// sets reports whether the axis sets a directive, by whichever of its names.
func (a *axisDecl) sets(directive string) bool {
	switch a.name {
	case AxisAppendonly:
		return directive == directiveAppendonly || directive == directiveAppendfsync
	case AxisSave:
		return directive == directiveSave
	}
	name, ok := ConfigAxis(a.name)
	return ok && portableName(name) == portableName(directive)
}

// portableName is the oldest of a directive's names.
func portableName(name string) string { return Portable(Directive{Name: name}).Name }

// directive adds a directive, once for each value.
func (d *decoder) directive(name string, n *node) {
	for _, item := range d.texts(n) {
		if !d.checked(item, directiveForm(name)) {
			continue
		}
		if name == directiveSave {
			points, _ := parseSave(item.text)
			d.spec.Server.Config = append(d.spec.Server.Config, points...)
			continue
		}
		args, _ := splitArgs(item.text)
		d.spec.Server.Config = append(d.spec.Server.Config, Directive{Name: name, Args: args})
	}
}

// splitArgs splits a directive's value into words as redis.conf does: blanks
// separate, and quotes hold together, "…" with \n, \r, \t, \b, \a, \xHH and
// escaped characters, '…' with \' only. An empty text is one empty word.
func splitArgs(text string) ([]string, *flaw) {
	rest := strings.TrimLeft(text, " ")
	if rest == "" {
		return []string{""}, nil
	}
	var args []string
	for rest != "" {
		word, after, ok := cutArg(rest)
		if !ok {
			return nil, flawf("close the quotes, and put a blank after them", "quotes that redis.conf cannot read")
		}
		if strings.ContainsRune(word, 0) {
			return nil, flawf("leave it out", "a zero byte, which no command line can hold")
		}
		args = append(args, word)
		rest = strings.TrimLeft(after, " ")
	}
	return args, nil
}

// cutArg takes the first word off a text that begins with one.
func cutArg(text string) (word, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ':
			return b.String(), text[i:], true
		case '"', '\'':
			n := quotedArg(&b, text[i:])
			if n == 0 || i+n < len(text) && text[i+n] != ' ' {
				return "", "", false
			}
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), "", true
}

// quotedArg writes what stands between the quotes at the beginning of text and
// gives the length of it all, 0 where they are not closed.
func quotedArg(b *strings.Builder, text string) int {
	quote := text[0]
	for i := 1; i < len(text); {
		switch {
		case text[i] == quote:
			return i + 1
		case text[i] == '\\' && i+1 < len(text):
			i += escapedArg(b, text[i:], quote)
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return 0
}

// escapes are the letters that stand for a byte after a backslash.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'a': '\a'}

// escapedArg writes what a backslash and what follows it mean, and gives the
// length of both.
func escapedArg(b *strings.Builder, text string, quote byte) int {
	next := text[1]
	if quote == '\'' {
		if next != '\'' {
			b.WriteByte('\\')
			return 1
		}
		b.WriteByte(next)
		return 2
	}
	if next == 'x' && len(text) >= 4 && isHex(text[2]) && isHex(text[3]) {
		b.WriteByte(hexValue(text[2])<<4 | hexValue(text[3]))
		return 4
	}
	if c, found := escapes[next]; found {
		next = c
	}
	b.WriteByte(next)
	return 2
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

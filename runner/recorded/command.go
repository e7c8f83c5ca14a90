package recorded

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"redismatrix/matrix"
)

// longCommand is how many bytes of a command line are read.
const longCommand = 2000

// introduced tells whether what stands before it on a line makes a command line of
// the name of a tool: nothing, a prompt, the bullet of a list, or a program that
// starts it. In a sentence a command is told of and not run.
func introduced(before string) bool {
	before = strings.TrimRight(before, " \t")
	if last, _ := utf8.DecodeLastRuneInString(before); before == "" || strings.ContainsRune("#$%>:：•*·|;&`–-", last) {
		return true
	}
	word := before[strings.LastIndexAny(before, " \t")+1:]
	name, _, assigned := strings.Cut(word, "=")
	switch {
	case slices.Contains([]string{"sudo", "time", "exec", "nohup", "nice"}, word), assigned && name == strings.ToUpper(name):
		return true
	case word == strings.TrimLeft(before, " \t"): // the number of a line
		return strings.Trim(word, "0123456789") == "" || strings.Trim(word[:len(word)-1], "0123456789") == "" && strings.HasSuffix(word, ".")
	}
	return slices.ContainsFunc([]string{"docker ", "podman ", "kubectl ", "taskset ", "numactl "}, func(starter string) bool {
		return strings.Contains(before, starter)
	})
}

// commanded takes a command line, after which a run begins.
func (r *runs) commanded(at int) (end int, taken bool) {
	before := lineOf(r.before(at, longLine))
	name, isTool := "", false
	for _, tool := range []string{"redis-", "valkey-"} {
		if head, ok := strings.CutSuffix(before, tool); ok {
			name, isTool, before = tool+"benchmark", true, head
		}
	}
	if !isTool || !introduced(strings.TrimRight(before, pathLetters)) {
		return 0, false
	}
	from := at + len("benchmark")
	command, ok := readCommand(r.text[from:min(len(r.text), from+longCommand)])
	if !ok {
		return 0, false
	}
	r.end()
	r.next.Command, r.fresh = strings.TrimSpace(name+" "+masked(command.text)), true
	r.command = parseFlags(command)
	return from + command.length, true
}

// pathLetters are those of the folder that a command stands in.
const pathLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~\\-"

// commandLine is what stands behind the name of a tool.
type commandLine struct {
	text   string     // as it stands there, on one line
	length int        // of what was read, in bytes
	flags  [][]string // each with its value, where it takes one
	// custom is a command to measure, and asked tells whether it is certain that
	// it is one: a sentence may go on behind the flags as well.
	custom string
	asked  bool
}

// readCommand reads a command line up to where its words are no more its own: the
// line's end, or in a text that lost its line breaks the output. Not ok where the
// name of the tool begins a sentence.
func readCommand(text string) (c commandLine, ok bool) {
	text = strings.TrimPrefix(text, ".exe")
	if text != "" && !strings.ContainsAny(text[:1], " \t\n") && !strings.HasPrefix(text, "===") {
		return c, false
	}
	for {
		word, end := nextWord(text, c.length)
		name := strings.TrimLeft(word, "-–—−")
		if name == word || name == "" || endsCommand(text, end-len(word)) {
			break
		}
		c.length = end
		flag := []string{name}
		if value, behind := nextWord(text, end); valued(name) && value != "" && !endsCommand(text, behind-len(value)) {
			flag = append(flag, strings.Trim(value, `"'`))
			c.length = behind
		}
		c.flags = append(c.flags, flag)
	}
	word, end := nextWord(text, c.length)
	ends := word == "" || endsCommand(text, end-len(word))
	if !ends {
		c.own(text)
	}
	c.text = strings.TrimSpace(strings.ReplaceAll(text[:c.length], "\\\n", " "))
	return c, ends || len(c.flags) > 0 || c.asked
}

// own takes the command that is to be measured, of words behind the flags.
func (c *commandLine) own(text string) {
	if line, _, _ := strings.Cut(text[c.length:], "\n"); strings.Contains(line, perSecond) {
		return
	}
	var words []string
	at := c.length
	for at < c.length+longTitle {
		word, end := nextWord(text, at)
		if word == "" || endsCommand(text, end-len(word)) {
			break
		}
		words, at = append(words, strings.Trim(word, `"'`)), end
	}
	c.custom = strings.Join(words, " ")
	if _, c.asked = matrix.LookupTest(strings.ToUpper(words[0])); c.asked {
		c.length = at
	}
}

// nextWord is the word that follows in a line, which a backslash at its end
// continues; one between quotes is whole.
func nextWord(text string, at int) (word string, end int) {
	for at < len(text) {
		switch {
		case text[at] == ' ' || text[at] == '\t':
			at++
		case strings.HasPrefix(text[at:], "\\\n"):
			at += 2
		case text[at] == '\n':
			return "", at
		default:
			end = at + wordLength(text[at:])
			return text[at:end], end
		}
	}
	return "", at
}

func wordLength(text string) int {
	if quote := text[0]; quote == '"' || quote == '\'' {
		if n := strings.IndexByte(text[1:], quote); n >= 0 && !strings.Contains(text[1:1+n], "\n") {
			return n + 2
		}
	}
	n := strings.IndexAny(text, " \t\n`")
	if n < 0 {
		n = len(text)
	}
	if title := strings.Index(text[:n], "==="); title >= 0 {
		n = title
	}
	return n
}

// endsCommand tells whether a word is not of the command line any more: what the
// shell does with it, a remark, or output.
func endsCommand(text string, at int) bool {
	ahead := text[at:min(len(text), at+longLine)]
	word := ahead[:wordLength(ahead)]
	return strings.IndexByte("|><;&#=`", ahead[0]) >= 0 || strings.HasPrefix(word, "->") || strings.HasPrefix(word, "→") ||
		strings.HasPrefix(word, "←") || strings.HasPrefix(word, "2>") || strings.Contains(word, `","`) || isOutput(ahead)
}

// output matches what the line of a result or of a test begins with.
var output = regexp.MustCompile(`^(?:===|[0-9][0-9.,]*[ \t]+requests|[A-Z][A-Z0-9_]+(?: \([^()\n]{1,60}\))?: *[0-9]|"[^"\n]{1,120}","|redis_version:)`)

// isOutput tells whether a text begins with output.
func isOutput(text string) bool {
	text = strings.TrimLeft(text, " \t")
	return output.MatchString(text)
}

// valued tells whether a flag takes a value. Those that do not are fewer.
func valued(flag string) bool {
	switch flag {
	case "q", "l", "e", "I", "x", "3", "6", "csv", "cluster", "enable-tracking", "tls", "insecure", "help", "version", "mptcp", "rdma":
		return false
	}
	return true
}

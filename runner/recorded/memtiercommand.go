package recorded

import (
	"regexp"
	"strconv"
	"strings"
)

// memtierName matches what begins a command line: its name, and a flag.
var memtierName = regexp.MustCompile(`memtier_benchmark(?:[ \t]|\\\n)+[-–—−]{1,2}[A-Za-z]`)

// memtierOutput matches what follows a command line where line ends were lost.
var memtierOutput = regexp.MustCompile(`\s(?:Writing results|\[RUN|[0-9]+\s+Threads|ALL STATS)`)

// memtierCommand is the last command line between two words, as it stands there.
func memtierCommand(lines []string, from, to token) string {
	between := append([]string(nil), lines[from.line-1:to.line]...)
	between[len(between)-1] = between[len(between)-1][:to.at]
	between[0] = between[0][min(from.at, len(between[0])):]
	text := strings.Join(between, "\n")
	all := memtierName.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return ""
	}
	text = text[all[len(all)-1][0]:]
	text = strings.ReplaceAll(text[:min(len(text), longCommand)], "\\\n", " ")
	text, _, _ = strings.Cut(text, "\n")
	if end := memtierOutput.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return strings.Join(strings.Fields(text), " ")
}

// commanded takes a command line: its flags, and memtier_benchmark's defaults for what
// they do not say, which never changed; but for the end of the test.
func (b *Block) commanded(command string) {
	if command == "" {
		return
	}
	b.Command = masked(command)
	f := memtierFlags(command)
	b.Load = Told{
		Threads: f.number(4, "t", "threads"), Pipeline: f.number(1, "pipeline"), Seconds: f.number(0, "test-time"),
		Keyspace: keyRange(f.number(0, "key-minimum"), f.number(10_000_000, "key-maximum")),
	}
	b.Load.Clients = times(b.Load.Threads, f.number(50, "c", "clients"))
	b.Load.Requests = int64(times(b.Load.Clients, f.number(0, "n", "requests")))
	if !f.has("data-size-range", "data-size-list", "data-import") {
		b.Load.ValueSize = f.number(32, "d", "data-size")
	}
	if !f.has("command") {
		b.Ratio = ratioOf(f.text("1:10", "ratio"))
	}
}

// times is a product, 0 where it is more than can be.
func times(a, b int) int {
	if a < 1 || b < 1 || a > (1<<50)/b {
		return 0
	}
	return a * b
}

// keyRange is how many keys there are from one number to another, 0 where that is not
// told.
func keyRange(from, to int) int {
	if from < 0 || to < from {
		return 0
	}
	return to - from + 1
}

// ratioOf reads how many SETs and GETs are sent in turn: "1:10". What is none is zero.
func ratioOf(text string) (ratio [2]int) {
	sets, gets, _ := strings.Cut(text, ":")
	s, err := strconv.Atoi(sets)
	g, wrong := strconv.Atoi(gets)
	const most = 1_000_000
	if err != nil || wrong != nil || min(s, g) < 0 || max(s, g) > most {
		return ratio
	}
	return [2]int{s, g}
}

// memtierOptions are the flags of a command line by name, each with its value; "" for
// none.
type memtierOptions map[string]string

// memtierFlags reads --name=value, --name value, -n value and -n5. A word without a
// dash, such as the shell's, ends them where it is no value.
func memtierFlags(command string) memtierOptions {
	flags := memtierOptions{}
	words := strings.Fields(command)
	for i := 1; i < len(words); i++ {
		bare := strings.TrimLeft(words[i], "-–—−")
		if bare == words[i] || bare == "" {
			if strings.ContainsAny(bare, "|><;&#") {
				break
			}
			continue
		}
		name, value, told := strings.Cut(bare, "=")
		if short := glued.FindStringSubmatch(words[i]); short != nil {
			name, value, told = short[1], short[2], true
		}
		if !told && i+1 < len(words) && strings.TrimLeft(words[i+1], "-–—−") == words[i+1] {
			value = words[i+1]
		}
		flags[name] = strings.Trim(value, `"'“”`)
	}
	return flags
}

// glued matches a short flag with its value: "-d64".
var glued = regexp.MustCompile(`^[-–—−]([cdtn])([0-9]+)$`)

// text is the value of a flag, by one of its names; the default where it is not there.
func (f memtierOptions) text(otherwise string, names ...string) string {
	for _, name := range names {
		if value, is := f[name]; is {
			return value
		}
	}
	return otherwise
}

// number is the value of a flag that is a number, 0 where it is none that is told, as a
// script's variable.
func (f memtierOptions) number(otherwise int, names ...string) int {
	n, err := strconv.Atoi(f.text(strconv.Itoa(otherwise), names...))
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return n
}

// has tells whether one of the flags is there.
func (f memtierOptions) has(names ...string) bool { return f.text("", names...) != "" }

package launch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// debianSuites are the suites that are looked at, the most settled first: of
// two that hold the same release the first is used. A suite that a mirror does
// not have is passed over.
var debianSuites = []string{"bullseye", "bookworm", "trixie", "forky", "duke", "sid"}

// debianNames are further names by which apt sources call a Debian suite.
var debianNames = []string{"buster", "oldoldstable", "oldstable", "stable", "testing", "unstable"}

// aptSource is an archive as this machine's apt sources name it: where it is,
// and the options that say how it is trusted, as fields of a deb822 stanza.
type aptSource struct {
	URI     string
	Options []string
}

// keptOptions are the options of a source that hold for every suite of its
// mirror; the others (architectures, languages) are ours to choose.
var keptOptions = []string{
	"signed-by", "trusted", "check-valid-until", "valid-until-max", "check-date", "date-max-future",
	"allow-insecure", "allow-weak", "allow-downgrade-to-insecure",
}

// stanza is the deb822 source of one suite of s.
func (s aptSource) stanza(suite string) string {
	lines := []string{
		"Types: deb", "URIs: " + s.URI, "Suites: " + suite, "Components: main", "Targets: Packages",
	}
	return strings.Join(append(lines, s.Options...), "\n") + "\n"
}

// readAptSources reads the apt sources below etc (/etc/apt) and returns those
// that are Debian's main archive. Where there is none the error says what was
// found instead.
func readAptSources(etc string) ([]aptSource, error) {
	entries, err := readAptEntries(etc)
	if err != nil {
		return nil, err
	}
	var sources []aptSource
	var others []string
	for _, e := range entries {
		if !e.debian() {
			others = append(others, e.uri+" "+strings.Join(e.suites, " "))
			continue
		}
		known := func(s aptSource) bool { return s.URI == e.uri }
		if !slices.ContainsFunc(sources, known) {
			sources = append(sources, aptSource{URI: e.uri, Options: e.options})
		}
	}
	if len(sources) == 0 {
		return nil, notDebian(etc, others)
	}
	return sources, nil
}

func notDebian(etc string, others []string) error {
	found := "no source at all"
	if len(others) > 0 {
		found = "only " + strings.Join(others, ", ")
	}
	return fmt.Errorf("find Debian's archive in %s: %s; %s", etc, found, otherWays)
}

// aptEntry is one address of one source.
type aptEntry struct {
	uri                string
	suites, components []string
	options            []string
}

// debian reports whether the entry is Debian's main archive, and not one of
// its updates or of somebody else.
func (e aptEntry) debian() bool {
	named := func(suite string) bool {
		return slices.Contains(debianSuites, suite) || slices.Contains(debianNames, suite)
	}
	return slices.Contains(e.components, "main") && slices.ContainsFunc(e.suites, named) &&
		!strings.HasPrefix(e.uri, "cdrom:")
}

func readAptEntries(etc string) ([]aptEntry, error) {
	parts, err := filepath.Glob(filepath.Join(etc, "sources.list.d", "*"))
	if err != nil {
		return nil, fmt.Errorf("list apt sources: %w", err)
	}
	var entries []aptEntry
	for _, path := range append([]string{filepath.Join(etc, "sources.list")}, parts...) {
		parse := parseOneLine
		switch filepath.Ext(path) {
		case ".list":
		case ".sources":
			parse = parseDeb822
		default:
			continue
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read apt sources: %w", err)
		}
		entries = append(entries, parse(string(text))...)
	}
	return entries, nil
}

// parseOneLine reads "deb [option=value …] URI SUITE COMPONENT…" lines.
func parseOneLine(text string) []aptEntry {
	var entries []aptEntry
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "deb")
		if !ok || rest == strings.TrimLeft(rest, " \t[") {
			continue
		}
		options, rest := cutOptions(strings.TrimSpace(rest))
		if words := strings.Fields(rest); len(words) >= 2 {
			entries = append(entries, aptEntry{
				uri: words[0], suites: words[1:2], components: words[2:], options: options,
			})
		}
	}
	return entries
}

// cutOptions takes the bracketed options off the front of a source line.
func cutOptions(line string) (options []string, rest string) {
	inner, rest, ok := strings.Cut(strings.TrimPrefix(line, "["), "]")
	if !strings.HasPrefix(line, "[") || !ok {
		return nil, line
	}
	for _, word := range strings.Fields(inner) {
		name, value, _ := strings.Cut(word, "=")
		if keep := strings.ToLower(name); slices.Contains(keptOptions, keep) {
			options = append(options, keep+": "+strings.ReplaceAll(value, ",", " "))
		}
	}
	return options, rest
}

// parseDeb822 reads stanzas of "Name: value" fields; one gives an entry for
// each of its URIs.
func parseDeb822(text string) []aptEntry {
	var entries []aptEntry
	for _, fields := range splitStanzas(text) {
		words := func(name string) []string { return strings.Fields(fields[name]) }
		if !slices.Contains(words("types"), "deb") || strings.EqualFold(strings.TrimSpace(fields["enabled"]), "no") {
			continue
		}
		var options []string
		for _, name := range keptOptions {
			if value, ok := fields[name]; ok {
				options = append(options, name+": "+value)
			}
		}
		for _, uri := range words("uris") {
			entries = append(entries, aptEntry{
				uri: uri, suites: words("suites"), components: words("components"), options: options,
			})
		}
	}
	return entries
}

// splitStanzas gives the fields of each stanza by their names in lower case.
// Lines that continue a value, such as those of a key, stay as they are.
func splitStanzas(text string) []map[string]string {
	stanzas := []map[string]string{{}}
	last := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		line = strings.TrimRight(line, " \t\n")
		current := stanzas[len(stanzas)-1]
		name, value, isField := strings.Cut(line, ":")
		switch {
		case line == "":
			stanzas, last = append(stanzas, map[string]string{}), ""
		case strings.HasPrefix(line, "#"):
		case line[0] == ' ' || line[0] == '\t':
			if last != "" {
				current[last] += "\n" + line
			}
		case isField:
			last = strings.ToLower(name)
			current[last] = strings.TrimSpace(value)
		}
	}
	return stanzas
}

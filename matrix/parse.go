package matrix

import (
	"fmt"
	"io"
	"path"
	"strings"
)

// MaxSpecSize is the size of the largest spec that Parse reads, in bytes.
const MaxSpecSize = 1 << 20

// Override replaces one value of a spec, as --set does. Key is an axis'
// name ("version", "config.hz") or the dotted path of a scalar
// ("load.clients", "rounds", "server.config.hz", "baseline.version"); for an
// axis, load.tests and baseline Value is a comma-separated list, in which a
// value that holds a comma is quoted. Tests that are set so run alone: a mix
// joins only those that the spec itself lists.
type Override struct {
	Key   string
	Value string
}

// String is the override as it is given to --set.
func (o Override) String() string { return o.Key + "=" + o.Value }

// Parse reads a spec. name stands in error messages, and its last element
// names the spec where the spec does not. Every mistake is reported at once:
// the error is a Problems, but for one of r itself.
func Parse(r io.Reader, name string, overrides ...Override) (*Spec, error) {
	source, err := io.ReadAll(io.LimitReader(r, MaxSpecSize+1))
	if err != nil {
		return nil, fmt.Errorf("read spec %s: %w", name, err)
	}
	d := &decoder{file: name, spec: defaultSpec(name), replaced: map[string]*node{}}
	if root, ok := d.read(source); ok {
		d.document(d.override(root, overrides))
	}
	if len(d.problems) > 0 {
		return nil, d.problems.inOrder()
	}
	return &d.spec, nil
}

// defaultSpec is a spec in which nothing is written.
func defaultSpec(file string) Spec {
	tests, _ := TestSet(SetDefault)
	return Spec{
		Name:   nameFromFile(file),
		Server: Server{Launch: LaunchAuto, CPUs: cpusAuto},
		Load: Load{
			Tests: tests, Clients: 50, Pipeline: 1, Keyspace: 1000, ValueSize: FixedSize(3),
			ValuePattern: PatternRandom, Transport: TransportTCP,
			Duration: defaultDuration, Warmup: defaultWarmup,
		},
		Control: true,
		Rounds:  5,
		Seed:    1,
	}
}

// nameFromFile makes a spec's name of its file's.
func nameFromFile(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	base = strings.TrimSuffix(base, path.Ext(base))
	name := strings.Map(func(r rune) rune {
		if nameRune(r) {
			return r
		}
		return '-'
	}, base)
	name = strings.Trim(name, "._-")
	if name == "" {
		return "spec"
	}
	return name[:min(len(name), maxName)]
}

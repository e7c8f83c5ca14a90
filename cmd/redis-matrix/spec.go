package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/configs"
	"redismatrix/matrix"
)

// largePlan is the number of cells above which a plan needs --yes-large.
const largePlan = 10_000

// specFlags are the flags that change a spec.
type specFlags struct {
	set       []string
	tests     string
	rounds    string
	budget    string
	threshold string
	metric    string
	seed      string
	duration  string
	large     bool
}

// valueFlag is a flag that sets one value of the spec.
type valueFlag struct{ name, key, value string }

// values are the flags that set one value, whether or not they are given.
func (f *specFlags) values() []valueFlag {
	return []valueFlag{
		{"--tests", "load.tests", f.tests},
		{"--rounds", "rounds", f.rounds},
		{"--budget", "budget", f.budget},
		{"--threshold", "gate.threshold", f.threshold},
		{"--metric", "gate.metrics", f.metric},
		{"--seed", "seed", f.seed},
		{"--duration", "load.duration", f.duration},
	}
}

// register adds the flags to cmd.
func (f *specFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.set, "set", nil, "replace the spec's `AXIS=V1,V2`, or a value such as load.rate=50000; repeatable")
	flags.StringVar(&f.tests, "tests", "", "run only these `TESTS`, such as SET,GET")
	flags.StringVar(&f.rounds, "rounds", "", "measure every cell `N` times; 5..30 goes on until all is decided")
	flags.StringVar(&f.budget, "budget", "", "begin no round that would not be done within `TIME`, such as 10m")
	flags.StringVar(&f.threshold, "threshold", "", "call no change a difference below `PERCENT`, such as 5%")
	flags.StringVar(&f.metric, "metric", "", "judge these `METRICS`, such as rps,p99")
	flags.StringVar(&f.seed, "seed", "", "shuffle the rounds from `N`")
	flags.StringVar(&f.duration, "duration", "", "measure each test for `TIME`, such as 2s")
	flags.BoolVar(&f.large, "yes-large", false, "allow a plan of more than 10,000 cells")
	complete(cmd, "metric", matrix.Metrics())
	complete(cmd, "tests", append(matrix.TestSetNames(), matrix.TestNames()...))
	if err := cmd.RegisterFlagCompletionFunc("set", completeSet); err != nil {
		panic(err) // the flag does not exist, or is registered twice
	}
}

// overrides are the flags that were given, as changes of the spec.
func (f *specFlags) overrides() ([]matrix.Override, error) {
	var all []matrix.Override
	for _, text := range f.set {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, usagef("--set %q names no value; write AXIS=V1,V2, such as version=7.0,8.0", text)
		}
		all = append(all, matrix.Override{Key: key, Value: value})
	}
	for _, flag := range f.values() {
		if flag.value != "" {
			all = append(all, matrix.Override{Key: flag.key, Value: flag.value})
		}
	}
	return all, nil
}

// given names the flags that were given.
func (f *specFlags) given() string {
	var names []string
	if len(f.set) > 0 {
		names = append(names, "--set")
	}
	for _, flag := range f.values() {
		if flag.value != "" {
			names = append(names, flag.name)
		}
	}
	return strings.Join(names, ", ")
}

// parsedSpec is a spec with where it came from.
type parsedSpec struct {
	*matrix.Spec
	source    string
	overrides []string
}

// load reads the spec that arg names, with the flags' changes, and refuses
// one that unfolds into too many cells.
func (f *specFlags) load(c console, arg string) (*parsedSpec, error) {
	overrides, err := f.overrides()
	if err != nil {
		return nil, err
	}
	return f.loadWith(c, arg, overrides)
}

func (f *specFlags) loadWith(c console, arg string, overrides []matrix.Override) (*parsedSpec, error) {
	in, name, err := openSpec(c, arg)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var source bytes.Buffer
	spec, err := matrix.Parse(io.TeeReader(in, &source), name, overrides...)
	if err != nil {
		return nil, exitWith(exitUsage, err)
	}
	if cells := spec.Cells(); cells > largePlan && !f.large {
		return nil, usagef("%s unfolds into %s cells; --yes-large allows more than %s", name, count(cells), count(largePlan))
	}
	parsed := &parsedSpec{Spec: spec, source: source.String()}
	for _, o := range overrides {
		parsed.overrides = append(parsed.overrides, o.Key+"="+o.Value)
	}
	return parsed, nil
}

// openSpec opens what a command's argument names: "-" is stdin, then comes a
// file, then a ready-made spec.
func openSpec(c console, arg string) (in io.ReadCloser, name string, err error) {
	if arg == "-" {
		return io.NopCloser(c.in), "stdin", nil
	}
	ready := slices.Contains(configs.Names(), arg)
	info, err := os.Stat(arg)
	switch {
	case err == nil && !info.IsDir():
		file, err := os.Open(arg)
		if err != nil {
			return nil, "", usagef("open spec: %w", err)
		}
		return file, arg, nil
	case ready:
		text, err := configs.Read(arg)
		return io.NopCloser(bytes.NewReader(text)), arg, err
	case err == nil:
		return nil, "", usagef("open spec: %s is a directory; name a file in it", arg)
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", usagef("open spec: there is no file %q; ready-made specs are %s", arg, strings.Join(configs.Names(), ", "))
	default:
		return nil, "", usagef("open spec: %w", err)
	}
}

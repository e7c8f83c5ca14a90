package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// run is the program: it does what args say and returns the exit code. env
// looks up environment variables.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			say(stderr, "redis-matrix: internal error: %v\n%s", cause, debug.Stack())
			code = int(exitInternal)
		}
	}()
	root := newRoot(console{in: stdin, out: stdout, err: stderr, env: env})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return int(exitOK)
	}
	printError(stderr, err)
	var coded *codedError
	if errors.As(err, &coded) {
		return int(coded.code)
	}
	return int(exitUsage) // found by cobra before any command ran
}

// newRoot makes the command tree.
func newRoot(c console) *cobra.Command {
	root := &cobra.Command{
		Use:   "redis-matrix",
		Short: "Compare Redis versions and configurations side by side",
		Long: `redis-matrix answers what changes when the version or the configuration of
Redis changes. A spec lists the values of each axis (version, appendonly, value
size, any redis.conf directive); one real server is started per setup, driven
with the same load, and the setups are printed side by side.

Data goes to stdout, everything else to stderr. Exit codes: 0 done, 10
regression and 11 inconclusive (of gates), 12 failed, invalid or missing cells,
13 runs that cannot be put together or compared, 64 usage or spec error, 70
internal error, 130 interrupted.`,
		Example: `  redis-matrix quickstart
  redis-matrix init quickstart -o my.yaml
  redis-matrix plan my.yaml
  redis-matrix run my.yaml`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return refuseEmpty(cmd) },
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w; see '%s --help'", flagError(err), cmd.CommandPath())
	})
	root.AddCommand(
		newQuickstart(c), newRun(c), newPlan(c), newReport(c), newCompare(c), newImport(c),
		newServers(c), newInit(c), newVersion(c), newBench(c),
	)
	code(root)
	return root
}

// refuseEmpty finds flags that were given nothing: a script whose variable is not
// set must not be taken for one that leaves the flag out. bench's are those of
// redis-benchmark, which takes some of them.
func refuseEmpty(cmd *cobra.Command) error {
	var wrong []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if text := f.Value.String(); cmd.Name() != "bench" && (text == "" || text == "[]" || text == `[""]`) {
			wrong = append(wrong, fmt.Errorf("--%s is empty; give it a value, or leave it out", f.Name))
		}
	})
	if len(wrong) == 0 {
		return nil
	}
	return exitWith(exitUsage, errors.Join(wrong...))
}

// flagError says what a flag accepts, where its value is none of that.
func flagError(err error) error {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	accepted, known := map[string]string{
		"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0",
		"duration": "a time such as 10s or 500ms", "bool": "true and false",
	}[wrong.GetFlag().Value.Type()]
	if !known {
		return err
	}
	name := "--" + wrong.GetFlag().Name
	if short := wrong.GetFlag().Shorthand; short != "" {
		name = "-" + short
	}
	return fmt.Errorf("%s %q: accepted is %s", name, wrong.GetValue(), accepted)
}

// code gives the errors of all commands their exit codes: those of arguments
// are usage errors, as those of flags are.
func code(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usagef("%w; see '%s --help'", err, cmd.CommandPath())
			}
			return nil
		}
	}
	if work := cmd.RunE; work != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := work(cmd, args); err != nil {
				return exitWith(codeOf(err), err)
			}
			return nil
		}
	}
	for _, child := range cmd.Commands() {
		code(child)
	}
}

package main

import (
	"context"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// quickstartSpec is the ready-made spec that quickstart runs.
const quickstartSpec = "quickstart"

// quickstartMost is how many versions quickstart compares where it cannot have
// those of its spec.
const quickstartMost = 4

// quickstartVersions are what Debian's packages offer.
func quickstartVersions() []string { return []string{"6.0", "7.0", "8.0", "valkey-8.1"} }

func newQuickstart(c console) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "quickstart",
		Short: "Fetch servers, compare them, and print the tables",
		Long: `Fetch Redis 6.0, 7.0, 8.0 and Valkey 8.1 from Debian's packages where they are
not here yet, compare them under each AOF mode, and print the tables. Where apt
is missing, the newest servers that are found here are compared instead.`,
		Example: `  redis-matrix quickstart
  redis-matrix quickstart --tests SET,GET --duration 500ms
  redis-matrix quickstart -f markdown -o quickstart.md`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runQuickstart(cmd.Context(), c, f)
		},
	}
	f.register(cmd)
	return cmd
}

func runQuickstart(ctx context.Context, c console, f runFlags) error {
	to, err := f.out.openAll(c)
	if err != nil {
		return err
	}
	spec, err := loadQuickstart(c, f.spec)
	if err != nil {
		return err
	}
	plan, err := here(ctx, c, f.out.quiet, spec.Spec)
	if err != nil {
		return err
	}
	if len(plan.missing) > 0 {
		spec, err = obtain(ctx, c, f, spec, plan)
		if err != nil {
			return err
		}
	}
	m := measuring{console: c, quiet: f.out.quiet, to: to}
	return m.fresh(ctx, spec, f.results)
}

// obtain installs the versions that plan lacks. Where that cannot be, it falls
// back to the versions that are here.
func obtain(ctx context.Context, c console, f runFlags, spec *parsedSpec, plan *planned) (*parsedSpec, error) {
	lacking := plan.lacking()
	why := "there is no apt-get here"
	if _, err := exec.LookPath("apt-get"); err == nil {
		_, err = install(ctx, c, f.out, lacking)
		if err == nil || ctx.Err() != nil {
			return spec, err
		}
		why = err.Error()
	}
	names := newestLines(plan.found, quickstartMost)
	if len(names) == 0 {
		return nil, usagef("cannot install %s: %s\n%s", strings.Join(lacking, ", "), why, installHint)
	}
	say(f.out.chatter(c), "cannot install %s: %s\ncomparing what is here: %s",
		strings.Join(lacking, ", "), printable(why), strings.Join(names, ", "))
	return loadQuickstart(c, f.spec, matrix.Override{Key: matrix.AxisVersion, Value: strings.Join(names, ",")})
}

// loadQuickstart reads the spec with the flags' changes and further ones. Where
// they change the versions, the first one is the baseline.
func loadQuickstart(c console, f specFlags, further ...matrix.Override) (*parsedSpec, error) {
	overrides, err := f.overrides()
	if err != nil {
		return nil, err
	}
	overrides = append(overrides, further...)
	const baseline = "baseline." + matrix.AxisVersion
	first := ""
	for _, o := range overrides {
		switch o.Key {
		case matrix.AxisVersion:
			first, _, _ = strings.Cut(o.Value, ",")
		case baseline:
			return f.loadWith(c, quickstartSpec, overrides)
		}
	}
	if first != "" {
		overrides = append(overrides, matrix.Override{Key: baseline, Value: first})
	}
	return f.loadWith(c, quickstartSpec, overrides)
}

// lacking are the versions that no server here is of, in the plan's order.
func (p *planned) lacking() []string {
	var all []string
	said := map[string]bool{}
	for _, setup := range p.Setups {
		name := setup.Server.Text
		if p.missing[setup.ID] != nil && !said[name] {
			said[name] = true
			all = append(all, name)
		}
	}
	return all
}

// newestLines are the newest releases of the newest lines among found, at most
// most of them, oldest first.
func newestLines(found []launch.Installed, most int) []string {
	newest := map[string]launch.Installed{}
	for _, server := range found {
		line := lineOf(server.Version)
		if held, ok := newest[line]; !ok || held.Version.Compare(server.Version) < 0 {
			newest[line] = server
		}
	}
	return nameNewest(newest, most)
}

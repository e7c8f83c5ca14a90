package main

import (
	"context"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

func newPlan(c console) *cobra.Command {
	var spec specFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "plan SPEC|NAME",
		Short: "Show what a spec unfolds into, without measuring",
		Long: `Show the setups and cells that a spec unfolds into, what is n/a and why, which
server each setup would run here or what is missing, and the time and disk that
it needs. SPEC is a file, - for stdin, or the NAME of a ready-made spec.`,
		Example: `  redis-matrix plan my.yaml
  redis-matrix plan quickstart --rounds 10 --tests SET,GET
  redis-matrix plan my.yaml -f json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPlan(cmd.Context(), c, spec, out, args[0])
		},
	}
	spec.register(cmd)
	out.register(cmd)
	return cmd
}

func runPlan(ctx context.Context, c console, flags specFlags, out outputFlags, arg string) error {
	to, err := out.open(c, arg)
	if err != nil {
		return err
	}
	spec, err := flags.load(c, arg)
	if err != nil {
		return err
	}
	plan, err := here(ctx, c, out.quiet, spec.Spec)
	if err != nil {
		return err
	}
	if err := to.show(plan.report(), plan.document()); err != nil {
		return err
	}
	if n := len(plan.missing); n > 0 {
		say(out.chatter(c), "%s cannot be run here yet", plural(n, "setup"))
	}
	limit, err := openFiles()
	if err != nil {
		return err
	}
	if err := plan.checkFiles(limit); err != nil {
		say(out.chatter(c), "it cannot be run here yet: %v", err)
	}
	return nil
}

// planDocument is a plan in JSON.
type planDocument struct {
	*matrix.Plan
	// Estimate is the most that it takes, Least what it takes where it ends as
	// early as it may.
	Estimate matrix.Estimate             `json:"estimate"`
	Least    matrix.Estimate             `json:"least_estimate"`
	Servers  map[string]launch.Installed `json:"servers"`
	Missing  map[string]string           `json:"missing,omitempty"`
}

func (p *planned) document() planDocument {
	missing := map[string]string{}
	for id, err := range p.missing {
		missing[id] = err.Error()
	}
	return planDocument{Plan: p.Plan, Estimate: p.Estimate(), Least: p.LeastEstimate(), Servers: p.runs, Missing: missing}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner/launch"
)

// planned is a spec unfolded on this host.
type planned struct {
	*matrix.Plan
	found []launch.Installed
	// Every setup's ID is in one of these: runs says which server would run
	// it, missing why there is none here, na why there can be none.
	runs    map[string]launch.Installed
	missing map[string]error
	na      map[string]string
}

// unfold makes the plan of spec with the servers found here.
func unfold(ctx context.Context, spec *matrix.Spec, found []launch.Installed) (*planned, error) {
	versions := map[string]matrix.Version{}
	plan, err := matrix.NewPlan(spec, func(ref matrix.ServerRef) (matrix.Version, bool) {
		version, known := versions[ref.Text]
		if !known {
			version = versionOf(ctx, found, matrix.Setup{Server: ref, Launch: spec.Server.Launch})
			versions[ref.Text] = version
		}
		return version, !version.IsZero()
	})
	if err != nil {
		return nil, exitWith(exitUsage, err)
	}
	p := &planned{Plan: plan, found: found, runs: map[string]launch.Installed{}, missing: map[string]error{}, na: map[string]string{}}
	for _, setup := range plan.Setups {
		p.place(setup, versions[setup.Server.Text])
	}
	p.excuse(ctx)
	return p, nil
}

// excuse makes tests n/a for which servers have to be traced, where that cannot be
// done here.
func (p *planned) excuse(ctx context.Context) {
	var why error
	asked := false
	for i := range p.Cells {
		cell := &p.Cells[i]
		if _, na := cell.NA[matrix.TestPowerLoss]; na || !slices.Contains(cell.Load.Tests, matrix.TestPowerLoss) {
			continue
		}
		if !asked {
			why, asked = launch.CanTrace(ctx), true
		}
		if why == nil {
			return
		}
		if cell.NA == nil {
			cell.NA = map[string]string{}
		}
		cell.NA[matrix.TestPowerLoss] = why.Error()
	}
}

// versionOf is the exact version that a setup would run, zero where that shows
// only when it runs.
func versionOf(ctx context.Context, found []launch.Installed, setup matrix.Setup) matrix.Version {
	server, err := launch.Resolve(found, setup)
	if err != nil || server.Version.Exact() || server.Kind != matrix.LaunchBinary {
		return server.Version
	}
	version, err := launch.Identify(ctx, server.Path)
	if err != nil {
		return server.Version
	}
	return version
}

// place finds out what a setup runs, of a version that is zero where it is not
// known.
func (p *planned) place(setup matrix.Setup, version matrix.Version) {
	if setup.NA != "" {
		p.na[setup.ID] = setup.NA
		return
	}
	server, err := launch.Resolve(p.found, setup)
	if err == nil && server.Kind == matrix.LaunchBinary {
		if _, missing := os.Stat(server.Path); missing != nil {
			err = fmt.Errorf("find %s: %w; name the binary of a server", setup.Server.Text, missing)
		}
	}
	if err != nil {
		p.missing[setup.ID] = err
		return
	}
	if server.Name == "" {
		server.Name = version.String()
	}
	p.runs[setup.ID] = server
}

// here finds servers and unfolds spec with them. What looks like a server and
// does not run is told of, and left out.
func here(ctx context.Context, c console, quiet bool, spec *matrix.Spec) (*planned, error) {
	found, err := findServers(ctx, c, quiet)
	if err != nil {
		return nil, err
	}
	return unfold(ctx, spec, found)
}

// findServers lists what can run here.
func findServers(ctx context.Context, c console, quiet bool) ([]launch.Installed, error) {
	found, skipped, err := launch.Search(ctx)
	if err != nil {
		return nil, exitWith(exitInterrupted, fmt.Errorf("look for servers: %w", err))
	}
	for _, why := range skipped {
		if !quiet {
			say(c.err, "passed over: %s", printable(why.Error()))
		}
	}
	return found, nil
}

// check refuses a plan of which a setup cannot be had here, or nothing can be
// run at all, and says everything that is missing at once; and one that needs
// more open files than are allowed.
func (p *planned) check() error {
	var all []error
	said := map[string]bool{}
	for _, setup := range p.Setups {
		err := p.missing[setup.ID]
		if err != nil && !said[err.Error()] {
			said[err.Error()] = true
			all = append(all, err)
		}
	}
	if len(all) > 0 {
		return exitWith(exitUsage, errors.Join(all...))
	}
	if len(p.runs) == 0 || len(p.Round(1)) == 0 {
		return usagef("nothing can be run: everything is n/a: %s", strings.Join(p.naReasons(), "; "))
	}
	limit, err := openFiles()
	if err != nil {
		return err
	}
	return p.checkFiles(limit)
}

// naReasons are the reasons for which tests are n/a, each once.
func (p *planned) naReasons() []string {
	var all []string
	for _, cell := range p.Cells {
		for _, test := range cell.Load.Tests {
			if reason := cell.NA[test]; reason != "" && !slices.Contains(all, reason) {
				all = append(all, reason)
			}
		}
	}
	return all
}

// extent are the facts on how long a plan takes: up to the most, where the run
// may end before.
func (p *planned) extent() []render.Fact {
	least, most := p.LeastEstimate(), p.Estimate()
	facts := []render.Fact{
		{Name: "rounds", Value: strings.Replace(p.Spec.RoundsText(), "..", " to ", 1)},
		{Name: "samples", Value: fromTo(least.Samples, most.Samples, count)},
		{Name: "server starts", Value: fromTo(least.Starts, most.Starts, count)},
		{Name: "time", Value: "about " + fromTo(least.Time, most.Time, brief)},
	}
	if p.Spec.LeastRounds > 0 {
		facts[0].Value += ", until all is decided"
	}
	if p.Spec.Budget > 0 {
		facts = append(facts, render.Fact{Name: "budget", Value: brief(p.Spec.Budget)})
	}
	return facts
}

// fromTo is "150 to 900", or "150" where both are the same.
func fromTo[T comparable](least, most T, text func(T) string) string {
	if least == most {
		return text(most)
	}
	return text(least) + " to " + text(most)
}

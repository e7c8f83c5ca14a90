package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/render"
	"redismatrix/runner/launch"
)

func newServers(c console) *cobra.Command {
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "servers",
		Short: "List the servers that can run here",
		Long: `List the servers that can run here: those that 'servers install' fetched, those
that the environment variable REDIS_MATRIX_SERVERS names, those on PATH, and
local container images.`,
		Example: `  redis-matrix servers
  redis-matrix servers -f json
  redis-matrix servers install 7.0 8.0 valkey-8.1
  redis-matrix servers start 7.0 --port 7000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runServers(cmd.Context(), c, out) },
	}
	out.register(cmd)
	cmd.AddCommand(newInstall(c), newStart(c))
	return cmd
}

func runServers(ctx context.Context, c console, out outputFlags) error {
	to, err := out.open(c)
	if err != nil {
		return err
	}
	found, err := findServers(ctx, c, out.quiet)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		say(out.chatter(c), "%s", installHint)
	}
	return to.show(serversReport("Servers that can run here", found), listed(found))
}

// installHint is what to do where no server is found.
const installHint = "no server was found; fetch some with 'redis-matrix servers install 7.0 8.0', " +
	"install redis-server or valkey-server, or name directories of servers in REDIS_MATRIX_SERVERS"

func newInstall(c console) *cobra.Command {
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "install VERSION...",
		Short: "Fetch servers from the packages of this machine's mirror",
		Long: `Fetch servers from the Debian packages of the mirror that this machine's apt
sources name, into the user's cache. The system is not touched, and root is not
needed.`,
		Example: `  redis-matrix servers install 7.0
  redis-matrix servers install 6.0 7.0 8.0 valkey-8.1`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(quickstartVersions(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runInstall(cmd.Context(), c, out, args)
		},
	}
	out.register(cmd)
	return cmd
}

func runInstall(ctx context.Context, c console, out outputFlags, versions []string) error {
	to, err := out.open(c)
	if err != nil {
		return err
	}
	if err := checkVersions(versions); err != nil {
		return err
	}
	installed, err := install(ctx, c, out, versions)
	if err != nil {
		return err
	}
	return to.show(serversReport("Installed", installed), listed(installed))
}

// install fetches versions and tells each step on stderr.
func install(ctx context.Context, c console, out outputFlags, versions []string) ([]launch.Installed, error) {
	w := out.chatter(c)
	installed, err := launch.Install(ctx, versions, func(step string) { say(w, "%s", printable(step)) })
	switch {
	case ctx.Err() != nil:
		return nil, exitWith(exitInterrupted, errors.New("interrupted; what was being installed is removed"))
	case err != nil:
		return nil, exitWith(exitUsage, err)
	}
	return installed, nil
}

// checkVersions refuses what is no version, all at once.
func checkVersions(texts []string) error {
	var all []error
	for _, text := range texts {
		if _, err := matrix.ParseVersion(text); err != nil {
			all = append(all, err)
		}
	}
	if len(all) > 0 {
		return exitWith(exitUsage, errors.Join(all...))
	}
	return nil
}

// listed is found as a JSON list, empty rather than null.
func listed(found []launch.Installed) []launch.Installed {
	return append([]launch.Installed{}, found...)
}

// serversReport lists servers.
func serversReport(title string, found []launch.Installed) render.Report {
	table := render.Table{
		Title:  title,
		Corner: "version",
		Columns: []render.Column{
			{Head: "kind", Text: true},
			{Head: "origin", Text: true},
			{Head: "path", Text: true},
		},
	}
	for _, server := range found {
		table.Rows = append(table.Rows, words(server.Name, string(server.Kind), server.Origin, homely(server.Path)))
	}
	return render.Report{Tables: []render.Table{table}}
}

// homely is a path for readers: one below the home directory begins with ~.
func homely(path string) string {
	home, err := os.UserHomeDir()
	if err != nil || filepath.Clean(home) == string(filepath.Separator) {
		return path
	}
	if rest, below := strings.CutPrefix(path, filepath.Clean(home)+string(filepath.Separator)); below {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}

// words is a row of text.
func words(label string, texts ...string) render.Row {
	row := render.Row{Label: label}
	for _, text := range texts {
		row.Cells = append(row.Cells, render.Cell{Text: text})
	}
	return row
}

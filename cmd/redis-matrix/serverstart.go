package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

func newStart(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "start VERSION [ARG...]",
		Short: "Start a server by hand, in this terminal",
		Long: `Start one of the servers that can run here, in the place of this program, with
the ARGs of redis-server; one that 'servers install' fetched needs the libraries
that were fetched with it, and does not start without. It listens on 127.0.0.1,
unless an ARG says otherwise or names a configuration file.`,
		Example: `  redis-matrix servers start 7.0
  redis-matrix servers start 8.0 --port 7000 --save ""`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runStart(cmd.Context(), c, args[0], args[1:])
		},
	}
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func runStart(ctx context.Context, c console, version string, words []string) error {
	ref, err := matrix.ParseServerRef(version, "")
	if err != nil {
		return exitWith(exitUsage, err)
	}
	found, err := findServers(ctx, c, true)
	if err != nil {
		return err
	}
	server, err := launch.Resolve(found, matrix.Setup{Server: ref, Launch: matrix.LaunchBinary})
	if err != nil {
		return exitWith(exitUsage, err)
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "--") && words[0] != "--version" && words[0] != "--help" {
		words = append([]string{"--bind", "127.0.0.1"}, words...)
	}
	argv := append(server.Command(), words...)
	if err := syscall.Exec(argv[0], argv, os.Environ()); err != nil {
		return fmt.Errorf("start %s: %w", server.Path, err)
	}
	return nil
}

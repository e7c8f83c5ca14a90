package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/configs"
	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// complete offers values for a flag.
func complete(cmd *cobra.Command, flag string, values []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist, or is registered twice
	}
}

// completeSpec offers ready-made specs and files.
func completeSpec(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return configs.Names(), cobra.ShellCompDirectiveDefault
}

// completeReady offers ready-made specs.
func completeReady(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return configs.Names(), cobra.ShellCompDirectiveNoFileComp
}

// completeSet offers axes for --set, and after "version=" the versions that
// are here, each after those that are typed already.
func completeSet(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const only = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	values, ok := strings.CutPrefix(typed, matrix.AxisVersion+"=")
	if !ok {
		return []string{
			matrix.AxisVersion + "=", matrix.AxisAppendonly + "=", matrix.AxisSave + "=", matrix.AxisLaunch + "=",
			matrix.AxisValueSize + "=", matrix.AxisClients + "=", matrix.AxisPipeline + "=",
			matrix.AxisKeyspace + "=", matrix.AxisTransport + "=",
		}, only
	}
	found, err := launch.Find(cmd.Context())
	if err != nil {
		return nil, only
	}
	before := matrix.AxisVersion + "=" + values[:strings.LastIndex(values, ",")+1]
	var offers []string
	for _, server := range found {
		if line := before + lineOf(server.Version); !slices.Contains(offers, line) {
			offers = append(offers, line)
		}
	}
	return offers, only
}

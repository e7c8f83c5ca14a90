package main

import (
	"context"
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

// completeReady offers ready-made specs and workflows.
func completeReady(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return ready(), cobra.ShellCompDirectiveNoFileComp
}

// completeSet offers what --set can change, and after a key its values, each
// after those that are typed already.
func completeSet(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const only = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	key, values, valued := strings.Cut(typed, "=")
	var offers []string
	if !valued {
		for _, key := range matrix.OverrideKeys() {
			offers = append(offers, key+"=")
		}
		return offers, only
	}
	before := key + "=" + values[:strings.LastIndex(values, ",")+1]
	for _, value := range setValues(cmd.Context(), key) {
		if offer := before + value; !slices.Contains(offers, offer) {
			offers = append(offers, offer)
		}
	}
	return offers, only
}

// setValues are values of a key: of versions, those that are here.
func setValues(ctx context.Context, key string) []string {
	if key != matrix.AxisVersion {
		return matrix.OverrideWords(key)
	}
	found, err := launch.Find(ctx)
	if err != nil {
		return nil
	}
	var lines []string
	for _, server := range found {
		lines = append(lines, lineOf(server.Version))
	}
	return lines
}

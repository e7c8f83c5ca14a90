package main

import (
	"maps"
	"slices"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// lineOf is the line that a release belongs to: "7.0" for 7.0.15.
func lineOf(v matrix.Version) string {
	v.Numbers = v.Numbers[:min(2, len(v.Numbers))]
	return v.String()
}

// nameNewest names the most newest servers, oldest first.
func nameNewest(servers map[string]launch.Installed, most int) []string {
	ordered := slices.SortedFunc(maps.Values(servers), func(a, b launch.Installed) int {
		return a.Version.Compare(b.Version)
	})
	var names []string
	for _, server := range ordered[max(0, len(ordered)-most):] {
		names = append(names, server.Name)
	}
	return names
}

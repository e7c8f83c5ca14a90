package recorded

import (
	"regexp"
	"strings"

	"redismatrix/matrix"
)

// units are what stands behind a number on an axis and says no more than the axis
// does.
var units = map[string]*regexp.Regexp{
	matrix.AxisClients:  regexp.MustCompile(`(?i)^([0-9]+) +(?:parallel +)?(?:clients?|connections?)$`),
	matrix.AxisKeyspace: regexp.MustCompile(`(?i)^([0-9]+) +keys?$`),
	matrix.AxisThreads:  regexp.MustCompile(`(?i)^([0-9]+) +(?:client +)?threads?$`),
}

// Value is a value on an axis without the axis's own name, which reports say beside
// it: "2.8.4" of "version 2.8.4", "50" of "50 clients". Others are as written.
func Value(axis, text string) string {
	bare := strings.TrimSpace(text)
	for _, name := range []string{axis, strings.TrimPrefix(axis, "config."), strings.ReplaceAll(axis, "_", " ")} {
		if len(bare) <= len(name) || !strings.EqualFold(bare[:len(name)], name) {
			continue
		}
		if rest := strings.TrimLeft(bare[len(name):], " :=："); rest != "" && len(rest) < len(bare)-len(name) {
			bare = rest
			break
		}
	}
	if unit := units[axis]; unit != nil {
		bare = unit.ReplaceAllString(bare, "$1")
	}
	return bare
}

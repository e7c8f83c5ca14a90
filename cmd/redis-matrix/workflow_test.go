package main

import (
	"strings"
	"testing"

	"redismatrix/configs"
)

// TestWorkflowCommands holds what ready-made workflows run to the commands and
// flags that there are.
func TestWorkflowCommands(t *testing.T) {
	for _, name := range configs.Workflows() {
		text, err := configs.ReadWorkflow(name)
		if err != nil {
			t.Fatal(err)
		}
		commands := 0
		for line := range strings.Lines(string(text)) {
			_, command, found := strings.Cut(line, "redis-matrix ")
			if !found || strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			commands++
			command, _, _ = strings.Cut(command, " >>")
			words := strings.Fields(strings.ReplaceAll(command, `"`, ""))
			cmd, rest, err := newRoot(console{}).Find(words)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err == nil {
				err = cmd.ValidateArgs(cmd.Flags().Args())
			}
			if err != nil || cmd.Name() != words[0] {
				t.Errorf("%s runs %q: %v", name, command, err)
			}
		}
		if commands < 3 {
			t.Errorf("%s runs %d commands", name, commands)
		}
	}
}

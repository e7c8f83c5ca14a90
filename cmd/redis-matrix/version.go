package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"redismatrix/render"
)

// build says what this program is.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Time     string `json:"time,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersion(c console) *cobra.Command {
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say which redis-matrix this is",
		Example: `  redis-matrix version
  redis-matrix version -f json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runVersion(c, out) },
	}
	out.register(cmd)
	return cmd
}

func runVersion(c console, out outputFlags) error {
	to, err := out.open(c)
	if err != nil {
		return err
	}
	this := thisBuild()
	facts := []render.Fact{{Name: "version", Value: this.Version}}
	if this.Revision != "" {
		facts = append(facts, render.Fact{Name: "revision", Value: this.Revision})
	}
	facts = append(facts,
		render.Fact{Name: "go", Value: this.Go},
		render.Fact{Name: "platform", Value: this.Platform})
	return to.show(render.Report{Title: "redis-matrix", Facts: facts}, this)
}

// thisBuild reads what the linker recorded.
func thisBuild() build {
	this := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return this
	}
	if info.Main.Version != "" {
		this.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			this.Revision = setting.Value
		case "vcs.modified":
			this.Modified = setting.Value == "true"
		case "vcs.time":
			this.Time = setting.Value
		}
	}
	return this
}

package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/configs"
	"redismatrix/render"
)

func newInit(c console) *cobra.Command {
	var out outputFlags
	var force bool
	cmd := &cobra.Command{
		Use:   "init [NAME]",
		Short: "Write a ready-made spec or workflow, or list them",
		Long: `Write the ready-made spec or workflow NAME to stdout or to the file of -o, which
is not overwritten without --force. Without a NAME, list them.`,
		Example: `  redis-matrix init
  redis-matrix init quickstart -o my.yaml
  redis-matrix init quickstart | redis-matrix plan -
  redis-matrix init upgrade-gate -o .github/workflows/upgrade-gate.yml`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeReady,
		RunE: func(_ *cobra.Command, args []string) error {
			return runInit(c, out, force, args)
		},
	}
	out.register(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "overwrite an existing file")
	return cmd
}

func runInit(c console, out outputFlags, force bool, args []string) error {
	if len(args) == 1 && !slices.Contains(ready(), args[0]) {
		return usagef("there is no ready-made spec %q; there are %s", args[0], strings.Join(ready(), ", "))
	}
	if err := checkInit(out, force, args); err != nil {
		return err
	}
	if err := mayWrite(out.output, force); err != nil {
		return err
	}
	to, err := out.open(c)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return to.show(readyReport(), readyList())
	}
	read := configs.Read
	if slices.Contains(configs.Workflows(), args[0]) {
		read = configs.ReadWorkflow
	}
	text, err := read(args[0])
	if err != nil {
		return err
	}
	return to.write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// checkInit refuses flags that mean nothing for what is written.
func checkInit(out outputFlags, force bool, args []string) error {
	named, _ := formatOf(out.output)
	switch {
	case len(args) == 1 && out.format != "":
		return usagef("-f is the format of the list, and %s is YAML; leave it out", args[0])
	case len(args) == 1 && named != "":
		return usagef("%s is YAML, and the name %s says otherwise; name it .yaml", args[0], out.output)
	case force && out.output == "":
		return usagef("--force overwrites the file of -o; name one")
	}
	return nil
}

// ready names the ready-made specs, then the workflows.
func ready() []string { return append(configs.Names(), configs.Workflows()...) }

// mayWrite refuses a file that exists, unless forced.
func mayWrite(path string, force bool) error {
	if path == "" || path == stdout || force {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usagef("open output: %w", err)
	case info.Mode().IsRegular():
		return usagef("%s exists; --force overwrites it", path)
	default:
		return nil // a device or a pipe; a directory is refused when opened
	}
}

// readySpec is a ready-made spec or workflow in a list.
type readySpec struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func readyList() []readySpec {
	all := []readySpec{}
	for _, name := range ready() {
		all = append(all, readySpec{Name: name, Description: configs.Description(name)})
	}
	return all
}

func readyReport() render.Report {
	table := render.Table{
		Title:   "Ready-made specs and workflows",
		Corner:  "name",
		Columns: []render.Column{{Head: "what it compares", Text: true}},
	}
	for _, spec := range readyList() {
		table.Rows = append(table.Rows, words(spec.Name, spec.Description))
	}
	return render.Report{Tables: []render.Table{table}}
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"redismatrix/render"
)

// stdout is the name under which the standard output is written.
const stdout = "-"

// outputFlags are the flags that all commands share.
type outputFlags struct {
	format string
	output string
	// outputs are the files of a command that may write several.
	outputs []string
	quiet   bool
	// formats are what the command can write; nil for those of reports.
	formats []string
	// chart is which of a run's charts is drawn, from 1; 0 is the first.
	chart int
	// chosen is true where the run's tables are others than its spec asks for.
	chosen bool
}

// registerRun adds the flags to cmd, and of a command that reports a run the one
// that chooses a chart.
func (f *outputFlags) registerRun(cmd *cobra.Command) {
	f.formats = runFormats()
	f.registerSeveral(cmd)
	cmd.Flags().IntVar(&f.chart, "chart", 0, "the `NUMBER` of the chart that svg and png draw, from 1 (default the first)")
}

// registerSeveral adds the flags to cmd, which writes as many files as are named.
func (f *outputFlags) registerSeveral(cmd *cobra.Command) {
	f.registerFormat(cmd)
	cmd.Flags().StringArrayVarP(&f.outputs, "output", "o", nil, "write to `FILE` instead of stdout, which is -; repeatable, each in the format of its name")
}

func (f *outputFlags) known() []string {
	if f.formats == nil {
		return render.Formats()
	}
	return f.formats
}

// register adds the flags to cmd.
func (f *outputFlags) register(cmd *cobra.Command) {
	f.registerFormat(cmd)
	cmd.Flags().VarP((*oneFile)(&f.output), "output", "o", "write to `FILE` instead of stdout, which is -")
}

// oneFile is the flag of a command that writes one file: a second one would take
// the place of the first without a word.
type oneFile string

func (f *oneFile) String() string { return string(*f) }

// Type is that of flags that hold text.
func (f *oneFile) Type() string { return "string" }

// Set refuses a second file.
func (f *oneFile) Set(path string) error {
	if *f != "" {
		return fmt.Errorf("%s is named already, and this command writes one file", *f)
	}
	*f = oneFile(path)
	return nil
}

func (f *outputFlags) registerFormat(cmd *cobra.Command) {
	formats := f.known()
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", "", "output `FORMAT`: "+strings.Join(formats, ", ")+" (default by the name of --output, else text)")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing on stderr but errors")
	complete(cmd, "format", formats)
}

// open checks the flags and opens what they name, so that a mistake in them
// shows before anything is measured. None of the inputs is written.
func (f *outputFlags) open(c console, inputs ...string) (*sink, error) {
	if f.output == stdout {
		f.output = ""
	}
	named, contradicts := formatOf(f.output)
	format := cmp.Or(f.format, named, "text")
	switch {
	case f.format == "" && named != "" && !slices.Contains(f.known(), named):
		return nil, usagef("%s asks by its name for %s, which is no format here; formats here are %s", f.output, named, strings.Join(f.known(), ", "))
	case contradicts && named != format:
		return nil, usagef("%s is to be %s, and its name says otherwise; formats here are %s", f.output, format, strings.Join(f.known(), ", "))
	case !slices.Contains(f.known(), format):
		return nil, usagef("format %q is not known; use one of %s", format, strings.Join(f.known(), ", "))
	case f.formats != nil && f.chart < 0:
		return nil, usagef("--chart %d is no number of a chart from 1", f.chart)
	case f.output != "":
		to, err := openSink(format, f.output, inputs...)
		if err == nil {
			to.chart, to.chosen = f.chart, f.chosen
		}
		return to, err
	case binary(format) && width(c.out) > 0:
		return nil, usagef("%s is nothing to read on a terminal; name a file with -o", format)
	}
	options := render.Options{Color: c.color(c.out), Width: width(c.out)}
	return &sink{format: format, to: c.out, options: options, chart: f.chart, chosen: f.chosen}, nil
}

// openAll is open for a command that may write to several places.
func (f *outputFlags) openAll(c console, inputs ...string) (sinks, error) {
	paths := f.outputs
	if len(paths) == 0 {
		paths = []string{""}
	}
	var all sinks
	var wrong []error
	for _, path := range paths {
		one := *f
		one.output = path
		to, err := one.open(c, inputs...)
		switch {
		case err != nil:
			wrong = append(wrong, err)
		case slices.ContainsFunc(all, to.takes):
			wrong = append(wrong, usagef("%s is to be written twice; name each file once", path))
		default:
			all = append(all, to)
		}
	}
	return all, errors.Join(wrong...)
}

// takes reports whether the sink writes to the file that another one does, or both
// to stdout.
func (s *sink) takes(other *sink) bool {
	if s.path == "" || other.path == "" {
		return s.path == other.path && s.to == other.to
	}
	a, aErr := filepath.Abs(s.path)
	b, bErr := filepath.Abs(other.path)
	return a == b && aErr == nil && bErr == nil
}

// formatOf is the format that a file's name asks for, "" where it asks for none.
// A reader is misled by a name that asks for another one than is written.
func formatOf(path string) (format string, misleading bool) {
	format = strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	switch format {
	case "md":
		return "markdown", true
	case "htm":
		return "html", true
	case "xml":
		return "junit", true
	case "csv", "json", "html", "xlsx", "svg", "png", "pdf", "xls", "ods", "doc", "docx", "jpg", "jpeg", "gif":
		return format, true
	}
	return "", false
}

// chatter is where remarks go: stderr, or nowhere with --quiet.
func (f *outputFlags) chatter(c console) io.Writer {
	if f.quiet {
		return io.Discard
	}
	return c.err
}

package render

import (
	"fmt"
	"io"
	"strings"
)

// Formats lists the names that Write knows.
func Formats() []string { return []string{"text", "markdown", "csv", "json"} }

// Options say how a report is laid out.
type Options struct {
	// Color allows ANSI colours in text; never the only carrier of meaning.
	Color bool
	// Width is the terminal's, 0 where unknown or unbounded. A wider table is
	// set in several blocks.
	Width int
}

// Write lays the report out in a format. The error names the formats where
// format is none of them; else it is the writer's.
func Write(w io.Writer, format string, report Report, options Options) error {
	var write func(io.Writer, Report, Options) error
	switch format {
	case "text":
		write = writeText
	case "markdown":
		write = writeMarkdown
	case "csv":
		write = writeCSV
	case "json":
		write = writeJSON
	default:
		return fmt.Errorf("write report as %q: the formats are %s", format, strings.Join(Formats(), ", "))
	}
	if err := write(w, report.Clean(), options); err != nil {
		return fmt.Errorf("write report as %s: %w", format, err)
	}
	return nil
}

// writePage writes lines of which the first and the last are not empty.
func writePage(w io.Writer, page string) error {
	if page = strings.Trim(page, "\n"); page != "" {
		page += "\n"
	}
	_, err := io.WriteString(w, page)
	return err
}

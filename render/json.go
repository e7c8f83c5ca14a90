package render

import (
	"encoding/json"
	"io"
)

// writeJSON writes the report itself.
func writeJSON(w io.Writer, report Report, _ Options) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(report)
}

package render

import (
	"io"
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// writeMarkdown lays a report out in GitHub's Markdown: a heading and a table
// per table, its footnotes below.
func writeMarkdown(w io.Writer, report Report, _ Options) error {
	ambiguousIsNarrow()
	report = report.mapped(escapeMarkdown)
	var b strings.Builder
	if report.Title != "" {
		b.WriteString("# " + report.Title + "\n")
	}
	for _, t := range report.Tables {
		markdownTable(&b, t)
	}
	if len(report.Notes) > 0 {
		b.WriteString("\n## Notes\n\n")
	}
	for _, note := range report.Notes {
		b.WriteString("- " + atStart(note.String()) + "\n")
	}
	if len(report.Facts) > 0 {
		b.WriteString("\n## Measured\n\n")
	}
	for _, fact := range report.Facts {
		b.WriteString("- **" + fact.Name + "**: " + fact.Value + "\n")
	}
	return writePage(w, b.String())
}

func markdownTable(b *strings.Builder, t Table) {
	if t.Title != "" {
		b.WriteString("\n## " + t.Title + "\n")
	}
	if t.Constant != "" {
		b.WriteString("\n" + atStart(t.Constant) + "\n")
	}
	if len(t.Columns) > 0 {
		b.WriteString("\n" + markdownGrid(t) + "\n")
	}
	if t.Evidence != "" {
		b.WriteString("\n" + atStart(t.Evidence) + "\n")
	}
	if len(t.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range t.Footnotes() {
		line := atStart(note.Text)
		if note.Mark != "" {
			line = note.Mark + " " + note.Text
		}
		b.WriteString("- " + line + "\n")
	}
}

// markdownGrid is the table itself. The library escapes | in cells.
func markdownGrid(t Table) string {
	writer := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Markdown.PadContent = true
	writer.SetStyle(style)
	head := table.Row{t.Corner}
	configs := []table.ColumnConfig{{Number: 1, Align: text.AlignLeft, AlignHeader: text.AlignLeft}}
	for j, column := range t.Columns {
		align := text.AlignRight
		if column.Text {
			align = text.AlignLeft
		}
		configs = append(configs, table.ColumnConfig{Number: j + 2, Align: align, AlignHeader: align})
		head = append(head, markdownHead(column))
	}
	writer.SetColumnConfigs(configs)
	writer.AppendHeader(head)
	for _, row := range t.Rows {
		cells := table.Row{row.Head()}
		for _, cell := range row.Cells {
			cells = append(cells, saidWith(cell.Number(), cell.Beside(), cell.Mark, NoteMarks(cell.Notes)))
		}
		writer.AppendRow(cells)
	}
	return writer.RenderMarkdown()
}

func markdownHead(c Column) string {
	head := saidWith(c.Head, NoteMarks(c.Notes))
	if c.Sub != "" {
		head += " (" + c.Sub + ")"
	}
	return head
}

// markdownSpecial are the characters that Markdown or GitHub interprets within
// a line. The pipe is escaped too, but in tables the library does it.
var markdownSpecial = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"<", `\<`, ">", `\>`, "~", `\~`, "&", `\&`, "$", `\$`)

func escapeMarkdown(s string) string { return markdownSpecial.Replace(s) }

var blockStart = regexp.MustCompile(`^(?:([0-9]+)([.)])|([-+#=]))`)

// atStart escapes what would make a line a list, a heading or a rule.
func atStart(line string) string { return blockStart.ReplaceAllString(line, `$1\$2$3`) }

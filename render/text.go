package render

import (
	"io"
	"strings"
	"sync"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// ambiguousIsNarrow has the library measure ±, – and ¹ as one column, as
// terminals draw them. Left alone it follows the locale, and the same report
// would be aligned for one reader and not for another.
var ambiguousIsNarrow = sync.OnceFunc(func() { text.OverrideRuneWidthEastAsianWidth(false) })

// textPage is a report being laid out as text.
type textPage struct {
	strings.Builder
	paint palette
	width int
}

func writeText(w io.Writer, report Report, options Options) error {
	ambiguousIsNarrow()
	report = report.mapped(steady)
	page := &textPage{paint: palette{options.Color}, width: options.Width}
	page.title(report.Title)
	for _, t := range report.Tables {
		page.line("")
		page.table(t)
	}
	page.notes(report.Notes)
	page.facts(report.Facts)
	return writePage(w, page.String())
}

// line adds a line without the spaces at its end; an empty one at the top of
// the page is left out.
func (p *textPage) line(line string) {
	line = strings.TrimRight(line, " ")
	if line != "" || p.Len() > 0 {
		p.WriteString(line + "\n")
	}
}

// title adds a heading.
func (p *textPage) title(title string) {
	for _, line := range fold(title, p.width) {
		p.line(p.paint.bold(line))
	}
}

// wrapped adds words behind lead, on as many lines as the width needs, which
// all begin below the first word.
func (p *textPage) wrapped(lead, words string) {
	indent, room := columns(lead), 0
	if p.width > 0 {
		room = max(p.width-indent, 1)
	}
	for _, line := range fold(words, room) {
		p.line(lead + line)
		lead = strings.Repeat(" ", indent)
	}
}

func (p *textPage) table(t Table) {
	label, strips, below := p.fit(t)
	blocks := split(label, strips, p.width)
	p.headline(t, blockWidth(label, blocks))
	for i, block := range blocks {
		if len(t.Columns) == 0 {
			break
		}
		if i > 0 {
			p.line("")
		}
		p.block(append([]strip{label}, block...))
	}
	for _, remarks := range below {
		p.wrapped(" ", remarks.legend(t))
	}
	if t.Evidence != "" {
		p.wrapped(" ", t.Evidence)
	}
	for _, note := range t.Footnotes() {
		mark := note.Mark
		if mark == "" {
			mark = "•"
		}
		p.wrapped(" "+mark+" ", note.Text)
	}
}

// headline is the title, and what is constant at the right end of the table or
// on a line of its own where that is too narrow.
func (p *textPage) headline(t Table, width int) {
	constant := t.Constant
	if t.Title == "" && constant == "" {
		return
	}
	gap := width - columns(t.Title) - columns(constant)
	if constant == "" {
		p.title(t.Title)
		return
	}
	if gap >= 2 {
		p.line(p.paint.bold(t.Title) + strings.Repeat(" ", gap) + p.paint.dim(constant))
		return
	}
	if room := p.width - columns(t.Title) - columns(constant); room >= 3 || p.width <= 0 {
		p.line(p.paint.bold(t.Title) + "   " + p.paint.dim(constant))
		return
	}
	if t.Title != "" {
		p.title(t.Title)
	}
	p.wrapped("", constant)
}

// block draws strips side by side below a rule.
func (p *textPage) block(strips []strip) {
	rows := 0
	writer := table.NewWriter()
	writer.SetStyle(textStyle())
	head := table.Row{}
	var configs []table.ColumnConfig
	for i, s := range strips {
		head = append(head, s.head)
		rows = max(rows, len(s.cells))
		align := text.AlignRight
		if s.left {
			align = text.AlignLeft
		}
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, VAlignHeader: text.VAlignTop})
	}
	writer.SetColumnConfigs(configs)
	writer.AppendHeader(head)
	for i := range rows {
		row := table.Row{}
		for _, s := range strips {
			row = append(row, s.cells[i])
		}
		writer.AppendRow(row)
	}
	for line := range strings.Lines(writer.Render()) {
		line = strings.TrimSuffix(line, "\n")
		if p.width > 0 && columns(line) > p.width && strings.Trim(line, rule) == "" {
			line = strings.Repeat(rule, p.width)
		}
		p.line(line)
	}
}

// rule is what the line below the heads is made of.
const rule = "─"

func textStyle() table.Style {
	style := table.StyleLight
	style.Options = table.Options{SeparateHeader: true, DoNotRenderSeparatorWhenEmpty: true}
	style.Format.Header = text.FormatDefault
	return style
}

func (p *textPage) notes(notes []Note) {
	if len(notes) > 0 {
		p.line("")
	}
	for _, note := range notes {
		p.wrapped(" • ", note.String())
	}
}

func (p *textPage) facts(facts []Fact) {
	names := 0
	for _, fact := range facts {
		names = max(names, columns(fact.Name))
	}
	if len(facts) > 0 {
		p.line("")
	}
	for _, fact := range facts {
		p.wrapped(" "+text.Pad(fact.Name, names, ' ')+"  ", fact.Value)
	}
}

// columns is the width of a text on a terminal.
func columns(s string) int { return text.StringWidthWithoutEscSequences(s) }

// steady leaves out what terminals disagree on: joiners, variation selectors
// and skin tones, which some draw as part of the character before and some do
// not.
func steady(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c', r == '\u200d', r >= '\ufe00' && r <= '\ufe0f', r >= 0x1f3fb && r <= 0x1f3ff:
			return -1
		}
		return r
	}, s)
}

// palette paints text where colours are allowed.
type palette struct{ on bool }

func (p palette) bold(s string) string { return p.in("1", s) }
func (p palette) dim(s string) string  { return p.in("2", s) }
func (p palette) red(s string) string  { return p.in("31", s) }

// verdict paints what stands behind a number: a change with its mark, or a spread.
func (p palette) verdict(mark, beside, shown string) string {
	switch mark {
	case markFaster:
		return p.in("32", beside+shown)
	case markSlower:
		return p.red(beside + shown)
	case markInvalid:
		return p.dim(beside) + p.red(shown)
	}
	return p.dim(beside) + shown
}

// lines paints each line of words.
func (p palette) lines(paint func(string) string, words string) string {
	return strings.Join(mapEach(strings.Split(words, "\n"), paint), "\n")
}

func (p palette) in(code, s string) string {
	if !p.on || strings.TrimSpace(s) == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

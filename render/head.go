package render

import (
	"cmp"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// title is the metric and the values of the fixed axes: "Requests per second ·
// appendonly everysec".
func (s *source) title(l layout) string {
	parts := []string{metricTitle(l.metric, l.points)}
	for _, axis := range l.fixed {
		parts = append(parts, s.phrase(axis, l.points))
	}
	return saying(parts...)
}

// phrase says the value that points share on an axis.
func (s *source) phrase(axis string, points []point) string {
	phrase := axisPhrase(axis, points[0].value(axis))
	switch axis {
	case matrix.AxisVersion:
		return strings.Join(s.versionPhrases(points), " / ")
	case matrix.AxisTest:
		if remark := points[0].remark(); remark != "" {
			return phrase + " (" + remark + ")"
		}
	}
	return phrase
}

// constant is what holds for all cells of the table and is neither in its
// title nor in its heads.
func (s *source) constant(l layout) string {
	var parts []string
	for _, name := range s.constantAxes(l) {
		parts = append(parts, s.constantPhrase(name, l.points))
	}
	return saying(append(parts, s.roundsPhrase(l.points))...)
}

// constantAxes are the axes to be named as constant: what matters to every
// reader even where it is no axis, and then the spec's others.
func (s *source) constantAxes(l layout) []string {
	names := append([]string{matrix.AxisVersion, matrix.AxisAppendonly}, loadAxes...)
	for _, axis := range s.axes {
		names = append(names, axis.name)
	}
	var constant []string
	for _, name := range names {
		named := name == l.rows || name == l.columns || slices.Contains(l.fixed, name) || slices.Contains(l.beside, name)
		if !named && !slices.Contains(constant, name) {
			constant = append(constant, name)
		}
	}
	return constant
}

// constantPhrase says what points have in common under a name, whether it is an
// axis or a default; "" where that is nothing, or not worth saying.
func (s *source) constantPhrase(name string, points []point) string {
	if name == matrix.AxisVersion || points[0].value(name) != "" {
		return s.phrase(name, points)
	}
	value := s.shared(points, func(of []point) string {
		switch {
		case name == matrix.AxisAppendonly:
			return s.appendOnly(of[0])
		case name == matrix.AxisKeyspace && s.run.Recorded != nil: // of which none is usual
			return s.toldBy(name, of[0])
		}
		return loadValue(name, of)
	})
	if value == "" {
		return ""
	}
	return axisPhrase(name, value)
}

// shared is what is said of points, "" where recordings differ in it: their loads
// may differ without an axis that does.
func (s *source) shared(points []point, say func([]point) string) string {
	said := say(points)
	if s.run.Recorded == nil {
		return said
	}
	for i := range points {
		if say(points[i:i+1]) != said {
			return ""
		}
	}
	return said
}

// appendOnly is the AOF mode that a point's setup asks for, as the appendonly
// axis writes it; "" where the directives leave it open or vary.
func (s *source) appendOnly(p point) string {
	setup := s.setups[p.cell.Setup]
	if setup == nil || p.value("config.appendonly") != "" || p.value("config.appendfsync") != "" {
		return ""
	}
	asked := map[string]string{}
	for _, directive := range setup.Config {
		asked[directive.Name] = strings.Join(directive.Args, " ")
	}
	switch {
	case asked["appendonly"] != "yes":
		return asked["appendonly"]
	case asked["appendfsync"] == "no":
		return "os"
	}
	return cmp.Or(asked["appendfsync"], "yes") // a recording may not tell it
}

// roundsPhrase is "5 rounds of 1 s".
func (s *source) roundsPhrase(points []point) string {
	if s.run.Rounds() < 1 {
		return ""
	}
	phrase := plural(s.run.Rounds(), "round")
	if ends := s.shared(points, func(of []point) string { return bounds(of[0].cell.Load) }); ends != "" {
		phrase += " of " + ends
	}
	return phrase
}

// rowLabel is a row's value; the corner names its axis.
func (s *source) rowLabel(l layout, value string) string {
	label := value
	switch l.rows {
	case matrix.AxisVersion:
		label = s.phrase(l.rows, l.byRow[value])
	case matrix.AxisRate:
		label = ratePhrase(value)
	case matrix.AxisMix:
		label = mixPhrase(value)
	}
	if l.rows != matrix.AxisTest {
		label = saying(append([]string{label}, s.toldPhrases(l, l.byRow[value])...)...)
	}
	if isBaseline(l.byRow[value]) && !isBaseline(l.points) {
		label += " (baseline)"
	}
	return label
}

func isBaseline(points []point) bool {
	return len(points) > 0 && !slices.ContainsFunc(points, func(p point) bool { return !p.cell.Baseline })
}

// columns are the heads, with the notes that concern a column as a whole.
func (s *source) columns(l layout, values []string, shared [][]Note, notes *noteList) []Column {
	columns := make([]Column, len(values))
	for j, value := range values {
		points := l.byColumn[value]
		column := Column{Head: s.phrase(l.columns, points)}
		if l.columns == "version" {
			shared[j] = append(differing(s.versionPhrases(points)), shared[j]...)
		}
		if column.Head == "" {
			column.Head = l.metric.Unit
		}
		if isBaseline(points) && !isBaseline(l.points) {
			column.Sub = "baseline"
		}
		beside := mapEach(l.beside, func(axis string) string { return s.phrase(axis, points) })
		column.Sub = saying(slices.Concat(beside, s.toldPhrases(l, points), []string{column.Sub})...)
		column.Notes = notes.indexes(shared[j])
		columns[j] = column
	}
	tellApart(columns, values)
	return columns
}

// differing is the note on a column whose setups ran different versions.
func differing(versions []string) []Note {
	if len(versions) < 2 {
		return nil
	}
	return []Note{{
		Text:   "the column mixes " + strings.Join(versions, " and "),
		Remedy: "ask for an exact version, and run all setups anew",
	}}
}

// tellApart adds the spec's text to heads that would read the same.
func tellApart(columns []Column, values []string) {
	count := map[string]int{}
	for _, column := range columns {
		count[column.Head]++
	}
	for j := range columns {
		if count[columns[j].Head] > 1 {
			columns[j].Sub = saying(values[j], columns[j].Sub)
		}
	}
}

// factRows are the rows on the servers themselves: the binary's size, where
// tests stand below versions, and in one of the tables that there are of them.
func (s *source) factRows(l layout, values []string) []Row {
	if l.columns != "version" || l.rows != matrix.AxisTest || l.metric.Name != matrix.MetricRPS {
		return nil
	}
	row, known := Row{Label: "binary size", Fact: true, Unit: "MB"}, false
	for _, value := range values {
		cell := s.binarySize(l.byColumn[value])
		known = known || cell.Value != nil
		row.Cells = append(row.Cells, cell)
	}
	if !known {
		return nil
	}
	return []Row{row}
}

func (s *source) binarySize(points []point) Cell {
	var sizes []int64
	for _, p := range points {
		if info, ok := s.server(p); ok && info.Size > 0 && !slices.Contains(sizes, info.Size) {
			sizes = append(sizes, info.Size)
		}
	}
	switch len(sizes) {
	case 0:
		return Cell{Text: none}
	case 1:
		megabytes := float64(sizes[0]) / 1e6
		return Cell{Value: &megabytes, Digits: 1}
	}
	return Cell{Text: "differs"}
}

// addRemarks adds the column of remarks where rows are tests that have some.
func (t *Table) addRemarks(l layout, rows []string) {
	remarks := make([]string, len(rows))
	for i, row := range rows {
		remarks[i] = l.byRow[row][0].remark()
	}
	if l.rows != matrix.AxisTest || strings.Join(remarks, "") == "" {
		return
	}
	t.Columns = append(t.Columns, Column{Head: "remark", Text: true, Remark: true})
	facts := len(t.Rows) - len(rows)
	for i := range t.Rows {
		var remark Cell
		if i >= facts {
			remark.Text = remarks[i-facts]
		}
		t.Rows[i].Cells = append(t.Rows[i].Cells, remark)
	}
}

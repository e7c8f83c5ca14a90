package matrix

import (
	"path"
	"slices"
	"strings"
)

// reports reads which tables a report holds, and which reports are kept.
func (d *decoder) reports(n *node) {
	d.mapping(n, []field{
		{"tables", func(tables *node) {
			for _, item := range d.items(tables) {
				d.table(item)
			}
		}},
		{"files", d.reportFiles},
	})
}

func (d *decoder) reportFiles(n *node) {
	for _, item := range d.texts(n) {
		taken := func(name string) bool { return strings.EqualFold(name, item.text) } // on some file systems
		switch {
		case !d.checked(item, reportFile):
		case slices.ContainsFunc(d.spec.Report.Files, taken):
			d.reportf(item, "name each file once", "there is such a file already")
		default:
			d.spec.Report.Files = append(d.spec.Report.Files, item.text)
		}
	}
}

// ReportEndings are what names of reports end in, by which the format is known.
func ReportEndings() []string {
	return []string{".xlsx", ".html", ".md", ".csv", ".json", ".txt", ".svg", ".png"}
}

// reportFile accepts names of reports in a run's directory.
func reportFile(text string) (string, *flaw) {
	_, foreign := nameForm(text)
	ending := strings.ToLower(path.Ext(text))
	switch {
	case strings.ContainsAny(text, `/\`):
		return "", flawf("leave the directory out: it is written into the run's; the flag -o writes anywhere", "not a name alone")
	case !slices.Contains(ReportEndings(), ending):
		return "", flawf("end it in one of "+strings.Join(ReportEndings(), ", "), "its name says no format of reports")
	case foreign != nil:
		return "", flawf(foreign.remedy, "not a name for a report")
	case strings.EqualFold(text, "run.json"):
		return "", flawf("choose another name, such as report.json", "the run itself is kept in run.json")
	}
	return text, nil
}

func (d *decoder) table(n *node) {
	t := TableSpec{}
	before := len(d.problems)
	d.mapping(n, []field{
		{"rows", d.dimensionInto(&t.Rows)},
		{"columns", d.dimensionInto(&t.Columns)},
		{"where", func(where *node) { t.Where = d.whereOf(where, d.noValue, d.shownTests) }},
		{"metric", d.textInto(&t.Metric, oneOf(Metrics()...))},
	})
	if len(d.problems) > before {
		return
	}
	if t.Rows == "" || t.Columns == "" {
		d.reportf(n, "write for example {rows: test, columns: version}", "a table needs rows and columns")
	} else if t.Rows == t.Columns {
		d.reportf(n, "choose two different ones", "rows and columns are the same")
	}
	d.spec.Report.Tables = append(d.spec.Report.Tables, t)
}

// dimensionInto reads what rows or columns are: an axis or the tests.
func (d *decoder) dimensionInto(to *string) func(*node) {
	return func(n *node) {
		if !d.scalar(n) {
			return
		}
		if n.text != AxisTest && d.axis(n.text) == nil {
			known := append(d.axisNames(), AxisTest)
			d.reportf(n, suggest(n.text, known, "accepted are "), "neither an axis of the spec nor \"test\"")
			return
		}
		*to = axisName(n.text)
	}
}

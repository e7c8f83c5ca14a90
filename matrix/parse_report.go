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
		{"measures", d.measuresInto(&t.Measures)},
	})
	if len(d.problems) > before {
		return
	}
	d.checkTable(n, t)
	d.spec.Report.Tables = append(d.spec.Report.Tables, t)
}

// checkTable reports a table that lacks a direction, or has one twice.
func (d *decoder) checkTable(n *node, t TableSpec) {
	switch {
	case len(t.Measures) > 0 && (t.Columns != "" || t.Metric != ""):
		d.reportf(n, "leave columns and metric out, or measures", "measures are the columns, each with its metric")
	case len(t.Measures) > 0 && (t.Rows == "" || t.Rows == AxisTest):
		d.reportf(n, "write for example rows: appendonly", "a table of measures needs rows that are an axis")
	case len(t.Measures) > 0:
	case t.Rows == "" || t.Columns == "":
		d.reportf(n, "write for example {rows: test, columns: version}", "a table needs rows and columns")
	case t.Rows == t.Columns:
		d.reportf(n, "choose two different ones", "rows and columns are the same")
	}
}

// measuresInto reads metrics of tests, such as "SET p99".
func (d *decoder) measuresInto(to *[]Measure) func(*node) {
	return func(n *node) {
		for _, item := range d.texts(n) {
			measure, f := d.spec.Load.measure(item.text)
			switch {
			case f != nil:
				d.report(item, f)
			case slices.Contains(*to, measure):
				d.reportf(item, "keep one of them", "the table has this measure already")
			default:
				*to = append(*to, measure)
			}
		}
	}
}

// measure reads a metric of one of the load's tests.
func (l Load) measure(text string) (Measure, *flaw) {
	const remedy = `write a test and a metric, such as "SET p99"`
	i := strings.LastIndex(text, " ")
	if i < 0 {
		return Measure{}, flawf(remedy, "not a measure")
	}
	name, metric := strings.TrimSpace(text[:i]), text[i+1:]
	test, known := l.part(name)
	switch {
	case name == TestMix && slices.Contains(l.Tests, TestMix):
		test.Name = TestMix
	case !known || !slices.Contains(l.Tests, test.Name):
		return Measure{}, flawf("its tests are "+strings.Join(l.Tests, ", "), "%s is no test of the spec", quoteShort(name))
	}
	if _, f := oneOf(Metrics()...)(metric); f != nil {
		return Measure{}, f
	}
	if m, _ := LookupMetric(metric); !m.tells(test) {
		return Measure{}, flawf("choose a metric that it has", "%s does not tell %s", test.Name, m.Name)
	}
	return Measure{test.Name, metric}, nil
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

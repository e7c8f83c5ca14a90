package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"redismatrix/matrix"
)

// junitSuite is the part of JUnit's XML that CI systems read: a difference is a
// test case. What is slower failed, what is invalid is an error, and what is
// inconclusive was skipped unless it fails the gate.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitReason `xml:"failure"`
	Error   *junitReason `xml:"error"`
	Skipped *junitReason `xml:"skipped"`
	Output  string       `xml:"system-out,omitempty"`
}

type junitReason struct {
	Message string `xml:"message,attr"`
}

func (v Verdicts) junit(w io.Writer) error {
	suite := junitSuite{Name: "redis-matrix compare"}
	whole := junitCase{Class: "comparison", Name: "valid", Output: v.Headline}
	if problems := v.problems(); len(problems) > 0 {
		whole.Error = &junitReason{strings.Join(problems, "\n")}
	}
	suite.add(whole)
	for _, r := range append(v.Shown[:len(v.Shown):len(v.Shown)], v.Rest...) {
		suite.add(v.testCase(r))
	}
	for _, o := range v.Omitted {
		suite.add(junitCase{Class: o.Cell, Name: o.Test, Skipped: &junitReason{"not compared: " + o.String()}})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// problems are why the whole is invalid: where nothing says so, the headline
// does.
func (v Verdicts) problems() []string {
	if v.unexplained() {
		return []string{v.Headline}
	}
	return mapEach(v.Problems, Note.String)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// testCase is a row as a case, which says it once.
func (v Verdicts) testCase(r Verdicted) junitCase {
	c := junitCase{Class: saying(r.against(), r.Where), Name: r.Test + " " + r.Metric}
	reason := &junitReason{r.account()}
	switch {
	case r.Verdict == matrix.VerdictInvalid:
		c.Error = reason
	case v.fails(r):
		c.Failure = reason
	case r.Verdict == matrix.VerdictInconclusive:
		c.Skipped = reason
	default:
		c.Output = r.account()
	}
	return c
}

// fails reports whether a difference fails the gate, invalid ones left out.
func (v Verdicts) fails(r Verdicted) bool {
	return r.Verdict == matrix.VerdictSlower || v.Strict && r.Verdict == matrix.VerdictInconclusive
}

// account is a row in a sentence: what it is, by how much, and why.
func (r Verdicted) account() string {
	said := string(r.Verdict) + ": " + r.String()
	if r.Base != nil && r.Now != nil {
		said += ", from " + r.amount(r.Base) + " to " + r.amount(r.Now)
	}
	if of := r.Reference; of != nil && of.Base != nil && of.Now != nil {
		said += ", where the reference, " + of.New + ", went from " + r.amount(of.Base) + " to " + r.amount(of.Now)
	}
	if r.Low != nil && r.High != nil && !strings.Contains(r.Reason, "somewhere between") {
		said += ", between " + strings.Replace(r.interval(), " to ", " and ", 1)
	}
	if r.Reason != "" {
		said += "; " + Note{Text: strings.TrimPrefix(r.Reason, string(r.Verdict)+": "), Remedy: r.Remedy}.String()
	}
	return said
}

// Failing are the differences that fail a gate, each in a sentence.
func (v Verdicts) Failing() []string {
	var said []string
	for _, r := range v.Shown {
		if r.Verdict == matrix.VerdictInvalid || v.fails(r) {
			said = append(said, r.account())
		}
	}
	return said
}

// mostAnnotations is how many of one level GitHub shows of a step.
const mostAnnotations = 10

// annotations are workflow commands of GitHub Actions: the verdict as a notice,
// then errors and warnings, as many as are shown.
func (v Verdicts) annotations(w io.Writer) error {
	errors, warnings, notices := v.problems(), []string(nil), []string{v.Headline}
	for _, note := range omissionNotes(v.Omitted) {
		notices = append(notices, note.String())
	}
	for _, r := range v.Shown {
		switch {
		case r.Verdict == matrix.VerdictInvalid || v.fails(r):
			errors = append(errors, r.account())
		case r.Verdict == matrix.VerdictInconclusive:
			warnings = append(warnings, r.account())
		}
	}
	var b strings.Builder
	annotate(&b, "notice", notices)
	annotate(&b, "error", errors)
	annotate(&b, "warning", warnings)
	_, err := io.WriteString(w, b.String())
	return err
}

func annotate(b *strings.Builder, level string, messages []string) {
	if more := len(messages) - mostAnnotations + 1; more > 1 {
		messages = append(messages[:mostAnnotations-1:mostAnnotations-1], fmt.Sprintf("and %d more of this kind", more))
	}
	for _, message := range messages {
		fmt.Fprintf(b, "::%s title=%s::%s\n", level, annotationProperty.Replace("redis-matrix"), annotationData.Replace(message))
	}
}

// What a workflow command would take for its own syntax, by the rules of
// GitHub's toolkit.
var (
	annotationData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

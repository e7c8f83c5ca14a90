package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// logged is a row of the log.
type logged struct{ what, where, text, remedy string }

// whatLogged orders the log by what a reader must know first.
var whatLogged = []string{
	"run", "warning", string(matrix.StatusFailed), string(matrix.StatusInvalid), string(matrix.StatusMissing), string(matrix.StatusNA), "note",
}

// log says how the run ended and why, what holds for all of it or for a server,
// which results are not ok, and what qualifies numbers. Tests of a cell of which
// the same is to be said share a row. Further rows stand at the end.
func (s *source) log(further []logged) Table {
	rows := append(s.logRun(), s.logWarnings()...)
	rows = append(rows, s.logResults()...)
	rank := func(r logged) int { return slices.Index(whatLogged, r.what) }
	slices.SortStableFunc(rows, func(a, b logged) int { return rank(a) - rank(b) })
	t := Table{Title: "Log", Corner: "what"}
	for _, head := range []string{"where", "text", "remedy"} {
		t.Columns = append(t.Columns, Column{Head: head, Text: true})
	}
	for _, row := range append(rows, further...) {
		t.Rows = append(t.Rows, Row{Label: row.what, Cells: []Cell{{Text: row.where}, {Text: row.text}, {Text: row.remedy}}})
	}
	return t
}

// logRun says how the run stands, and why it has as many rounds as it has.
func (s *source) logRun() []logged {
	state := logged{"run", s.run.ID, s.state(), ""}
	if s.run.State != matrix.StateComplete {
		state.remedy = s.notMeasured().Remedy
	}
	rows := []logged{state}
	if ending := s.run.Ending(); ending != "" {
		rows = append(rows, logged{"run", s.run.ID, ending, ""})
	}
	return rows
}

// logWarnings are what readers must know of the run and of its servers.
func (s *source) logWarnings() []logged {
	var rows []logged
	for _, note := range s.reportNotes() {
		rows = append(rows, logged{"warning", "the whole run", note.Text, note.Remedy})
	}
	setups := s.started()
	columns := s.setupColumns(setups)
	for i, setup := range setups {
		for _, warning := range setup.info.Warnings {
			if !slices.Contains(s.common, warning) {
				rows = append(rows, logged{"warning", saying(columns[i].Head, columns[i].Sub), warning.Text, warning.Remedy})
			}
		}
	}
	return rows
}

// logResults are the results that are not ok, and the notes on those that are.
func (s *source) logResults() []logged {
	var rows []logged
	varying := s.varyingAxes(s.points)
	for i := range s.run.Plan.Cells {
		cell := &s.run.Plan.Cells[i]
		tests := map[logged][]string{}
		var order []logged
		for _, test := range cell.Load.Tests {
			for _, row := range s.logResult(point{cell, test}) {
				if tests[row] == nil {
					order = append(order, row)
				}
				tests[row] = append(tests[row], test)
			}
		}
		for _, row := range order {
			row.where = s.whereIn(cell, tests[row], varying)
			rows = append(rows, row)
		}
	}
	return rows
}

// logResult is what is to be said of a test in a cell.
func (s *source) logResult(p point) []logged {
	result := s.result(p)
	what := string(result.Status)
	switch result.Status {
	case matrix.StatusMissing:
		note := s.notMeasured()
		return []logged{{what: what, text: strings.TrimPrefix(note.Text, "missing: "), remedy: note.Remedy}}
	case matrix.StatusOK:
	default:
		return []logged{{what: what, text: result.Reason, remedy: result.Remedy}}
	}
	rps, _ := matrix.LookupMetric(matrix.MetricRPS)
	notes := append(s.noted(result), missesOf(result, rps)...)
	notes = append(notes, s.wanting(len(result.Samples), len(result.Samples), matrix.Note{})...)
	return mapEach(unique(notes), func(n Note) logged { return logged{what: "note", text: n.Text, remedy: n.Remedy} })
}

// noted are the notes on a result's samples. What is not said of all of them
// names its rounds.
func (s *source) noted(result matrix.Result) []Note {
	rounds := map[matrix.Note][]string{}
	var order []matrix.Note
	for _, sample := range result.Samples {
		for _, note := range unique(sample.Notes) {
			if rounds[note] == nil {
				order = append(order, note)
			}
			rounds[note] = append(rounds[note], strconv.Itoa(sample.Round))
		}
	}
	return mapEach(order, func(note matrix.Note) Note {
		said := Note(note)
		if of := rounds[note]; len(of) < len(result.Samples) {
			noun := "round "
			if len(of) > 1 {
				noun = "rounds "
			}
			said.Text = fmt.Sprintf("%s%s of %d: %s", noun, strings.Join(of, ", "), s.run.Rounds(), note.Text)
		}
		return said
	})
}

// whereIn names tests of a cell, and what tells the cell from others: "SET, GET ·
// redis 7.0.15".
func (s *source) whereIn(cell *matrix.Cell, tests, varying []string) string {
	named := strings.Join(tests, ", ")
	if len(tests) > 1 && len(tests) == len(cell.Load.Tests) {
		named = "all tests"
	}
	said := append([]string{named}, s.phrases(varying, point{cell: cell})...)
	if cell.Control {
		said = append(said, "control")
	}
	return saying(said...)
}

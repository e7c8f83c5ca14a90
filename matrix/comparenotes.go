package matrix

import (
	"fmt"
	"strings"
)

// notes are what qualifies every comparison of two runs: another program or
// order, machines that nobody knows, and what is left out.
func (m Match) notes() []Note {
	var notes []Note
	if m.Old.Tool != m.New.Tool {
		notes = append(notes, Note{
			Text:   fmt.Sprintf("%s was measured by redis-matrix %s, and %s by %s: what the programs do differently shows as a difference as well", m.Old.ID, m.Old.Tool, m.New.ID, m.New.Tool),
			Remedy: "measure both with one of them",
		})
	}
	if m.Old.Started.After(m.New.Started) {
		notes = append(notes, Note{Text: fmt.Sprintf("the old run, %s, began after the new one, %s", m.Old.ID, m.New.ID), Remedy: "name OLD first, then NEW"})
	}
	for _, run := range []*Run{m.Old, m.New} {
		notes = append(notes, run.Doubts()...)
	}
	if m.Untold {
		notes = append(notes, Note{
			Text:   fmt.Sprintf("nobody told on what machines %s and %s were measured; they are taken for one, since --trust-runs says so", m.Old.ID, m.New.ID),
			Remedy: "measure both in one run",
		})
	}
	for _, part := range m.Parts {
		notes = append(notes, Note{Text: fmt.Sprintf("left out of %s and %s: %s", m.Old.ID, m.New.ID, part)})
	}
	return notes
}

// Doubts are what every verdict on a run is subject to that another tool recorded:
// nobody knows the machine. None of one that was measured here.
func (r *Run) Doubts() []Note {
	if r.Recorded == nil {
		return nil
	}
	notes := []Note{{
		Text:   fmt.Sprintf("%s was recorded by other tools: on what machine, and when, is not known, and its rounds were not taken together", r.ID),
		Remedy: "measure what is compared in one run",
	}}
	if untold := r.Plan.partlyTold(); len(untold) > 0 {
		notes = append(notes, Note{
			Text:   fmt.Sprintf("some recordings of %s do not tell what others do: %s; they may differ in it", r.ID, strings.Join(untold, ", ")),
			Remedy: "where it is known, say it of every FILE with import --as",
		})
	}
	return notes
}

// partlyTold are the axes of the load on which some cells of recordings have a value
// and others none, though no axis of the spec says so.
func (p *Plan) partlyTold() []string {
	var axes []string
	for _, axis := range []struct {
		name string
		of   func(Load) bool
	}{
		{AxisValueSize, func(l Load) bool { return len(l.ValueSize) > 0 }},
		{AxisClients, func(l Load) bool { return l.Clients > 0 }},
		{AxisPipeline, func(l Load) bool { return l.Pipeline > 0 }},
		{AxisKeyspace, func(l Load) bool { return l.Keyspace > 0 }},
		{AxisThreads, func(l Load) bool { return l.Threads > 0 }},
	} {
		told := 0
		for _, cell := range p.Cells {
			if axis.of(cell.Load) {
				told++
			}
		}
		if told > 0 && told < len(p.Cells) && p.Spec.axis(axis.name) == nil {
			axes = append(axes, axis.name)
		}
	}
	return axes
}

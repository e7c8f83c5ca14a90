package matrix

import "fmt"

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
		notes = append(notes, run.recordedNotes()...)
	}
	for _, part := range m.Parts {
		notes = append(notes, Note{Text: fmt.Sprintf("left out of %s and %s: %s", m.Old.ID, m.New.ID, part)})
	}
	return notes
}

// recordedNotes are said of what another tool recorded.
func (r *Run) recordedNotes() []Note {
	if r.Recorded == nil {
		return nil
	}
	return []Note{{
		Text:   fmt.Sprintf("%s was recorded by other tools: on what machine, and when, is not known, and its rounds were not taken together", r.ID),
		Remedy: "measure what is compared in one run",
	}}
}

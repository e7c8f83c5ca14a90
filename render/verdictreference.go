package render

import "redismatrix/matrix"

// Reference is the server that both of two runs measured beside what is compared.
// Numbers that there are not are nil.
type Reference struct {
	// Where is as in Verdicted.
	Where string `json:"where,omitempty"`
	Old   string `json:"old"`
	New   string `json:"new"`
	// Base and Now are medians, in the unit of the row, and Change is what became
	// of the one until the other, as a fraction.
	Base   *float64 `json:"base"`
	Now    *float64 `json:"now"`
	Change *float64 `json:"change"`

	base, other []float64 // the values of the rounds
}

func newReference(s matrix.Sides, varying map[string]bool) *Reference {
	base, now := s.Medians()
	return &Reference{Where: whereOf(s, varying), Old: s.Old, New: s.New, Base: measured(base), Now: measured(now), Change: measured(now/base - 1), base: s.Base, other: s.Other}
}

func (r *Reference) mapped(change func(string) string) *Reference {
	if r == nil {
		return nil
	}
	of := *r
	of.Where, of.Old, of.New = change(r.Where), change(r.Old), change(r.New)
	return &of
}

// referenceNote says how a row's change follows from its values and those of the
// reference.
var referenceNote = Note{Text: "the reference, one server that both runs measured: a change above is candidate / baseline, " +
	"divided by what that is of the reference, minus 1, as a mean over rounds; the values are medians"}

// references are the rows of the references of others, each once.
func references(rows []Verdicted) []Verdicted {
	type place struct{ test, metric, where string }
	var of []Verdicted
	seen := map[place]bool{}
	for _, r := range rows {
		if r.Reference == nil {
			continue
		}
		at := place{r.Test, r.Metric, r.Reference.Where}
		if seen[at] {
			continue
		}
		seen[at] = true
		of = append(of, Verdicted{Test: r.Test, Metric: r.Metric, Unit: r.Unit, Where: at.where, Old: r.Reference.Old, New: r.Reference.New,
			Base: r.Reference.Base, Now: r.Reference.Now, Change: r.Reference.Change, base: r.Reference.base, other: r.Reference.other})
	}
	return of
}

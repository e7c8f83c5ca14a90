package render

import (
	"sync"

	"redismatrix/matrix"
)

// Detail gathers all that stands behind the report of a run. Its errors are those
// of FromRun.
func Detail(run *matrix.Run) (Dossier, error) { return DetailShelved(run, nil) }

// DetailShelved is Detail of a run that was read without its histograms, which are
// on the shelf.
func DetailShelved(run *matrix.Run, shelf *matrix.Shelf) (Dossier, error) {
	s, tables, err := pivot(run)
	if err != nil {
		return Dossier{}, err
	}
	s.shelf = shelf
	var samples Samples
	var counting sync.WaitGroup
	counting.Go(func() { samples = s.samples() }) // which looks at each of them
	charts, undrawn := s.charts(tables)
	curves, unread := s.curves(tables)
	dossier := Dossier{
		Report: s.report(tables), Verdicts: s.gate(), Charts: append(charts, curves...), Latency: s.latency(),
		Host: s.hostFacts(), Servers: s.servers(), Config: s.config(), Log: s.log(append(undrawn, unread...)),
		Started: run.Started,
	}
	counting.Wait()
	dossier.Samples = samples
	return dossier, nil
}

// gate is what the run's gate says, nil where its spec has no baseline. A baseline
// that selects nothing fails the gate.
func (s *source) gate() *Verdicts {
	if len(s.spec.Baseline) == 0 {
		return nil
	}
	compared, err := s.run.CompareCells(nil, nil, s.run.Gate(), s.run.Judging(), false)
	verdicts := FromCompared(compared, false)
	if err != nil {
		verdicts = Refused("invalid: nothing could be compared", []string{err.Error()})
	}
	return &verdicts
}

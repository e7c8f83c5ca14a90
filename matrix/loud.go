package matrix

import (
	"slices"

	"redismatrix/matrix/stats"
)

// louder is how many times the usual variance that of a loud group is at least:
// four times the noise. It was chosen by simulation: with ten times the variance
// more is found where every test has another noise, and a single noisy cell errs
// more often.
const louder = 16

// loud are groups whose noise would drown that of all others: beside one version
// with appendonly always nothing would be found in those without.
type loud map[kind]bool

// loudest finds what is loud, first among tests and then among cells. Two
// comparisons of five rounds each are the least that tells it.
func loudest(evidence []Evidence) loud {
	found := loud{}
	for by := range 2 {
		variances := map[kind][]float64{}
		for _, e := range evidence {
			for _, s := range e.shares {
				if group := s.of.groups()[by]; e.Problem == "" && s.df >= FewestRounds-1 {
					variances[group] = append(variances[group], s.variance)
				}
			}
		}
		found.add(variances)
	}
	return found
}

// add adds the loud ones of all tests or of all cells. What is usual is the noise
// of those in the middle, and never that of a single one: where servers have
// modes, the few that happened to stay in one of them all the time are no measure
// for those that did not.
func (l loud) add(variances map[kind][]float64) {
	levels := map[kind][]float64{}
	for group, of := range variances {
		levels[group.usual()] = append(levels[group.usual()], stats.Mean(of))
	}
	for group, of := range variances {
		all := slices.Sorted(slices.Values(levels[group.usual()]))
		middle := all[min(max(1, (len(all)-1)/2), len(all)-1)]
		if len(of) > 1 && middle > 0 && stats.Mean(of) > louder*middle {
			l[group] = true
		}
	}
}

// pooled are the kinds that a variance says something of: what is usual, and its
// test and its cell; or only those of the two that are loud.
func (l loud) pooled(of kind) []kind {
	all, alone := []kind{of.usual()}, []kind(nil)
	for _, group := range of.groups() {
		if group != of.usual() {
			all = append(all, group)
		}
		if l[group] {
			alone = append(alone, group)
		}
	}
	if len(alone) > 0 {
		return alone
	}
	return all
}

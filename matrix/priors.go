package matrix

import "redismatrix/matrix/stats"

// priors are what all variances of a kind say of each, and those of the groups
// among them that are noisier.
type priors map[kind]stats.Prior

// kind is what variances are pooled by. Sides that were measured apart may
// differ in their noise, and so do controls, which lie on one side alone. Where
// test and cell are "", they are of all of them.
type kind struct {
	metric     string
	of         sampleOf
	control    bool
	test, cell string
}

// sampleOf is which values a variance is of.
type sampleOf string

const (
	ofPairs sampleOf = "pairs"
	ofBase  sampleOf = "base"
	ofOther sampleOf = "other"
)

func (k kind) usual() kind { k.test, k.cell = "", ""; return k }

// groups are those within a kind that may have a noise of their own: the same
// test in all cells, and all tests of a cell.
func (k kind) groups() [2]kind {
	test, cell := k, k
	test.cell, cell.test = "", ""
	return [2]kind{test, cell}
}

// pools weighs together what is alike in its noise (see loud).
func pools(evidence []Evidence) priors {
	variances, df := map[kind][]float64{}, map[kind][]float64{}
	add := func(k kind, s share) {
		variances[k], df[k] = append(variances[k], s.variance), append(df[k], s.df)
	}
	loud := loudest(evidence)
	for _, e := range evidence {
		if e.Problem != "" {
			continue
		}
		for _, s := range e.shares {
			for _, of := range loud.pooled(s.of) {
				add(of, s)
			}
		}
	}
	all := priors{}
	for of := range variances {
		all[of] = stats.Pool(variances[of], df[of])
	}
	return all.noisy()
}

// noisy leaves out groups that are not noisier than their kind.
func (p priors) noisy() priors {
	kept := priors{}
	for of, prior := range p {
		if usual := of.usual(); of == usual || prior.Noisier(p[usual]) {
			kept[of] = prior
		}
	}
	return kept
}

// moderate is the variance that a share is judged by: weighed with what is
// usual, or with what is in a noisier group, whichever is more.
func (p priors) moderate(s share) (variance, df float64) {
	variance, df = p[s.of.usual()].Moderate(s.variance, s.df)
	for _, group := range s.of.groups() {
		prior, noisier := p[group]
		if !noisier {
			continue
		}
		if v, d := prior.Moderate(s.variance, s.df); v > variance {
			variance, df = v, d
		}
	}
	return variance, df
}

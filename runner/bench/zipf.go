package bench

import (
	"math"
	"math/rand/v2"
)

// zipf draws ranks from 1 to n, rank k in proportion to 1/k^s, with neither a
// table nor a loop over ranks: rejection-inversion after W. Hörmann and G.
// Derflinger, "Rejection-inversion to generate variates from monotone discrete
// distributions", ACM TOMACS 6 (1996). The names are the paper's: h is the
// density, H its integral; the forms of H used here hold for every s above 0, 1
// among them.
type zipf struct {
	s, n float64
	// A uniform number between hX1 and hN is inverted.
	hX1, hN float64
	// Ranks nearer to the inverted point than this are taken without a test.
	near float64
}

func newZipf(s float64, n uint64) *zipf {
	z := &zipf{s: s, n: float64(n)}
	z.hX1 = z.integral(1.5) - 1
	z.hN = z.integral(z.n + 0.5)
	z.near = 2 - z.inverse(z.integral(2.5)-z.density(2))
	return z
}

// draw is the number of a key: 0 for the most frequent, of rank 1.
func (z *zipf) draw(rng *rand.PCG) uint64 {
	for {
		u := z.hN + unit(rng)*(z.hX1-z.hN)
		x := z.inverse(u)
		k := math.Min(math.Max(math.Floor(x+0.5), 1), z.n)
		if k-x <= z.near || u >= z.integral(k+0.5)-z.density(k) {
			return uint64(k) - 1
		}
	}
}

// unit draws a number from 0, included, to 1, excluded.
func unit(rng *rand.PCG) float64 { return float64(rng.Uint64()>>11) / (1 << 53) }

func (z *zipf) density(x float64) float64 { return math.Exp(-z.s * math.Log(x)) }

// integral is (x^(1-s)-1)/(1-s), and log x where s is 1.
func (z *zipf) integral(x float64) float64 {
	log := math.Log(x)
	return overX(math.Expm1, (1-z.s)*log) * log
}

// inverse is the x whose integral is y.
func (z *zipf) inverse(y float64) float64 {
	// Rounding must not leave the logarithm's domain.
	t := math.Max(y*(1-z.s), -1)
	return math.Exp(overX(math.Log1p, t) * y)
}

// overX is f(x)/x for a function that is x near 0.
func overX(f func(float64) float64, x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 1
	}
	return f(x) / x
}

package matrix

import "math"

// Looks are the numbers of rounds after which a run that goes on until all is
// decided is judged: from least to most, each about 1.4 times the one before.
// The rate of errors is divided among them, which keeps it however the run
// stops (Bonferroni).
func Looks(least, most int) []int {
	looks := []int{least}
	for at := float64(least); ; {
		at *= math.Sqrt2
		next := int(math.Round(at))
		if next >= most {
			break
		}
		if next > looks[len(looks)-1] {
			looks = append(looks, next)
		}
	}
	if most > least {
		looks = append(looks, most)
	}
	return looks
}

package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGathered(t *testing.T) {
	gave := func(share string) string { return "the hypervisor gave " + share + " % of the CPU time to others" }
	for _, c := range []struct{ reasons, want []string }{
		{nil, nil},
		{[]string{gave("6")}, []string{gave("6")}},
		{[]string{gave("6"), gave("32"), gave("9")}, []string{gave("6 to 32")}},
		{[]string{gave("6"), "died", gave("9.5"), gave("10")}, []string{gave("6 to 10"), "died"}},
		{[]string{"10 of 10 replies were errors", "11 of 11 replies were errors"}, []string{"10 of 10 replies were errors", "11 of 11 replies were errors"}},
		{[]string{"10 of 20 misses", "11 of 20 misses", "10 of 21 misses"}, []string{"10 to 11 of 20 misses", "10 of 21 misses"}},
		{[]string{"no figure", "no figures"}, []string{"no figure", "no figures"}},
	} {
		if diff := cmp.Diff(c.want, gathered(c.reasons)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.reasons, diff)
		}
	}
}

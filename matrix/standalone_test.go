package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseMix(t *testing.T) {
	got, err := ParseMix("SET:1 get:10")
	if diff := cmp.Diff([]MixPart{{"SET", 1}, {"GET", 10}}, got); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"": `read mix "": the mix has no part; write tests with weights, such as SET:1 GET:10`,
		"SET LPOP:1": `read mix "SET LPOP:1": "SET": has no weight; write tests with weights, such as SET:1 GET:10` + "\n" +
			`read mix "SET LPOP:1": "LPOP": uses up its data, which in a mix runs out; leave it out, and measure it by itself`,
	} {
		if _, err := ParseMix(text); err == nil || err.Error() != want {
			t.Errorf("%q: error\n%v, want\n%s", text, err, want)
		}
	}
}

func TestCheckCommand(t *testing.T) {
	if err := CheckCommand([]string{"HSET", "user:__key__", "name", "__data__"}); err != nil {
		t.Error(err)
	}
	for _, words := range [][]string{{"FLUSHALL"}, {"subscribe", "x"}, {"GET", "__none__"}} {
		if err := CheckCommand(words); err == nil {
			t.Errorf("%q is accepted", words)
		}
	}
}

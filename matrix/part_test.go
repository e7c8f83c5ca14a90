package matrix

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPartNames(t *testing.T) {
	if got := PartName("SET"); got != "MIX/SET" {
		t.Errorf("got %q", got)
	}
	for name, want := range map[string]string{"MIX/SET": "SET", "MIX/get profile": "get profile", "MIX": "", "MIX/": "", "SET": "", "mix/SET": ""} {
		if got, part := CutPart(name); got != want || part != (want != "") {
			t.Errorf("%q: got %q, %v", name, got, part)
		}
	}
}

// TestPart takes of a sample what concerns one command, and keeps its status:
// no part of a mix is better than the mix.
func TestPart(t *testing.T) {
	service := &Latency{P50: 7}
	whole := Sample{
		Cell: "c", Test: TestMix, Round: 2, Status: StatusInvalid, Reason: "swapped", Remedy: "do", Elapsed: time.Second,
		Requests: 11, RPS: 11, Hits: 9, Misses: 1, Offered: 12, Unsent: 1, Sent: 100, Received: 200,
		ServerCPU: 1, ClientCPU: 2, Threads: 3, ThreadBusy: 0.5, Host: &HostUse{}, Notes: []Note{{Text: "saved"}},
		Latency: Latency{P50: 5}, Service: &Latency{P50: 4},
		Commands: []CommandSample{
			{Test: "SET", Requests: 1, RPS: 1, Sent: 60, Received: 5, Latency: Latency{P50: 6}},
			{Test: "GET", Requests: 10, Errors: 1, RPS: 9, Hits: 9, Misses: 1, Sent: 40, Received: 195, Latency: Latency{P50: 8}, Service: service},
		},
	}
	without := whole
	without.Round, without.Commands = 3, nil
	result := Result{Cell: "c", Test: TestMix, Status: StatusInvalid, Reason: "why", Remedy: "do", Samples: []Sample{whole, without}}
	want := Result{Cell: "c", Test: "MIX/GET", Status: StatusInvalid, Reason: "why", Remedy: "do", Samples: []Sample{{
		Cell: "c", Test: "MIX/GET", Round: 2, Status: StatusInvalid, Reason: "swapped", Remedy: "do", Elapsed: time.Second,
		Requests: 10, Errors: 1, RPS: 9, Hits: 9, Misses: 1, Offered: 12, Sent: 40, Received: 195, Notes: []Note{{Text: "saved"}},
		Latency: Latency{P50: 8}, Service: service,
	}}}
	if diff := cmp.Diff(want, result.Part("GET")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want.Test, want.Samples = "MIX/INCR", nil
	if diff := cmp.Diff(want, result.Part("INCR")); diff != "" {
		t.Errorf("a part that the mix does not have (-want +got):\n%s", diff)
	}
}

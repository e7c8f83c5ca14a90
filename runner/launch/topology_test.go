package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// topologyOf is the directory of a machine whose CPUs, from 0 on, tell these
// lists of siblings.
func topologyOf(t testing.TB, lists ...string) topology {
	t.Helper()
	root := t.TempDir()
	for cpu, list := range lists {
		dir := filepath.Join(root, fmt.Sprintf("cpu%d", cpu), "topology")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "thread_siblings_list"), list+"\n", 0o644)
	}
	return topology(root)
}

func TestSplitByCore(t *testing.T) {
	tests := []struct {
		name           string
		lists          []string
		allowed        []int
		server, client string
	}{
		{"no CPU", nil, nil, "", ""},
		{"one CPU", []string{"0"}, []int{0}, "", ""},
		{"two cores", []string{"0", "1"}, []int{0, 1}, "0", "1"},
		{"three cores", []string{"0", "1", "2"}, []int{0, 1, 2}, "0", "1-2"},
		{"threads after cores", []string{"0,2", "1,3", "0,2", "1,3"}, []int{0, 1, 2, 3}, "0,2", "1,3"},
		{"threads side by side", []string{"0-1", "0-1", "2-3", "2-3"}, []int{0, 1, 2, 3}, "0-1", "2-3"},
		{"four cores", []string{"0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7"}, []int{0, 1, 2, 3, 4, 5, 6, 7}, "0-1,4-5", "2-3,6-7"},
		{"one core", []string{"0-1", "0-1"}, []int{0, 1}, "0", "1"},
		{"one core of four threads", []string{"0-3", "0-3", "0-3", "0-3"}, []int{0, 1, 2, 3}, "0-1", "2-3"},
		{"one core of several allowed", []string{"0,2", "1,3", "0,2", "1,3"}, []int{1, 3}, "1", "3"},
		{"part of a core", []string{"0,2", "1,3", "0,2", "1,3"}, []int{0, 1, 3}, "0", "1,3"},
		{"no topology", nil, []int{0, 1, 2, 3}, "0-1", "2-3"},
		{"unreadable topology", []string{"x", "", "5", "-1"}, []int{0, 1, 2, 3}, "0-1", "2-3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server, client := topologyOf(t, test.lists...).split(test.allowed)
			if diff := cmp.Diff([]string{test.server, test.client}, []string{server, client}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShareCore(t *testing.T) {
	threads := topologyOf(t, "0,2", "1,3", "0,2", "1,3")
	tests := []struct {
		server, client string
		want           bool
	}{
		{"0,2", "1,3", false},
		{"0-1", "2-3", true},
		{"1", "3", true},
		{"0", "1-3", true},
		{"", "", false}, {"0", "", false}, {"", "0", false}, {"x", "0", false},
		{"8", "9", false},
	}
	for _, test := range tests {
		if got := threads.share(test.server, test.client); got != test.want {
			t.Errorf("%q and %q: %v", test.server, test.client, got)
		}
	}
	if ShareCore("", "") {
		t.Error("sets that are empty share a core")
	}
}

// FuzzSplitByCore loses no CPU and has none on both sides, whatever the files
// say, and divides a core only where there is no other.
func FuzzSplitByCore(f *testing.F) {
	f.Add("0,2", "1,3", "0,2", "1,3")
	f.Add("0-3", "0", "", "1-2,3\n")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		machine, all := topologyOf(t, a, b, c, d), []int{0, 1, 2, 3}
		cores := machine.cores(all)
		together := slices.Concat(cores...)
		slices.Sort(together)
		if diff := cmp.Diff(all, together); diff != "" {
			t.Error(diff)
		}
		server, client := machine.split(all)
		if both, err := parseCPUs(server + "," + client); err != nil || !cmp.Equal(all, both) {
			t.Errorf("%q and %q, %v", server, client, err)
		}
		servers, err := parseCPUs(server)
		if err != nil {
			t.Fatal(err)
		}
		for _, core := range cores {
			if in := slices.Contains(servers, core[0]); len(cores) > 1 && in != slices.Contains(servers, core[len(core)-1]) {
				t.Errorf("core %v is divided", core)
			}
		}
	})
}

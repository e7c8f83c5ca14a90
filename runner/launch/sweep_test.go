package launch

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGone(t *testing.T) {
	here := owner{Host: "h", Boot: "b", Space: "pid:[1]", PID: "10", Start: "100"}
	with := func(change func(*owner)) owner {
		o := here
		change(&o)
		return o
	}
	started := func(pid int) string { return map[int]string{10: "100", 11: "110"}[pid] }
	tests := []struct {
		name string
		of   owner
		want bool
	}{
		{"itself", here, false},
		{"another that lives", with(func(o *owner) { o.PID, o.Start = "11", "110" }), false},
		{"ended", with(func(o *owner) { o.PID = "12" }), true},
		{"its number is another's", with(func(o *owner) { o.PID = "11" }), true},
		{"before the host's last start", with(func(o *owner) { o.Boot = "a" }), true},
		{"another host", with(func(o *owner) { o.Host, o.Boot, o.PID = "i", "a", "12" }), false},
		{"in another container", with(func(o *owner) { o.Space, o.PID = "pid:[2]", "12" }), false},
		{"no labels", owner{}, false},
		{"labels of somebody else", owner{Host: "h", Boot: "b", Space: "pid:[1]", PID: "x"}, false},
	}
	for _, test := range tests {
		if got := test.of.gone(here, started); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestLabels(t *testing.T) {
	e := &engine{session: "s", owner: self()}
	if diff := cmp.Diff(e.owner, ownerOf(e.labels())); diff != "" {
		t.Error(diff)
	}
	if e.owner.PID != strconv.Itoa(os.Getpid()) || e.owner.Start == "" {
		t.Errorf("%+v", e.owner)
	}
	if startOf(1<<30) != "" {
		t.Error("there is a process that cannot be")
	}
}

func TestSweep(t *testing.T) {
	dead := &engine{session: "s", owner: self()}
	dead.owner.Start = "before"
	living := &engine{session: "s", owner: self()}
	var removed []string
	docker := fakeEngine(t, map[string]http.HandlerFunc{
		"containers/json": func(w http.ResponseWriter, r *http.Request) {
			if all := r.URL.Query().Get("all"); all != "1" || !strings.Contains(r.URL.Query().Get("filters"), labelMark) {
				t.Errorf("asked for %v", r.URL.Query())
			}
			answerJSON([]map[string]any{
				{"Id": "dead", "Labels": dead.labels()},
				{"Id": "living", "Labels": living.labels()},
				{"Id": "removing", "Labels": dead.labels()},
				{"Id": "stuck", "Labels": dead.labels()},
			})(w, r)
		},
		"containers/*": func(w http.ResponseWriter, r *http.Request) {
			id := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
			removed = append(removed, r.Method+" "+id)
			switch id {
			case "removing":
				answerError(http.StatusNotFound, "No such container")(w, r)
			case "stuck":
				answerError(http.StatusInternalServerError, "it is stuck")(w, r)
			}
		},
	})
	living.docker = docker
	err := living.sweep(t.Context())
	if diff := cmp.Diff([]string{"DELETE dead", "DELETE removing", "DELETE stuck"}, removed); diff != "" {
		t.Error(diff)
	}
	if err == nil {
		t.Fatal("what is stuck is not told of")
	}
	mustContain(t, err.Error(), "remove container stuck, which an earlier run left", "it is stuck")
}

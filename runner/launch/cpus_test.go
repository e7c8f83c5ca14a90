package launch

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseCPUs(t *testing.T) {
	tests := []struct {
		text string
		want []int // nil: refused
		form string
	}{
		{"0", []int{0}, "0"},
		{"0-3,6", []int{0, 1, 2, 3, 6}, "0-3,6"},
		{"6,3-4,4", []int{3, 4, 6}, "3-4,6"},
		{" 1 , 2-3", []int{1, 2, 3}, "1-3"},
		{"1023", []int{1023}, "1023"},
		{"", nil, ""}, {"a", nil, ""}, {"1-", nil, ""}, {"-1", nil, ""}, {"3-1", nil, ""}, {"1,,2", nil, ""},
		{"1024", nil, ""}, {"0-99999999999", nil, ""}, {"0-3-5", nil, ""}, {"on", nil, ""},
	}
	for _, test := range tests {
		got, err := parseCPUs(test.text)
		if (err != nil) != (test.want == nil) {
			t.Errorf("%q: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || formatCPUs(got) != test.form {
			t.Errorf("%q: %s %q", test.text, diff, formatCPUs(got))
		}
	}
}

func FuzzParseCPUs(f *testing.F) {
	f.Add("0-3,6")
	f.Add("1,0")
	f.Fuzz(func(t *testing.T, text string) {
		cpus, err := parseCPUs(text)
		if err != nil {
			return
		}
		again, err := parseCPUs(formatCPUs(cpus))
		if diff := cmp.Diff(cpus, again); diff != "" || err != nil {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	})
}

func TestPick(t *testing.T) {
	allowed := []int{0, 1, 5}
	if got, err := pick("0,5", allowed); err != nil || !cmp.Equal(got, []int{0, 5}) {
		t.Errorf("got %v, %v", got, err)
	}
	_, err := pick("1-2", allowed)
	mustContain(t, err.Error(), `use cpus "1-2"`, "CPU 2 is not available", "available are 0-1,5")
	_, err = pick("1", nil)
	mustContain(t, err.Error(), `"auto" or "off"`)
}

func TestSplitCPUs(t *testing.T) {
	allowed, err := allowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	server, client := sysCPUs.split(allowed)
	for _, cpus := range []string{"auto", ""} {
		gotServer, gotClient, err := SplitCPUs(cpus)
		if err != nil || gotServer != server || gotClient != client {
			t.Errorf("%q gives %q and %q, %v", cpus, gotServer, gotClient, err)
		}
	}
	for _, cpus := range append([]string{"off"}, singles(allowed)...) {
		if server, client, err := SplitCPUs(cpus); server != "" || client != "" || err != nil {
			t.Errorf("%q gives %q and %q, %v", cpus, server, client, err)
		}
	}
	for _, cpus := range []string{"1023", "x"} {
		if _, _, err := SplitCPUs(cpus); err == nil {
			t.Errorf("%q was accepted", cpus)
		}
	}
}

func singles(cpus []int) []string {
	var all []string
	for _, cpu := range cpus {
		all = append(all, strconv.Itoa(cpu))
	}
	return all
}

func TestOptionsValidate(t *testing.T) {
	for _, options := range []Options{{CPUs: "x"}, {StartTimeout: -1}} {
		if _, err := New(t.Context(), options); err == nil {
			t.Errorf("%+v was accepted", options)
		}
	}
}

func TestServersArePinned(t *testing.T) {
	server, client, err := SplitCPUs("auto")
	if err != nil || server == "" {
		t.Skipf("nothing can be pinned here (%v)", err)
	}
	procs := runtime.GOMAXPROCS(0)
	all, err := allowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := PinClient(formatCPUs(all)); err != nil {
			t.Error(err)
		}
		runtime.GOMAXPROCS(procs)
	})
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{CPUs: server})
		if err := PinClient(client); err != nil {
			t.Fatal(err)
		}
		started := start(t, l, setup(binary, `save ""`))
		if err := checkPinned(started.Info().PID, server); err != nil || started.Info().CPUs != server {
			t.Errorf("%v; it says %q", err, started.Info().CPUs)
		}
		if picked, _ := parseCPUs(client); runtime.GOMAXPROCS(0) != len(picked) {
			t.Errorf("GOMAXPROCS is %d", runtime.GOMAXPROCS(0))
		}
	})
}

func TestPinClientRefuses(t *testing.T) {
	if err := PinClient(""); err != nil {
		t.Error(err)
	}
	for _, cpus := range []string{"x", "1023"} {
		if err := PinClient(cpus); err == nil {
			t.Errorf("%q was accepted", cpus)
		}
	}
}

package runner

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// confined has server and client run where the kernel says, and not where they
// were pinned to, on a host of four CPUs; nil is not known.
func (e *evidence) confined(server, client []int) {
	e.server.CPUs, e.host.ClientCPUs, e.host.CPUs = "", "", 4
	e.after.ServerCPUs, e.after.ClientCPUs = server, client
	e.before.PerCPU = make([]matrix.CPUTime, 4)
	e.after.PerCPU = make([]matrix.CPUTime, 4)
	e.after.CPU = matrix.CPUTime{Idle: 4 * time.Second}
	for cpu := range e.after.PerCPU {
		e.after.PerCPU[cpu].Idle = time.Second
	}
}

// TestTheClientsCPUs has redis-matrix and the server be confined by others than
// redis-matrix: by taskset, or a container's cpuset. Neither thread was busy all
// the time, nor was a CPU, as far as the host tells.
func TestTheClientsCPUs(t *testing.T) {
	idle := with(func(s *matrix.Sample) { s.ThreadBusy = 0.5 })
	run := func(server, client []int, used, serving time.Duration, change func(*evidence)) func(*evidence) {
		return func(e *evidence) {
			e.confined(server, client)
			e.after.ClientCPU, e.after.ServerCPU = used, serving
			if change != nil {
				change(e)
			}
		}
	}
	all := []int{0, 1, 2, 3}
	voids(t, map[string]judgement{
		"apart":             {sample: idle, change: run([]int{0}, []int{1}, 700*ms, 700*ms, nil)},
		"apart, and full":   {sample: idle, change: run([]int{0}, []int{1}, 960*ms, 700*ms, nil), text: bound, remedy: moreCPUs},
		"the same":          {sample: idle, change: run([]int{0, 1}, []int{0, 1}, 1200*ms, 770*ms, nil), text: bound, remedy: moreCPUs},
		"the same, not all": {sample: idle, change: run([]int{0, 1}, []int{0, 1}, 1000*ms, 770*ms, nil)},
		"a server among the client's": {
			sample: idle, change: run([]int{1}, []int{0, 1}, 1200*ms, 770*ms, nil), text: bound, remedy: moreCPUs,
		},
		"a server that has others as well": {sample: idle, change: run(all, []int{1}, 500*ms, 700*ms, nil)},
		"a server that tells no CPUs":      {sample: idle, change: run(nil, []int{1}, 500*ms, 700*ms, nil)},
		"a server that tells no CPUs, on full ones": {
			sample: idle, change: run(nil, []int{1}, 500*ms, 700*ms, func(e *evidence) {
				e.after.PerCPU[1] = matrix.CPUTime{User: 970 * ms, Idle: 30 * ms}
			}), text: bound, remedy: moreCPUs,
		},
		"a server elsewhere": {sample: idle, change: run([]int{0, 1}, []int{0, 1}, 1200*ms, 770*ms, func(e *evidence) { e.local = false })},
		// The client's work on their one CPU does not make the server busy.
		"one CPU for both": {
			sample: idle, change: run([]int{0}, []int{0}, 600*ms, 400*ms, func(e *evidence) {
				e.after.PerCPU[0] = matrix.CPUTime{User: time.Second}
			}), text: bound, remedy: moreCPUs,
		},
	})
}

// TestThreadsThatMayHelp takes nothing from the server that it needs.
func TestThreadsThatMayHelp(t *testing.T) {
	const longer = ", or a longer warmup, in which redis-matrix finds out how many it needs"
	for _, test := range []struct {
		name           string
		server, client []int
		clients        int
		given          int
		want           string
	}{
		{"CPUs of its own", []int{0}, []int{1, 2, 3}, 50, 0, "use 3 threads" + longer},
		{"some of its own", []int{0, 1}, []int{1, 2, 3}, 50, 0, "use 2 threads" + longer},
		{"as many as were given", []int{0}, []int{1, 2, 3}, 50, 1, "use up to 3 threads, or auto"},
		{"few connections", []int{0}, []int{1, 2, 3}, 2, 0, "use 2 threads" + longer},
		{"one connection", []int{0}, []int{1, 2, 3}, 1, 0, moreCPUs},
		{"none of its own", []int{0, 1}, []int{0, 1}, 50, 0, "give redis-matrix CPUs of its own, or use up to 2 threads, which may take the server's"},
		{"a server of which that is not known", nil, []int{0, 1}, 50, 1, "give redis-matrix CPUs of its own, or use up to 2 threads, which may take the server's"},
		{"one CPU", []int{0}, []int{1}, 50, 0, moreCPUs},
	} {
		e := aSecond()
		e.confined(test.server, test.client)
		e.load.Clients, e.load.Threads = test.clients, test.given
		sample := good()
		if got := e.moreCPU(&sample); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestCPUsIn(t *testing.T) {
	for set, want := range map[string][]int{"": nil, "1": {1}, "0-3": {0, 1, 2, 3}, "5,0-1": {0, 1, 5}} {
		if diff := cmp.Diff(want, cpusIn(set)); diff != "" {
			t.Errorf("%q: %s", set, diff)
		}
	}
}

// TestIsOwn knows this host by all of its addresses.
func TestIsOwn(t *testing.T) {
	_, network, err := net.ParseCIDR("10.1.2.0/24")
	if err != nil {
		t.Fatal(err)
	}
	interfaces := []net.Addr{
		&net.IPNet{IP: net.ParseIP("10.1.2.3"), Mask: network.Mask}, &net.IPNet{IP: net.ParseIP("fd00::1")},
		&net.UnixAddr{Name: "10.9.9.9"},
	}
	for ip, want := range map[string]bool{
		"127.0.0.1": true, "127.8.8.8": true, "::1": true, "10.1.2.3": true, "::ffff:10.1.2.3": true, "fd00::1": true,
		"10.1.2.4": false, "fd00::2": false, "10.9.9.9": false,
	} {
		if got := isOwn(net.ParseIP(ip), interfaces); got != want {
			t.Errorf("%s: %v", ip, got)
		}
	}
}

func TestIsLocal(t *testing.T) {
	at := func(address string) matrix.Endpoint { return matrix.Endpoint{Network: "tcp", Address: address} }
	for _, test := range []struct {
		at   matrix.Endpoint
		want bool
	}{
		{at("127.0.0.1:6379"), true},
		{at("[::1]:6379"), true},
		{at("localhost:6379"), true},
		{at(":6379"), true},
		{at("192.0.2.1:6379"), false}, // of documentation (RFC 5737)
		{at("no-port"), false},
		{at("no-such-host.invalid:6379"), false},
		{matrix.Endpoint{Network: "unix", Address: "/run/redis.sock"}, true},
		{matrix.Endpoint{Network: "tcp", Address: "172.17.0.2:6379", Owned: true}, true},
	} {
		if got := isLocal(t.Context(), test.at); got != test.want {
			t.Errorf("%+v: %v", test.at, got)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if isLocal(ended, at("no-such-host.invalid:6379")) {
		t.Error("local, though nothing was looked up")
	}
}

// TestEndpointTellsWhichCPUsAreTaken leaves the server's CPUs to it, and all of
// them where it may use any.
func TestEndpointTellsWhichCPUsAreTaken(t *testing.T) {
	read := matrix.Counters{ServerCPUs: []int{0, 1}, ClientCPUs: []int{0, 1, 2}}
	unknown := matrix.Counters{ClientCPUs: []int{0, 1, 2}}
	for _, test := range []struct {
		name   string
		local  bool
		pinned string
		first  matrix.Counters
		want   []int
	}{
		{"here", true, "", read, []int{0, 1}},
		{"pinned", true, "3", read, []int{3}},
		{"here, where is not known", true, "", unknown, []int{0, 1, 2}},
		{"elsewhere", false, "", read, nil},
		{"on a system that tells nothing", true, "", matrix.Counters{}, nil},
	} {
		at := driven{Server: pinnedServer{fakeServer{newFake()}, test.pinned}, local: test.local, first: test.first}
		if diff := cmp.Diff(test.want, at.endpoint().CPUs); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// pinnedServer is one that was pinned to CPUs.
type pinnedServer struct {
	fakeServer
	cpus string
}

func (s pinnedServer) Info() matrix.ServerInfo { return matrix.ServerInfo{CPUs: s.cpus} }

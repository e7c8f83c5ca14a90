package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoadUnsupported(t *testing.T) {
	for _, c := range []struct {
		version string
		load    Load
		want    string
	}{
		{"5.0", Load{Transport: TransportTCP, Protocol: 2}, ""},
		{"5.0", Load{Transport: TransportTLS}, "TLS needs Redis 6.0"},
		{"5.0", Load{Protocol: 3}, "RESP3 needs Redis 6.0"},
		{"5.0.14", Load{Transport: TransportTLS, Protocol: 3}, "TLS needs Redis 6.0; RESP3 needs Redis 6.0"},
		{"6.0", Load{Transport: TransportTLS, Protocol: 3}, ""},
		{"6.0", Load{Transport: TransportTLS, Threads: 2}, noThreads},
		{"5.0", Load{Transport: TransportTLS, Threads: 2}, noThreads + "; TLS needs Redis 6.0"},
		{"5.0", Load{Transport: TransportUnix, Threads: 2}, ""},
		{"valkey-7.2", Load{Transport: TransportTLS, Protocol: 3}, ""},
	} {
		if got := c.load.unsupported(mustVersion(t, c.version)); got != c.want {
			t.Errorf("%+v on %s: got %q, want %q", c.load, c.version, got, c.want)
		}
	}
	if got := (Load{Protocol: 3}).unsupported(Version{}); got != "" {
		t.Errorf("on an unknown version: got %q", got)
	}
	if got := (Load{Transport: TransportTLS, Threads: 1}).unsupported(Version{}); got != noThreads {
		t.Errorf("threads over TLS to an unknown version: got %q", got)
	}
}

func TestUnsupportedParts(t *testing.T) {
	mix := Test{Name: TestMix, Parts: []Part{
		{Test: Test{Name: "SET"}, Weight: 1},
		{Test: Test{Name: "ZRAND", Since: redisVersion(6, 2, 0)}, Weight: 1},
		{Test: Test{Name: "log", Own: true, Command: []string{"XADD", "s"}}, Weight: 1},
	}}
	for version, want := range map[string]string{
		"4.0": "ZRAND: needs Redis 6.2; log: XADD needs Redis 5.0",
		"5.0": "ZRAND: needs Redis 6.2",
		"7.0": "",
	} {
		if got := mix.Unsupported(mustVersion(t, version)); got != want {
			t.Errorf("%s: got %q, want %q", version, got, want)
		}
	}
}

// TestPlanServesLoads is what a setup learns from the loads of its cells.
func TestPlanServesLoads(t *testing.T) {
	for name, c := range map[string]struct {
		axes   []string
		config []Directive
		want   map[string]string // TLS and maxclients, by setup
	}{
		"few clients":             {[]string{"version=7.0", "clients=1,9872"}, nil, map[string]string{"version=7.0": "false []"}},
		"many clients":            {[]string{"version=7.0", "clients=10000,9873,50"}, nil, map[string]string{"version=7.0": "false [10128]"}},
		"more in a later cell":    {[]string{"version=7.0", "clients=9873,10000"}, nil, map[string]string{"version=7.0": "false [10128]"}},
		"set by the spec":         {[]string{"version=7.0", "clients=10000"}, []Directive{directive("MaxClients 20000")}, map[string]string{"version=7.0": "false [20000]"}},
		"set by an axis":          {[]string{"version=7.0", "clients=10000", "config.maxclients=100"}, nil, map[string]string{"version=7.0 config.maxclients=100": "false [100]"}},
		"attached":                {[]string{"version=8.0", "clients=10000", "transport=tls"}, nil, map[string]string{"version=8.0": "true []"}},
		"TLS in one of its cells": {[]string{"version=7.0", "transport=tcp,tls,unix"}, nil, map[string]string{"version=7.0": "true []"}},
		"TLS that it cannot do":   {[]string{"version=5.0", "transport=tcp,tls", "clients=10000"}, nil, map[string]string{"version=5.0": "false [10128]"}},
		"cells that are n/a":      {[]string{"version=5.0", "transport=tls", "clients=10000"}, nil, map[string]string{"version=5.0": "false []"}},
	} {
		t.Run(name, func(t *testing.T) {
			spec := testSpec(c.axes...)
			spec.Server.Config = c.config
			spec.Server.Servers = map[string]string{"8.0": "attach:localhost:6379"}
			got := map[string]string{}
			for _, s := range mustPlan(t, spec).Setups {
				var values []string
				for _, d := range s.Config {
					if d.Name == directiveMaxClients {
						values = append(values, d.Args...)
					}
				}
				got[s.ID] = map[bool]string{true: "true", false: "false"}[s.TLS] + " [" + strings.Join(values, " ") + "]"
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("setups (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNewPlanLoadNA has cells whose servers cannot be spoken to as their load
// says.
func TestNewPlanLoadNA(t *testing.T) {
	plan := mustPlan(t, testSpec("version=5.0,6.0", "protocol=2,3"))
	got := map[string]map[string]string{}
	for _, cell := range plan.Cells {
		got[cell.ID] = cell.NA
	}
	const why = "RESP3 needs Redis 6.0"
	want := map[string]map[string]string{
		"version=5.0 protocol=2": nil, "version=5.0 protocol=3": {"SET": why, "XADD": why},
		"version=6.0 protocol=2": nil, "version=6.0 protocol=3": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if visits := plan.Round(1); len(visits) != 2 || len(visits[0].Cells)+len(visits[1].Cells) != 3 {
		t.Errorf("got visits %v", visits)
	}
}

// TestNewPlanThreadsNA has axes that bring threads and TLS together.
func TestNewPlanThreadsNA(t *testing.T) {
	plan := mustPlan(t, testSpec("transport=tcp,tls", "threads=auto,2"))
	got := map[string]map[string]string{}
	for _, cell := range plan.Cells {
		got[cell.ID] = cell.NA
	}
	want := map[string]map[string]string{
		"transport=tcp threads=auto": nil, "transport=tcp threads=2": nil,
		"transport=tls threads=auto": nil, "transport=tls threads=2": {"SET": noThreads, "XADD": noThreads},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

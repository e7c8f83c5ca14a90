package matrix

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const overridden = `name: s
axes:
  version: ["6.0", "7.0", "8.0"]
  appendonly: [no, always]
  config.HZ: [10]
exclude:
  - {version: "6.0", appendonly: always}
  - {version: ["6.0", "7.0"], appendonly: always, config.hz: 10}
baseline: {version: "7.0"}
server: {servers: {"6.0": /opt/redis-6.0}}
load: {tests: [SET], clients: 5}
`

func TestOverride(t *testing.T) {
	for name, test := range map[string]struct {
		set  []Override
		want func(*Spec)
	}{
		"nothing":       {nil, func(*Spec) {}},
		"axis":          {[]Override{{"version", "7.0, 8.0 ,valkey-8.1"}}, withVersions("7.0", "8.0", "valkey-8.1")},
		"new axis":      {[]Override{{"value_size", "3,1KiB"}}, withAxis("value_size", "3", "1KiB")},
		"config axis":   {[]Override{{"config.Hz", "10,100"}}, func(s *Spec) { s.Axes[2].Values = []string{"10", "100"} }},
		"quoted commas": {[]Override{{"config.x-y", `"a,b",'c d', e`}}, withAxis("config.x-y", "a,b", "c d", "e")},
		"empty value":   {[]Override{{"config.x-y", `a,,""`}, {"config.x-y", `a,""`}}, withAxis("config.x-y", "a", "")},
		"rounds": {[]Override{{"rounds", "3"}, {"rounds", "4"}, {"seed", "7"}, {"name", "other"}}, func(s *Spec) {
			s.Rounds, s.Seed, s.Name = 4, 7, "other"
		}},
		"until decided": {[]Override{{"rounds", "5..30"}, {"budget", "1h"}, {"control", "off"}, {"gate.metrics", "p99, rps"}, {"gate.threshold", "2.5 %"}}, func(s *Spec) {
			s.LeastRounds, s.Rounds, s.Budget, s.Control = 5, 30, time.Hour, false
			s.Gate = Gate{Metrics: []string{"p99", "rps"}, Threshold: 0.025}
		}},
		"load": {[]Override{
			{"load.tests", "get,LPUSH"}, {"load.clients", "100"}, {"load.pipeline", "16"}, {"load.value_size", "1KiB"},
			{"load.duration", "1s"}, {"load.requests", "10"}, {"load.warmup", "0s"},
		}, func(s *Spec) {
			s.Load.Tests, s.Load.Clients, s.Load.Pipeline, s.Load.ValueSize = []string{"GET", "LPUSH"}, 100, 16, FixedSize(1024)
			s.Load.Duration, s.Load.Requests, s.Load.Warmup = time.Second, 10, 0
		}},
		"what is sent": {[]Override{
			{"load.value_size", "64:70, 1KiB-4KiB:30"}, {"load.value_pattern", "ratio:2"}, {"load.key_distribution", "zipf"},
			{"load.protocol", "3"}, {"load.rate", "5000"}, {"load.rate", "50000"}, {"load.arrival", "poisson"},
			{"load.threads", "2"}, {"load.transport", "unix"}, {"load.mix", "SET:1, GET:10"}, {"load.commands.a.b", `GET "x y"`},
		}, func(s *Spec) {
			s.Load.ValueSize, s.Load.ValuePattern = Sizes{{64, 64, 70}, {1024, 4096, 30}}, "ratio:2"
			s.Load.KeyDistribution, s.Load.Protocol, s.Load.Rate, s.Load.Arrival = "zipf", 3, 50_000, "poisson"
			s.Load.Threads, s.Load.Transport, s.Load.Mix = 2, TransportUnix, []MixPart{{"SET", 1}, {"GET", 10}}
			s.Load.Commands = []OwnCommand{{"a.b", []string{"GET", "x y"}}}
			s.Load.Tests = []string{"SET", "MIX"}
		}},
		"axes of what is sent": {[]Override{{"rate", "1000,max"}, {"mix", "SET:1 GET:10,'SET:1,GET:1'"}}, func(s *Spec) {
			withAxis("rate", "1000", "max")(s)
			withAxis("mix", "SET:1 GET:10", "SET:1,GET:1")(s)
			s.Load.Tests = []string{"SET", "MIX"}
		}},
		"server": {[]Override{
			{"server.launch", "container"}, {"server.cpus", "0,1"}, {"server.config.save", "900 1,"}, {"server.config.SAVE", ""},
			{"server.config.module.x", `"a b" c`}, {"server.servers.7.0", "image:redis:7.0"},
		}, func(s *Spec) {
			s.Server.Launch, s.Server.CPUs = LaunchContainer, "0,1"
			s.Server.Config = []Directive{{Name: "save", Args: []string{""}}, {Name: "module.x", Args: []string{"a b", "c"}}}
			s.Server.Servers = map[string]string{"6.0": "/opt/redis-6.0", "7.0": "image:redis:7.0"}
		}},
		"baseline": {[]Override{{"baseline.version", "8.0"}, {"baseline.appendonly", "no"}}, func(s *Spec) {
			s.Baseline = Selector{"version": {"8.0"}, "appendonly": {"no"}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			want := mustParse(t, overridden, "s.yaml")
			test.want(want)
			got := mustParse(t, overridden, "s.yaml", test.set...)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("spec (-want +got):\n%s", diff)
			}
		})
	}
}

// withVersions replaces the versions, and drops what is excluded of others.
func withVersions(versions ...string) func(*Spec) {
	return func(s *Spec) {
		s.Axes[0].Values = versions
		s.Exclude = []Selector{{"version": {"7.0"}, "appendonly": {"always"}, "config.hz": {"10"}}}
	}
}

func withAxis(name string, values ...string) func(*Spec) {
	return func(s *Spec) { s.Axes = append(s.Axes, Axis{Name: name, Values: values}) }
}

func TestOverrideMakesASpec(t *testing.T) {
	want := mustParse(t, "axes: {version: ['7.0']}\nload: {clients: 2}\nbaseline: {version: '7.0'}", "s.yaml")
	got := mustParse(t, "# nothing yet", "s.yaml",
		Override{"load.clients", "2"}, Override{"version", "7.0"}, Override{"baseline.version", "7.0"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

func TestOverrideProblems(t *testing.T) {
	for name, test := range map[string]struct {
		set  []Override
		want string
	}{
		"value":        {[]Override{{"load.clients", "many"}}, `--set: "load.clients=many": not a whole number; accepted are whole numbers from 1 to 10000, in digits`},
		"no value":     {[]Override{{"rounds", ""}}, `--set: "rounds=": not a whole number; accepted are whole numbers from 1 to 1000, in digits, and ranges such as 5..30`},
		"list entry":   {[]Override{{"appendonly", "no,alwys"}}, `--set: "appendonly=no,alwys": "alwys": not accepted here; did you mean always?`},
		"twice":        {[]Override{{"version", "7.0,7.0"}}, `--set: "version=7.0,7.0": "7.0": the axis has this value already, as "7.0"; keep one of them`},
		"quotes":       {[]Override{{"version", `"7.0,8.0`}}, `--set: "version=\"7.0,8.0": quotes that are not closed; quote a value as a whole, as in "a,b"`},
		"half quoted":  {[]Override{{"version", `"7".0`}}, `--set: "version=\"7\".0": quotes that are not closed; quote a value as a whole, as in "a,b"`},
		"line end":     {[]Override{{"name", "a\nb"}}, `--set: "name=a\nb": holds a character that cannot be seen; write one line of visible characters`},
		"axis name":    {[]Override{{"vresion", "7.0"}}, `--set: "vresion=7.0": nothing of this name can be set; did you mean version?`},
		"path":         {[]Override{{"load.client", "7"}}, `--set: "load.client=7": nothing of this name can be set; did you mean load.clients?`},
		"directive":    {[]Override{{"server.config.port", "1"}}, `--set: "server.config.port=1": "port": the program sets port itself; leave it out: each server gets a free port`},
		"config axis":  {[]Override{{"config.dir", "/a,/b"}}, `--set: "config.dir=/a,/b": "config.dir": the program sets dir itself; leave it out: each server gets a fresh directory`},
		"baseline":     {[]Override{{"version", "6.0,8.0"}}, `s.yaml:9:21: "7.0": not on the axis version; it has 6.0, 8.0 since --set; name one of them, for the baseline with --set baseline.version=VALUE`},
		"new baseline": {[]Override{{"baseline.clients", "5"}}, `--set: "baseline.clients=5": "clients": the spec has no such axis; add it to axes, or select on version, appendonly, config.hz`},
		"server":       {[]Override{{"server.servers.9.0", "/opt/redis-9"}}, `--set: "server.servers.9.0=/opt/redis-9": "9.0": not on the version axis; name a version as the axis spells it: 6.0, 7.0, 8.0`},
		"size":         {[]Override{{"value_size", "64:70,1KiB:30"}}, `--set: "value_size=64:70,1KiB:30": "64:70": a weight without other sizes; accepted are a size such as 100KiB, a range such as 1KiB-4KiB, and several with weights such as 64:70 1KiB:30` + "\n" + `--set: "value_size=64:70,1KiB:30": "1KiB:30": a weight without other sizes; accepted are a size such as 100KiB, a range such as 1KiB-4KiB, and several with weights such as 64:70 1KiB:30`},
		"mix":          {[]Override{{"load.mix", "SET:1 GTE:1"}}, `--set: "load.mix=SET:1 GTE:1": "GTE": unknown test; did you mean GET?`},
		"command":      {[]Override{{"load.commands.x", "FLUSHALL"}}, `--set: "load.commands.x=FLUSHALL": FLUSHALL reaches beyond the load's own keys; measure commands that touch the keys that they name`},
		"several": {[]Override{{"rounds", "0"}, {"seed", "x"}},
			"--set: \"rounds=0\": out of range; accepted are whole numbers from 1 to 1000, in digits, and ranges such as 5..30\n" +
				"--set: \"seed=x\": not a seed; accepted are whole numbers from 0 to 18446744073709551615, in digits"},
	} {
		t.Run(name, func(t *testing.T) {
			got := problemsOf(t, overridden, "s.yaml", test.set...).Error()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOverrideLeavesAliases overrides a value that stands in two places.
func TestOverrideLeavesAliases(t *testing.T) {
	const source = `
axes: {version: ["7.0", "8.0"]}
baseline: &old {version: "7.0"}
report: {tables: [{rows: test, columns: version, where: *old}]}
`
	got := mustParse(t, source, "s.yaml", Override{"baseline.version", "8.0"})
	want := mustParse(t, source, "s.yaml")
	want.Baseline = Selector{"version": {"8.0"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

// TestOverrideKeepsMistakes overrides values in a spec that has mistakes of its
// own: those under the value that is replaced go, the others stay.
func TestOverrideKeepsMistakes(t *testing.T) {
	const source = "axes: {version: [seven]}\nload: default\nrounds: many\n"
	got := problemsOf(t, source, "s.yaml", Override{"version", "7.0"}, Override{"load.clients", "5"}, Override{"rounds", "3"})
	want := `s.yaml:2:7: "default": a single value where a mapping is expected; write "key: value" lines`
	if diff := cmp.Diff(want, got.Error()); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestOverrideKeys sets all that completion offers, to words that it offers.
func TestOverrideKeys(t *testing.T) {
	numbers := map[string]string{"version": "7.0", "storage": "/mnt/a", "mix": "SET:1", "load.mix": "SET:1", "load.duration": "1s", "load.warmup": "1s", "name": "x", "server.cpus": "auto",
		"budget": "10m", "gate.threshold": "5%"}
	keys := OverrideKeys()
	for _, key := range keys {
		values := OverrideWords(key)
		if number, ok := numbers[key]; ok {
			values = append(values, number)
		}
		if len(values) == 0 {
			values = []string{"3"}
		}
		for _, value := range values {
			set := []Override{{"rate", "100"}, {key, value}}
			if strings.HasPrefix(key, "load.") {
				set = append(set, Override{"load.rate", "100"})
			}
			if value == string(LaunchAttach) {
				set = append(set, Override{"server.servers.7.0", "attach:localhost:6379"})
			}
			mustParse(t, "axes: {version: ['7.0']}", "s.yaml", set...)
		}
	}
	for _, want := range []string{"version", "mix", "rate", "load.rate", "load.mix", "load.tests", "rounds"} {
		if !slices.Contains(keys, want) {
			t.Errorf("no %s among %q", want, keys)
		}
	}
}

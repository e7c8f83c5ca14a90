package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAxisValues reads an axis' values, each its own.
func TestAxisValues(t *testing.T) {
	for axis, values := range map[string][]string{
		"version":       {"2.8", "7", "7.0", "7.0.15", "5.x", "valkey-8.1", "valkey-8.1.1", "/opt/redis", "./redis", "image:redis:7.0", "image:redis"},
		"appendonly":    {"no", "everysec", "always", "os"},
		"save":          {"off", "900 1", "900 1 300 10", "300 10 900 1"},
		"launch":        {"auto", "binary", "container"},
		"value_size":    {"1", "3 B", "1KiB", "1kB", "512MiB"},
		"clients":       {"1", "10000"},
		"pipeline":      {"1", "10000"},
		"keyspace":      {"1", "1000000000"},
		"transport":     {"tcp", "unix"},
		"config.hz":     {"1", "10", "01"},
		"config.events": {"", "Kx", "xK", "K x"},
	} {
		source := "axes:\n  " + axis + ": ['" + strings.Join(values, "', '") + "']\n"
		if axis != AxisVersion {
			source += "  version: ['7.0']\n"
		}
		want := Axis{Name: axis, Values: values}
		if diff := cmp.Diff(want, mustParse(t, source, "s.yaml").Axes[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", axis, diff)
		}
	}
}

// TestAxisValuesTwice writes a value twice, in two ways.
func TestAxisValuesTwice(t *testing.T) {
	for axis, values := range map[string][2]string{
		"version":       {"7.0", "redis-7.0"},
		"appendonly":    {"no", "no"},
		"save":          {"900 1", "900   1"},
		"value_size":    {"1KiB", "1024 B"},
		"clients":       {"50", "50"},
		"config.events": {"K x", `"K"  'x'`},
		"config.save-x": {"", "  "},
	} {
		source := "axes:\n  " + axis + ":\n  - \"" + values[0] + "\"\n  - '" + strings.ReplaceAll(values[1], "'", "''") + "'\n"
		if axis != AxisVersion {
			source += "  version: ['7.0']\n"
		}
		problems := problemsOf(t, source, "s.yaml")
		if len(problems) != 1 || problems[0].Line != 4 || !strings.HasPrefix(problems[0].Message, "the axis has this value already") {
			t.Errorf("%s: got %v", axis, problems)
		}
	}
}

// TestVersionsWithPlaces reads versions that server.servers has a place for.
func TestVersionsWithPlaces(t *testing.T) {
	for name, test := range map[string]struct{ versions, servers, want string }{
		"path":         {`["7.0"]`, `{"7.0": /opt/redis}`, ""},
		"relative":     {`["7.0"]`, `{"7.0": ./redis}`, ""},
		"image":        {`["7.0", "8.0"]`, `{"7.0": "image:a", "8.0": "image:b"}`, ""},
		"include":      {`["7.0"]`, `{"6.0": /opt/redis}`, ""},
		"name":         {`[mine]`, `{mine: /opt/redis}`, `2:18: "mine": "mine" is not a number; accepted`},
		"not there":    {`["7.0"]`, `{"7.0.1": /opt/redis}`, `4:20: "7.0.1": not on the version axis; `},
		"other way":    {`[redis-7.0]`, `{"7.0": /opt/redis}`, `4:20: "7.0": not on the version axis; name a version as the axis spells it: redis-7.0`},
		"no place":     {`["7.0"]`, `{"7.0": redis}`, `4:27: "redis": not a place; `},
		"no image":     {`["7.0"]`, `{"7.0": "image:"}`, `4:27: "image:": "image:" is followed by no image's name`},
		"bad port":     {`["7.0"]`, `{"7.0": "attach:host:x"}`, `4:27: "attach:host:x": "host:x" is no HOST:PORT`},
		"binary":       {`["7.0"]`, `{"7.0": "attach:a:1"}, launch: binary`, `4:27: "attach:a:1": launch binary cannot start a running server; `},
		"no address":   {`["7.0", "8.0"]`, `{"7.0": "attach:a:1"}, launch: attach`, `4:50: "attach": no address to attach to for version "8.0"; `},
		"no addresses": {`["7.0"]`, `{}, launch: attach`, `4:31: "attach": no address to attach to for version "7.0"; `},
	} {
		t.Run(name, func(t *testing.T) {
			source := "axes:\n  version:      " + test.versions + "\ninclude: [{version: '6.0'}]\nserver: {servers: {" +
				strings.TrimPrefix(test.servers, "{") + "}\n"
			if test.want == "" {
				mustParse(t, source, "s.yaml")
				return
			}
			got := problemsOf(t, source, "s.yaml").Error()
			if !strings.HasPrefix(got, "s.yaml:"+test.want) || strings.Contains(got, "\n") {
				t.Errorf("got  %s\nwant s.yaml:%s", got, test.want)
			}
		})
	}
}

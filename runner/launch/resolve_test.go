package launch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func version(t testing.TB, text string) matrix.Version {
	t.Helper()
	v, err := matrix.ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// inventory is a host with some servers.
func inventory(t testing.TB) []Installed {
	return []Installed{
		{Version: version(t, "7.0.9"), Kind: matrix.LaunchBinary, Path: "/7.0.9"},
		{Version: version(t, "7.0.15"), Kind: matrix.LaunchBinary, Path: "/7.0.15"},
		{Version: version(t, "7.0.15"), Kind: matrix.LaunchBinary, Path: "/again"},
		{Version: version(t, "7.0.16"), Kind: matrix.LaunchContainer, Path: "redis:7.0.16"},
		{Version: version(t, "6.2.1"), Kind: matrix.LaunchContainer, Path: "redis:6.2.1"},
		{Version: version(t, "valkey-8.1.1"), Kind: matrix.LaunchBinary, Path: "/valkey"},
	}
}

func TestResolveVersion(t *testing.T) {
	tests := []struct {
		version string
		launch  matrix.Launch
		path    string // "": none
	}{
		{"7.0", matrix.LaunchAuto, "/7.0.15"},
		{"7.0", "", "/7.0.15"},
		{"7.0", matrix.LaunchBinary, "/7.0.15"},
		{"7.0", matrix.LaunchContainer, "redis:7.0.16"},
		{"7.0.9", matrix.LaunchAuto, "/7.0.9"},
		{"7.0.16", matrix.LaunchAuto, "redis:7.0.16"},
		{"7", matrix.LaunchAuto, "/7.0.15"},
		{"6.2", matrix.LaunchAuto, "redis:6.2.1"},
		{"6.2", matrix.LaunchBinary, ""},
		{"8.1", matrix.LaunchAuto, ""},
		{"valkey-8.1", matrix.LaunchAuto, "/valkey"},
		{"7.2", matrix.LaunchContainer, "redis:7.2"}, // to be pulled
		{"7.0", matrix.LaunchAttach, ""},
	}
	for _, test := range tests {
		asked := matrix.Setup{Launch: test.launch, Server: matrix.ServerRef{
			Text: test.version, Kind: matrix.RefVersion, Version: version(t, test.version)}}
		got, err := Resolve(inventory(t), asked)
		if got.Path != test.path || (err == nil) != (test.path != "") {
			t.Errorf("%s as %q: %q, %v", test.version, test.launch, got.Path, err)
		}
	}
}

func TestResolveSaysWhatIsThere(t *testing.T) {
	asked := matrix.Setup{Launch: matrix.LaunchBinary, Server: matrix.ServerRef{
		Text: "6.2", Kind: matrix.RefVersion, Version: version(t, "6.2")}}
	_, err := Resolve(inventory(t), asked)
	mustContain(t, err.Error(), "find 6.2 as a binary", "6.2.1 (container), 7.0.15 (binary), 7.0.16 (container)",
		"redis-matrix servers install 6.2", "REDIS_MATRIX_SERVERS", "server.servers")
	_, err = Resolve(nil, asked)
	mustContain(t, err.Error(), "there is no server here")
}

func TestResolvePlaces(t *testing.T) {
	tests := []struct {
		ref    matrix.ServerRef
		launch matrix.Launch
		want   Installed // zero: refused
	}{
		{matrix.ServerRef{Kind: matrix.RefBinary, Location: "/b"}, matrix.LaunchAuto, Installed{Kind: matrix.LaunchBinary, Path: "/b"}},
		{matrix.ServerRef{Kind: matrix.RefBinary, Location: "/b"}, matrix.LaunchContainer, Installed{}},
		{matrix.ServerRef{Kind: matrix.RefImage, Location: "image:r:7"}, matrix.LaunchAuto, Installed{Kind: matrix.LaunchContainer, Path: "r:7"}},
		{matrix.ServerRef{Kind: matrix.RefImage, Location: "r:7"}, matrix.LaunchContainer, Installed{Kind: matrix.LaunchContainer, Path: "r:7"}},
		{matrix.ServerRef{Kind: matrix.RefImage, Location: "r:7"}, matrix.LaunchBinary, Installed{}},
		{matrix.ServerRef{Kind: matrix.RefAttach, Location: "attach:h:1"}, matrix.LaunchAuto, Installed{Kind: matrix.LaunchAttach, Path: "h:1"}},
		{matrix.ServerRef{Kind: matrix.RefAttach, Location: "h:1"}, matrix.LaunchAttach, Installed{Kind: matrix.LaunchAttach, Path: "h:1"}},
		{matrix.ServerRef{Kind: matrix.RefAttach, Location: "h:1"}, matrix.LaunchBinary, Installed{}},
	}
	for _, test := range tests {
		got, err := Resolve(nil, matrix.Setup{Server: test.ref, Launch: test.launch})
		if diff := cmp.Diff(test.want, got); diff != "" || (err == nil) != (test.want.Path != "") {
			t.Errorf("%+v as %s: %v %s", test.ref, test.launch, err, diff)
		}
	}
}

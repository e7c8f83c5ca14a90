package launch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestMeet(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		server := start(t, newLauncher(t, Options{}), setup(binary, `save ""`))
		got, err := Meet(t.Context(), server.Endpoint())
		if err != nil {
			t.Fatal(err)
		}
		is := server.Info()
		want := matrix.ServerInfo{
			Product: is.Product, Version: is.Version, Build: is.Build, RunID: is.RunID,
			Allocator: is.Allocator, Compiler: is.Compiler, Effective: is.Effective,
			Launch: matrix.LaunchAttach, Path: server.Endpoint().Address,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestMeetNobody(t *testing.T) {
	if _, err := Meet(t.Context(), matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1"}); err == nil {
		t.Error("nobody is met")
	}
}

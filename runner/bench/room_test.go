package bench

import (
	"fmt"
	"strings"
	"testing"

	"redismatrix/matrix"
)

func TestRoomFor(t *testing.T) {
	const gib = 1 << 30
	for name, tt := range map[string]struct {
		most, used, host, need int64
		want                   string
	}{
		"enough":                {most: 4 * gib, used: gib, host: 16 * gib, need: 2 * gib},
		"beyond maxmemory":      {most: 4 * gib, used: 3 * gib, host: 64 * gib, need: 2 * gib, want: "maxmemory leaves 1.0 GiB"},
		"used up":               {most: gib, used: 2 * gib, need: gib, want: "maxmemory leaves 0.0 GiB"},
		"beyond the host":       {host: 16 * gib, need: 9 * gib, want: "more than half of the 16.0 GiB"},
		"nothing is told (2.8)": {need: 1 << 50},
	} {
		info := matrix.ParseInfo(fmt.Sprintf("maxmemory:%d\r\nused_memory:%d\r\ntotal_system_memory:%d\r\n", tt.most, tt.used, tt.host))
		err := roomFor(info, tt.need)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

// A keyspace that no machine holds is refused before a key is set.
func TestNothingIsFilledBeyondMemory(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Keyspace, load.ValueSize = matrix.MaxKeyspace, matrix.FixedSize(1000)
	session := server.open(server.at, load)
	get, _ := matrix.LookupTest("GET")
	_, err := session.Prepare(t.Context(), get)
	if err == nil || !strings.Contains(err.Error(), "lower the keyspace or the size of values") {
		t.Errorf("error %v", err)
	}
	if keys := server.number("DBSIZE"); keys != 0 {
		t.Errorf("%d keys were set", keys)
	}
}

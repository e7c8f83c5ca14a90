package recorded

import (
	"strings"
	"testing"

	"redismatrix/matrix"
)

// Values are told without the name of their axis, which reports put beside them.
func TestValue(t *testing.T) {
	for _, test := range []struct{ axis, text, want string }{
		{"version", "version 2.8.4", "2.8.4"}, {"version", "Version: 2.8.4", "2.8.4"}, {"version", "version=7.0", "7.0"}, {"version", "2.8.4", "2.8.4"},
		{"version", "versions", "versions"}, {"version", "version", "version"}, {"version", "version :", "version :"}, {"version", "redis 7.0", "redis 7.0"},
		{"appendonly", "appendonly no", "no"}, {"appendonly", "no", "no"}, {"config.maxmemory", "maxmemory 1gb", "1gb"},
		{"config.maxmemory", "config.maxmemory 1gb", "1gb"}, {"value_size", "value size 5 K", "5 K"}, {"value_size", "20 bytes", "20 bytes"},
		{"clients", "50 clients", "50"}, {"clients", "1 Client", "1"}, {"clients", "clients 50", "50"}, {"clients", "many clients", "many clients"},
		{"keyspace", "100 keys", "100"}, {"threads", "4 client threads", "4"}, {"os", "os redhat", "redhat"}, {"os", "", ""}, {"os", "oslo", "oslo"},
	} {
		if got := Value(test.axis, test.text); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.axis, test.text, got, test.want)
		}
	}
}

// The heads and rows of tables are values without the name of their axis.
func TestTablesOfNamedValues(t *testing.T) {
	read := func(text string, o Tabular) []matrix.Coordinate {
		t.Helper()
		got, err := ReadTables("a.md", strings.NewReader(text), o)
		if err != nil || len(got.Problems) > 0 {
			t.Fatal(err, got.Problems)
		}
		return got.Blocks[0].At
	}
	if at := read("| test | version 2.8.4 |\n|---|---|\n| SET | 100 |\n", Tabular{}); at[0] != (matrix.Coordinate{Axis: "version", Value: "2.8.4"}) {
		t.Errorf("the head gives %v", at)
	}
	if at := read("size,rps\n50 clients,100\n", Tabular{Rows: "clients", Test: "SET", Metrics: map[string]string{"rps": "rps"}}); at[0] != (matrix.Coordinate{Axis: "clients", Value: "50"}) {
		t.Errorf("the row gives %v", at)
	}
}

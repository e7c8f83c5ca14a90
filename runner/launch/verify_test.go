package launch

import (
	"errors"
	"testing"

	"redismatrix/matrix"
)

func TestIdentify(t *testing.T) {
	tests := []struct {
		name, info string
		version    string // "": refused
		name2      string
	}{
		{"redis", "# Server\r\nredis_version:2.8.24\r\nrun_id:a\r\n", "2.8.24", "redis 2.8.24"},
		{"valkey", "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n", "valkey-8.1.1", "valkey 8.1.1"},
		{"a milestone", "redis_version:7.9.224\r\n", "7.9.224", "redis 7.9.224"},
		{"another product", "redis_version:7.2.4\r\nserver_name:garnet\r\n", "", ""},
		{"no version", "role:master\r\n", "", ""},
		{"odd version", "redis_version:255.255.255-dev\r\n", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			info, version, err := facts(matrix.ParseInfo(test.info)).identify()
			if (err == nil) != (test.version != "") {
				t.Fatal(err)
			}
			if err == nil && (version.String() != test.version || info.Name() != test.name2) {
				t.Errorf("it is %s, %s", version, info.Name())
			}
		})
	}
}

func TestBelong(t *testing.T) {
	f := facts{"run_id": "a", "process_id": "12", "tcp_port": "6379"}
	for _, want := range []expected{{}, {pid: 12}, {port: 6379}, {12, 6379}} {
		if err := f.belong(want); err != nil {
			t.Errorf("%+v: %v", want, err)
		}
	}
	for _, want := range []expected{{pid: 13}, {port: 6380}, {12, 6380}} {
		if err := f.belong(want); !errors.Is(err, errStranger) {
			t.Errorf("%+v: %v", want, err)
		}
	}
	if err := (facts{}).belong(expected{}); err == nil {
		t.Error("a server without run_id was accepted")
	}
}

func TestMatch(t *testing.T) {
	seven := matrix.Version{Product: matrix.Redis, Numbers: []int{7, 0, 15}}
	for _, asked := range []matrix.Version{{}, seven, {Product: matrix.Redis, Numbers: []int{7, 0}}} {
		if err := (facts{}).match(seven, matrix.ServerRef{Version: asked}); err != nil {
			t.Errorf("%s: %v", asked, err)
		}
	}
	for _, asked := range []matrix.Version{
		{Product: matrix.Redis, Numbers: []int{7, 2}}, {Product: matrix.Valkey, Numbers: []int{7, 0}},
	} {
		if err := (facts{}).match(seven, matrix.ServerRef{Version: asked}); err == nil {
			t.Errorf("%s was accepted", asked)
		}
	}
}

// What was asked for is said once where it was written as it is meant.
func TestMatchSaysWhatWasAskedForOnce(t *testing.T) {
	got := matrix.Version{Product: matrix.Redis, Numbers: []int{7, 0, 15}}
	for text, want := range map[string]string{
		"6.2":   "asked for 6.2, but it is 7.0.15; correct the name or what it points at in server.servers",
		"/a/62": "asked for 6.2 (/a/62), but it is 7.0.15; correct the name or what it points at in server.servers",
	} {
		asked := matrix.ServerRef{Version: matrix.Version{Product: matrix.Redis, Numbers: []int{6, 2}}, Text: text}
		if err := (facts{}).match(got, asked); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

package main

import (
	"strings"
	"testing"
)

func TestCheckFiles(t *testing.T) {
	const many = `{axes: {version: ["7.0", "3.2"], clients: [50, 10000], protocol: [3]}, load: {tests: [SET]}}`
	for name, test := range map[string]struct {
		spec  string
		limit uint64
		want  string
	}{
		"enough":         {many, 10_256, ""},
		"too few":        {many, 10_255, "10,000 clients need 10,256 open files, and 10,255 are allowed; raise that with ulimit -n 10256"},
		"no limit":       {many, 1<<63 - 1, ""},
		"n/a counts not": {`{axes: {version: ["3.2"], clients: [10000]}, load: {protocol: 3}}`, 256, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := plan(t, test.spec, "7.0.15", "3.2.13").checkFiles(test.limit)
			if (err != nil) != (test.want != "") {
				t.Fatalf("error %v", err)
			}
			if err != nil && (!strings.Contains(err.Error(), test.want) || codeOf(err) != exitUsage) {
				t.Errorf("code %d, error %v", codeOf(err), err)
			}
		})
	}
}

func TestOpenFiles(t *testing.T) {
	if n, err := openFiles(); err != nil || n < 3 {
		t.Errorf("got %d, %v", n, err)
	}
}

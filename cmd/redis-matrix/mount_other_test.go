//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// scriptTmpfs is for Linux only.
func scriptTmpfs(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("tmpfs: this system has none")
}

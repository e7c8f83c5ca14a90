package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"redismatrix/matrix"
	"redismatrix/runner"
)

func TestCodeOf(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want exitCode
	}{
		{"nothing", nil, 0},
		{"usage", usagef("no"), 64},
		{"wrapped", fmt.Errorf("more: %w", exitWith(exitBadCells, errors.New("x"))), 12},
		{"problems", fmt.Errorf("more: %w", matrix.Problems{{Message: "x"}}), 64},
		{"mismatch", fmt.Errorf("more: %w", &runner.MismatchError{What: "the host"}), 13},
		{"canceled", fmt.Errorf("more: %w", context.Canceled), 130},
		{"any other", errors.New("disk full"), 70},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := codeOf(test.err); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestPrintError(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"one line", errors.New("no"), "redis-matrix: no\n"},
		{"one line each", errors.Join(errors.New("a"), errors.New("b")), "redis-matrix: a\nredis-matrix: b\n"},
		{"only a code", exitWith(exitBadCells, nil), ""},
		{"only a code, twice", exitWith(exitBadCells, exitWith(exitBadCells, nil)), ""},
		{"no escapes", errors.New("a\x1b[31mb\x07\u009b"), `redis-matrix: a\x1b[31mb\x07\x9b` + "\n"},
		{"no direction marks", errors.New("a\u202eb\u200f"), `redis-matrix: a\u202eb\u200f` + "\n"},
		{"no commands", errors.New("##[error]a"), "redis-matrix: # #[error]a\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			printError(&out, test.err)
			if out.String() != test.want {
				t.Errorf("got %q, want %q", out.String(), test.want)
			}
		})
	}
}

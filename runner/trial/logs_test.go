package trial

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoaded(t *testing.T) {
	log := `2:M 01 Dec 2026 05:14:23.000 * Reading RDB preamble from AOF file...
2:M 01 Dec 2026 05:14:23.010 * DB loaded from base file appendonly.aof.1.base.rdb: 0.001 seconds
[2] 01 Dec 05:14:23.000 * DB loaded from disk: 0.000 seconds
2:M 01 Dec 2026 05:14:23.010 * Ready to accept connections
`
	want := []string{"Reading RDB preamble from AOF file", "DB loaded from base file appendonly.aof.1.base.rdb", "DB loaded from disk"}
	if diff := cmp.Diff(want, loaded(log)); diff != "" {
		t.Error(diff)
	}
}

func TestRefused(t *testing.T) {
	ended := func(exited bool, log string) error {
		return fmt.Errorf("start: %w", &EndedError{Err: errors.New("it ended"), Exited: exited, Log: log})
	}
	const bad = "2:M 01 Dec 2026 05:14:23.000 # Bad file format reading the append only file: make a backup\n"
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"bad format":     {ended(true, bad), "Bad file format reading the append only file: make a backup"},
		"short":          {ended(true, "1:M x # Unexpected end of file reading the append only file. You can: 1) Make a backup"), "Unexpected end of file reading the append only file. You can: 1) Make a backup"},
		"an RDB":         {ended(true, "1:M x # Wrong signature trying to load DB from file\n1:M x # Fatal error loading the DB: Invalid argument. Exiting."), "Wrong signature trying to load DB from file | Fatal error loading the DB: Invalid argument. Exiting."},
		"killed":         {ended(false, bad), ""},
		"another reason": {ended(true, "1:M x # Out of memory"), ""},
		"still there":    {errors.New("it did not answer"), ""},
	} {
		if got := refused(c.err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if err := ended(true, ""); err.Error() != "start: it ended" || errors.Unwrap(errors.Unwrap(err)) == nil {
		t.Errorf("got %v", err)
	}
}

func TestCuts(t *testing.T) {
	log := "1:M x # !!! Warning: short read while loading the AOF file !!!\n1:M x * DB loaded\n1:M x # AOF loaded anyway because aof-load-truncated is enabled\n"
	if got := saying(log, cuts); len(got) != 2 || got[1] != "AOF loaded anyway because aof-load-truncated is enabled" {
		t.Errorf("%q", got)
	}
}

func TestVerdict(t *testing.T) {
	said := `0x              17: Expected prefix '*', got: 'X'
AOF analyzed: size=90, ok_up_to=23, ok_up_to_line=6, diff=67
AOF appendonly.aof is not valid. Use the --fix option to try fixing it.
This will shrink the AOF from 90 bytes, with 67 bytes, to 23 bytes
Continue? [y/N]: `
	if got := verdict(said); got != "AOF appendonly.aof is not valid. Use the --fix option to try fixing it." {
		t.Errorf("%q", got)
	}
}

func TestLogged(t *testing.T) {
	err := errors.New("read")
	if got := logged(err, ""); got.Error() != "read" {
		t.Errorf("%v", got)
	}
	if got := logged(err, "1:M 01 Dec 2026 05:14:23.000 # Out of memory\n"); !errors.Is(got, err) || !strings.Contains(got.Error(), "Out of memory") {
		t.Errorf("%v", got)
	}
}

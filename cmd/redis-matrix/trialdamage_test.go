package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redismatrix/matrix"
	"redismatrix/runner/trial"
)

// damaged is a starter that does something to the directory of a site before each
// start in it, which is told its number from 1.
type damaged struct {
	trial.Starter
	harm func(start int, dir string) error
}

type damagedSite struct {
	trial.Site
	dir    string
	starts int
	harm   func(start int, dir string) error
}

func (d damaged) Site(setup matrix.Setup, log string) (trial.Site, string, error) {
	site, dir, err := d.Starter.Site(setup, log)
	return &damagedSite{Site: site, dir: dir, harm: d.harm}, dir, err
}

func (d *damagedSite) Start(ctx context.Context, how trial.Start) (trial.Server, error) {
	d.starts++
	if err := d.harm(d.starts, d.dir); err != nil {
		return nil, err
	}
	return d.Site.Start(ctx, how)
}

// onRestart harms what a server has left before the next one is started on it.
func onRestart(harm func(dir string) error) func(int, string) error {
	return func(start int, dir string) error {
		if start == 1 {
			return nil
		}
		return harm(dir)
	}
}

// aofOf is the AOF that a server appends to.
func aofOf(dir string) (string, error) {
	for _, pattern := range []string{"*/*.incr.aof", "appendonly.aof"} {
		if found, err := filepath.Glob(filepath.Join(dir, pattern)); err == nil && len(found) > 0 {
			return found[0], nil
		}
	}
	return "", errors.New("there is no AOF in " + dir)
}

// shorten cuts the last bytes off the AOF.
func shorten(dir string) error {
	path, err := aofOf(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text[:len(text)-3], 0o600)
}

// spoil writes over a command in the midst of the AOF.
func spoil(dir string) error {
	path, err := aofOf(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	at := len(text)/2 + strings.Index(string(text[len(text)/2:]), "*3\r\n")
	copy(text[at:], "XX")
	return os.WriteFile(path, text, 0o600)
}

// kills adds a command to the AOF on which a server dies.
func kills(dir string) error {
	path, err := aofOf(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, "*2\r\n$5\r\nDEBUG\r\n$8\r\nSEGFAULT\r\n"...), 0o600)
}

// noRDB leaves a file that is no RDB.
func noRDB(dir string) error {
	return os.WriteFile(filepath.Join(dir, "dump.rdb"), []byte("this is no RDB"), 0o600)
}

// TestSpoiledFiles has servers start on files that are not whole.
func TestSpoiledFiles(t *testing.T) {
	always := []string{"appendonly yes", "appendfsync always", "aof-load-truncated "}
	for name, c := range map[string]struct {
		config   []string
		harm     func(dir string) error
		recovery matrix.Recovery
		detail   string
		check    string
		lost     func(matrix.Crash) bool
	}{
		"cut short, and taken": {
			append(always[:2:2], always[2]+"yes"), shorten, matrix.RecoveryCut, "aof-load-truncated is enabled", "",
			func(c matrix.Crash) bool { return c.Lost <= 1 },
		},
		"cut short, and refused": {
			append(always[:2:2], always[2]+"no"), shorten, matrix.RecoveryRepaired, "nexpected end of file", "not valid",
			func(c matrix.Crash) bool { return c.Lost <= 1 },
		},
		"spoiled": {
			append(always[:2:2], always[2]+"yes"), spoil, matrix.RecoveryRepaired, "Bad file format", "not valid",
			func(c matrix.Crash) bool { return c.Lost > 0 && c.Found > 0 },
		},
		"no RDB": {
			[]string{"appendonly no"}, noRDB, matrix.RecoveryRefused, "Wrong signature", "there is none",
			func(c matrix.Crash) bool { return c.Lost == c.Acknowledged },
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachTrial(t, c.config, func(t *testing.T, b trialBench) {
				b.starter, b.load.Crashes = damaged{b.starter, onRestart(c.harm)}, 1
				b.load.Clients = 2
				crash := b.crashes(t, matrix.TestCrash)[0]
				if crash.Recovery != c.recovery || !strings.Contains(crash.Detail, c.detail) || !strings.Contains(crash.Check, c.check) || !c.lost(crash) {
					t.Errorf("%+v", crash)
				}
			})
		})
	}
}

// TestServerThatDiesOfItsFiles is a trial that failed, and not a way to recover.
func TestServerThatDiesOfItsFiles(t *testing.T) {
	eachTrial(t, []string{"appendonly yes", "appendfsync always"}, func(t *testing.T, b trialBench) {
		if v := b.setup.Server.Version; v.Product == matrix.Valkey || v.Numbers[0] >= 7 {
			b.setup.Config = append(b.setup.Config, matrix.Directive{Name: "enable-debug-command", Args: []string{"yes"}})
		}
		b.starter, b.load.Crashes = damaged{b.starter, onRestart(kills)}, 1
		_, info, err := b.attempt(t, matrix.TestCrash)
		if err == nil || !strings.Contains(err.Error(), "start the server after its crash") || !strings.Contains(err.Error(), "its log") || info.RunID == "" {
			t.Errorf("got %v of %+v", err, info)
		}
	})
}

// TestTornValuesVoid writes over a value that a crash has left.
func TestTornValuesVoid(t *testing.T) {
	eachTrial(t, []string{"appendonly yes", "appendfsync always"}, func(t *testing.T, b trialBench) {
		b.load.ValueSize, b.load.Crashes = matrix.FixedSize(8), 1
		b.starter = damaged{b.starter, onRestart(func(dir string) error {
			path, err := aofOf(dir)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			at := strings.LastIndex(string(text), "$8\r\n") + len("$8\r\n")
			copy(text[at:], "........")
			return os.WriteFile(path, text, 0o600)
		})}
		sample := b.try(t, matrix.TestCrash)
		if sample.Status != matrix.StatusInvalid || sample.Trial.Torn() != 1 || !strings.Contains(sample.Reason, "1 values that the server gave back") {
			t.Errorf("%+v", sample)
		}
	})
}

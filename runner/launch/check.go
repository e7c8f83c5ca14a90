package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// checkTime is how long a check of an AOF may take.
const checkTime = 10 * time.Minute

// Check has the server's own program check the AOF of a site in which no server
// runs, and repair it where that is wanted. whole is true where it found nothing
// wrong, or has repaired it; said is what it said.
func (s *Site) Check(ctx context.Context, repair bool) (said string, whole bool, err error) {
	file, err := s.aof()
	if err != nil {
		return "", false, err
	}
	program, err := s.checker()
	if err != nil {
		return "", false, err
	}
	words := command(s.path)
	words[len(words)-1] = program
	if repair {
		words = append(words, "--fix")
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	process, said, err := s.converse(ctx, append(words, file), "y\n")
	if err != nil {
		return said, false, fmt.Errorf("check %s: %w", filepath.Base(file), err)
	}
	status := process.status()
	return said, status.Exited() && status.ExitStatus() == 0, nil
}

// aof is the file that tells of the AOF: its manifest, or else the AOF itself.
func (s *Site) aof() (string, error) {
	for _, pattern := range []string{"*/*.manifest", "*.aof"} {
		found, err := filepath.Glob(filepath.Join(s.Dir(), pattern))
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return "", errors.New("check the AOF: there is none")
}

// checker is the server's program under the name by which it checks an AOF.
func (s *Site) checker() (string, error) {
	name := "redis-check-aof"
	if strings.Contains(filepath.Base(s.path), "valkey") {
		name = "valkey-check-aof"
	}
	program, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return "", fmt.Errorf("find the program of %s: %w", s.path, err)
	}
	link := filepath.Join(s.root, name)
	if err := os.Symlink(program, link); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("name the program that checks an AOF: %w", err)
	}
	return link, nil
}

// converse runs a program with an input until it ends, and gives what it said.
func (s *Site) converse(ctx context.Context, argv []string, input string) (*process, string, error) {
	in, out := filepath.Join(s.root, "input"), filepath.Join(s.root, "output")
	if err := os.WriteFile(in, []byte(input), 0o600); err != nil {
		return nil, "", err
	}
	from, errIn := os.Open(in)
	to, errOut := os.Create(out)
	if err := errors.Join(errIn, errOut); err != nil {
		return nil, "", err
	}
	process, err := s.launcher.startProcess(argv, argv[len(argv)-1], s.root, files{in: from, log: to})
	if err = errors.Join(err, from.Close(), to.Close()); err != nil {
		return nil, "", err
	}
	select {
	case <-process.exited:
	case <-ctx.Done():
		process.end()
		err = ctx.Err()
	}
	said, errRead := os.ReadFile(out)
	return process, string(said), errors.Join(err, errRead, s.launcher.forget(process))
}

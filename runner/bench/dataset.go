package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

const (
	// trialStock and trialBytes bound what a consuming test finds for its
	// warm-up.
	trialStock = 1 << 14
	trialBytes = 16 << 20
	// trial is the warm-up of a consuming test where the load asks for none.
	trial = 20 * time.Millisecond
	// maxStock bounds in bytes what is built for a consuming test, and what
	// tests may have added to a key before another one.
	maxStock = 256 << 20
)

// dataset is what a session knows of the server's data, so that a test finds
// what an earlier one left and nothing is built twice.
type dataset struct {
	exact map[matrix.Dataset]bool // as it was built
	met   map[matrix.Dataset]bool // a command has named it, so that some of it may be there
	stock int64                   // elements that the prepared test may consume
	grown map[string]int64        // bytes that tests have added, by key
}

func newDataset() dataset {
	return dataset{exact: map[matrix.Dataset]bool{}, met: map[matrix.Dataset]bool{}, grown: map[string]int64{}}
}

// meet notes what a command does to the data sets. One of the spec's own may
// do anything to those that it names.
func (d *dataset) meet(command []string, own bool) {
	name, rest := strings.ToUpper(command[0]), strings.Join(command[1:], " ")
	for needs, keys := range recipes {
		named := own && computing[name]
		for _, r := range keys {
			named = named || strings.Contains(rest, r.key)
		}
		if !named {
			continue
		}
		d.met[needs] = true
		if own || !keeping[name] {
			delete(d.exact, needs)
		}
	}
}

// build makes the data that a test needs to find, and loads its script.
func (s *Session) build(ctx context.Context, test matrix.Test) error {
	for _, part := range test.Parts {
		if part.Test.Consumes {
			return fmt.Errorf("%s uses up its data, which a mix cannot renew", part.Test.Name)
		}
		if err := s.build(ctx, part.Test); err != nil {
			return err
		}
	}
	if err := knows(test); err != nil {
		return err
	}
	if err := s.control.install(ctx, test); err != nil {
		return err
	}
	if !test.Consumes {
		if err := s.trim(ctx, test); err != nil {
			return err
		}
		if s.load.Preloads(test) {
			return s.exactly(ctx, matrix.DataKeys)
		}
		return s.exactly(ctx, test.Needs)
	}
	if s.warmUpTime(test) == 0 {
		return nil // stockUp follows
	}
	_, err := s.replenish(ctx, test.Needs, min(trialStock, s.capacity(test.Needs, trialBytes)))
	return err
}

// knows refuses a test whose data set cannot be built.
func knows(test matrix.Test) error {
	keys := recipes[test.Needs]
	switch {
	case test.Consumes && (len(keys) != 1 || keys[0].family() || keys[0].single):
		return fmt.Errorf("data set %q has no elements to consume", test.Needs)
	case test.Needs != matrix.DataNone && len(keys) == 0:
		return fmt.Errorf("unknown data set %q", test.Needs)
	}
	return nil
}

// trim removes keys of the test to which others have added too much.
func (s *Session) trim(ctx context.Context, test matrix.Test) error {
	for _, command := range commands(test) {
		key := fixedKey(command)
		if s.data.grown[key] <= maxStock || s.at.Keep {
			continue
		}
		if err := s.control.remove(ctx, key); err != nil {
			return err
		}
		s.data.meet([]string{"DEL", key}, false)
		delete(s.data.grown, key)
	}
	return nil
}

// exactly builds a data set, unless it is there as it was built.
func (s *Session) exactly(ctx context.Context, needs matrix.Dataset) error {
	for _, r := range recipes[needs] {
		build := s.buildElements
		if r.family() {
			build = s.buildFamily
		}
		if err := build(ctx, r, s.data.exact[needs], s.data.met[needs]); err != nil {
			return err
		}
	}
	s.data.met[needs], s.data.exact[needs] = true, true
	return nil
}

// buildFamily sets every member of a family. It was built already where exact,
// and may have members where met.
func (s *Session) buildFamily(ctx context.Context, r recipe, exact, met bool) error {
	if exact {
		if wrong, err := s.control.spotCheck(ctx, r, s.load); err != nil || wrong == "" {
			return err
		}
	}
	before, err := s.control.census(ctx)
	if err != nil {
		return err
	}
	members := r.elements(s.load.Keyspace)
	if err := s.fill(ctx, r, members, new(atomic.Uint64)); err != nil {
		return fmt.Errorf("set %d keys to %v bytes each: %w", members, s.load.ValueSize, err)
	}
	after, err := s.control.census(ctx)
	if err != nil {
		return err
	}
	wrong := before.grownTo(after, members, met)
	if wrong == "" {
		wrong, err = s.control.spotCheck(ctx, r, s.load)
	}
	if err == nil && wrong != "" {
		err = errors.New(wrong + " after the keys were set: does it evict, or does anything else use it? set maxmemory higher, or the keyspace lower")
	}
	return err
}

// buildElements makes a key with exactly as many elements as it is to have. On
// a server that is filled for others nothing is removed, and more will do.
func (s *Session) buildElements(ctx context.Context, r recipe, exact, _ bool) error {
	want := r.elements(s.load.Keyspace)
	have, err := s.stored(ctx, r)
	if err != nil || exact && (r.holds(have, want) || s.at.Keep && have >= want) {
		return err
	}
	if !s.at.Keep {
		if err := s.control.remove(ctx, r.key); err != nil {
			return err
		}
		delete(s.data.grown, r.key)
	}
	if err := s.fill(ctx, r, want, new(atomic.Uint64)); err != nil {
		return fmt.Errorf("add %d elements to %s: %w", want, r.key, err)
	}
	have, err = s.control.count(ctx, r)
	if err == nil && !r.holds(have, want) && (!s.at.Keep || have < want) {
		err = fmt.Errorf("%s has %d elements instead of %d: does the server evict, or does anything else write to it?", r.key, have, want)
	}
	return err
}

// stored is how many elements a key has. One of another type, which a command
// of the spec's own may have left, is removed.
func (s *Session) stored(ctx context.Context, r recipe) (int64, error) {
	have, err := s.control.count(ctx, r)
	if redis.HasErrorPrefix(err, "WRONGTYPE") && !s.at.Keep {
		return 0, s.control.remove(ctx, r.key)
	}
	return have, err
}

// capacity is how many elements of a data set fit into bytes, at least one.
func (s *Session) capacity(needs matrix.Dataset, bytes int64) int64 {
	return max(1, bytes/s.weigh(recipes[needs][0].element))
}

// replenish adds elements for a test to consume until there are at least want,
// and returns how many there are.
func (s *Session) replenish(ctx context.Context, needs matrix.Dataset, want int64) (int64, error) {
	r := recipes[needs][0]
	have, err := s.stored(ctx, r)
	if err != nil || have >= want {
		return have, err
	}
	if err := s.fill(ctx, r, want-have, &s.seq); err != nil {
		return 0, fmt.Errorf("add %d elements to %s: %w", want-have, r.key, err)
	}
	s.data.meet(r.head, false)
	delete(s.data.exact, needs)
	have, err = s.control.count(ctx, r)
	if err == nil && have < want {
		err = fmt.Errorf("%s has %d elements after it was filled with %d: does the server evict?", r.key, have, want)
	}
	return have, err
}

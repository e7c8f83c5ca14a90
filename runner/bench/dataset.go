package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"redismatrix/matrix"
)

const (
	// listLength is how long the list is that tests read.
	listLength = 1000
	// trialStock and trialBytes bound what a consuming test finds for its
	// warm-up.
	trialStock = 1 << 14
	trialBytes = 16 << 20
	// trial is the warm-up of a consuming test where the load asks for none.
	trial = 20 * time.Millisecond
	// maxStock and maxGrowth bound in bytes what is built for a consuming test,
	// and what a test may add in one measurement.
	maxStock  = 256 << 20
	maxGrowth = 1 << 30
	// perElement estimates what a server needs for an element beside its value.
	perElement = 64
)

// collection is a key that holds elements.
type collection struct {
	key     string
	element []string // words that add one element
	command string
}

// collections are how the data sets with elements are built.
var collections = map[matrix.Dataset]collection{
	matrix.DataList: {key: "mylist", command: "RPUSH", element: []string{"__data__"}},
	matrix.DataSet:  {key: "myset", command: "SADD", element: []string{"element:__seq__"}},
	matrix.DataZSet: {key: "myzset", command: "ZADD", element: []string{"__score__", "element:__seq__"}},
}

// dataset is what a session knows of the server's data, so that a test finds
// what an earlier one left and nothing is built twice.
type dataset struct {
	keys  bool             // every key of the keyspace has its value
	list  bool             // mylist is as buildList left it
	stock int64            // elements that the prepared test may consume
	grown map[string]int64 // bytes that tests have added, by key
}

func newDataset() dataset { return dataset{grown: map[string]int64{}} }

// keeping are the commands after which the keys key:<n> still have their
// values, reading those after which a list is as it was.
var (
	keeping = map[string]bool{"SET": true, "GET": true, "MSET": true, "MGET": true, "STRLEN": true, "EXISTS": true}
	reading = map[string]bool{"LRANGE": true, "LLEN": true, "LINDEX": true}
	growing = map[string]bool{"LPUSH": true, "RPUSH": true, "SADD": true, "ZADD": true, "XADD": true, "APPEND": true}
)

// touch notes what driving a test did to the data. added is what it sent, in
// bytes, with the server's overhead.
func (d *dataset) touch(test matrix.Test, added int64) {
	name, key := strings.ToUpper(test.Command[0]), fixedKey(test)
	d.stock = 0
	if key == "mylist" && !reading[name] {
		d.list = false
	}
	if !keeping[name] && strings.Contains(strings.Join(test.Command[1:], " "), "key:") {
		d.keys = false
	}
	if growing[name] && key != "" {
		d.grown[key] += added
	}
}

// fixedKey is the one key that a test works on, "" where it has several or none.
func fixedKey(test matrix.Test) string {
	if len(test.Command) < 2 || strings.Contains(test.Command[1], "__") {
		return ""
	}
	return test.Command[1]
}

// limit is how many requests may be sent in one measurement, -1 for any number.
func (s *Session) limit(test matrix.Test) int64 {
	if test.Consumes {
		return s.data.stock
	}
	if growing[strings.ToUpper(test.Command[0])] && fixedKey(test) != "" {
		return max(1, maxGrowth/s.weigh(test.Command))
	}
	return -1
}

// build makes the data that test needs to find.
func (s *Session) build(ctx context.Context, test matrix.Test) error {
	if err := knows(test); err != nil {
		return err
	}
	if key := fixedKey(test); s.data.grown[key] > maxStock && !test.Consumes {
		if err := s.control.remove(ctx, key); err != nil {
			return err
		}
		s.data.grown[key], s.data.list = 0, false
	}
	switch {
	case test.Needs == matrix.DataNone:
		return nil
	case test.Needs == matrix.DataKeys:
		return s.buildKeys(ctx)
	case test.Needs == matrix.DataList && !test.Consumes:
		return s.buildList(ctx)
	}
	if test.Consumes && s.warmUpTime(test) == 0 {
		return nil // stockUp follows
	}
	_, err := s.replenish(ctx, test.Needs, min(trialStock, s.capacity(test.Needs, trialBytes)))
	return err
}

// knows refuses a test whose data set cannot be built.
func knows(test matrix.Test) error {
	_, elements := collections[test.Needs]
	switch {
	case elements:
		return nil
	case test.Consumes:
		return fmt.Errorf("data set %q has no elements to consume", test.Needs)
	case test.Needs != matrix.DataNone && test.Needs != matrix.DataKeys:
		return fmt.Errorf("unknown data set %q", test.Needs)
	}
	return nil
}

// capacity is how many elements of a data set fit into bytes, at least one.
func (s *Session) capacity(needs matrix.Dataset, bytes int64) int64 {
	return max(1, bytes/s.weigh(collections[needs].element))
}

// weigh estimates what a server needs for what words send, in bytes.
func (s *Session) weigh(words []string) int64 {
	return int64(len(compile(words, false, "", s.load.ValueSize.Max()).bytes) + perElement)
}

// buildKeys sets every key of the keyspace, unless an earlier test left them
// all in place.
func (s *Session) buildKeys(ctx context.Context) error {
	if s.data.keys {
		if wrong, err := s.control.checkKeys(ctx, s.load.Keyspace, s.load.ValueSize.Max()); err != nil || wrong == "" {
			return err
		}
	}
	pair := []string{"key:__seq__", "__data__"}
	if err := s.fill(ctx, []string{"MSET"}, pair, int64(s.load.Keyspace), matrix.ReplyStatus); err != nil {
		return fmt.Errorf("set %d keys to %v bytes each: %w", s.load.Keyspace, s.load.ValueSize, err)
	}
	wrong, err := s.control.checkKeys(ctx, s.load.Keyspace, s.load.ValueSize.Max())
	if err == nil && wrong != "" {
		err = errors.New(wrong + " after it was set: does the server evict? set maxmemory higher, or the keyspace lower")
	}
	s.data.keys = err == nil
	return err
}

// buildList makes mylist exactly listLength values long.
func (s *Session) buildList(ctx context.Context) error {
	have, err := s.control.count(ctx, matrix.DataList)
	if err != nil || s.data.list && have == listLength {
		return err
	}
	if err := s.control.remove(ctx, collections[matrix.DataList].key); err != nil {
		return err
	}
	if have, err = s.replenish(ctx, matrix.DataList, listLength); err != nil {
		return err
	}
	if have != listLength {
		return fmt.Errorf("mylist has %d elements instead of %d: does anything else write to this server?", have, listLength)
	}
	s.data.list = true
	return nil
}

// replenish adds elements until there are at least want, and returns how many
// there are.
func (s *Session) replenish(ctx context.Context, needs matrix.Dataset, want int64) (int64, error) {
	to := collections[needs]
	have, err := s.control.count(ctx, needs)
	if err != nil || have >= want {
		return have, err
	}
	head := []string{to.command, to.key}
	if err := s.fill(ctx, head, to.element, want-have, matrix.ReplyInteger); err != nil {
		return 0, fmt.Errorf("add %d elements to %s: %w", want-have, to.key, err)
	}
	s.data.list = s.data.list && needs != matrix.DataList
	have, err = s.control.count(ctx, needs)
	if err == nil && have < want {
		err = fmt.Errorf("%s has %d elements after it was filled with %d: does the server evict?", to.key, have, want)
	}
	return have, err
}

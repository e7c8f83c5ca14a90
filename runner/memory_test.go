package runner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// scaled weighs tests of a load with 1000 keys one after the other, on a server
// of which each reading is given.
func scaled(t *testing.T, server Server, tests string, readings ...matrix.Memory) []*matrix.KeyMemory {
	t.Helper()
	f := newFake()
	f.memory = readings
	on := &scale{
		driven: driven{Server: server, reader: fakeReader{f}},
		load: matrix.Load{
			Tests: strings.Fields(tests), Keyspace: 1000, Clients: 50, ValueSize: matrix.FixedSize(3), Mix: []matrix.MixPart{{Test: "SET", Weight: 1}, {Test: "INCR", Weight: 1}},
			Commands: []matrix.OwnCommand{{Name: "login", Words: strings.Fields("SET session:__key__ __data__")}},
		},
	}
	var told []*matrix.KeyMemory
	for name := range strings.FieldsSeq(tests) {
		test, known := on.load.Test(name)
		if !known {
			t.Fatalf("no test %s", name)
		}
		if err := on.tare(t.Context(), test); err != nil {
			t.Fatal(err)
		}
		memory, err := on.weigh(t.Context(), test)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, memory)
	}
	if len(f.memory) > 0 {
		t.Errorf("%s: %d readings were not taken", tests, len(f.memory))
	}
	return told
}

// holding is a reading of a server with so many keys of 2000 bytes.
func holding(keys int64) matrix.Memory { return filledWith(keys, 2000) }

func filledWith(keys, bytes int64) matrix.Memory {
	return matrix.Memory{Used: 3e6 + bytes*keys, Aside: 2e6, Clients: 51, Keys: keys}
}

// rented is a server of somebody else.
type rented struct{ fakeServer }

func (rented) Endpoint() matrix.Endpoint { return matrix.Endpoint{Network: "tcp", Prefix: "p:"} }

// TestScaleWeighsTheKeysOfATest has it read as often as it must, and tell the
// same of all tests that work on the same keys.
func TestScaleWeighsTheKeysOfATest(t *testing.T) {
	thousand := &matrix.KeyMemory{Keys: 1000, Bytes: 2_000_000}
	for tests, c := range map[string]struct {
		readings []matrix.Memory
		want     []*matrix.KeyMemory
	}{
		"SET":                 {[]matrix.Memory{holding(0), holding(1000)}, []*matrix.KeyMemory{thousand}},
		"SET PING_INLINE GET": {[]matrix.Memory{holding(0), holding(1000), holding(1000)}, []*matrix.KeyMemory{thousand, nil, thousand}},
		"LPUSH login":         {[]matrix.Memory{holding(1), holding(1001)}, []*matrix.KeyMemory{nil, thousand}},
		"SET INCR":            {[]matrix.Memory{holding(0), holding(1000)}, []*matrix.KeyMemory{thousand, nil}},
		"SET LPUSH GET":       {[]matrix.Memory{holding(0), holding(1000)}, []*matrix.KeyMemory{thousand, nil, nil}},
		"MIX":                 {[]matrix.Memory{holding(0), holding(2000)}, []*matrix.KeyMemory{{Keys: 2000, Bytes: 4_000_000}}},
		"LPUSH":               {nil, []*matrix.KeyMemory{nil}},
	} {
		if diff := cmp.Diff(c.want, scaled(t, fakeServer{newFake()}, tests, c.readings...)); diff != "" {
			t.Errorf("%s: %s", tests, diff)
		}
	}
}

// TestWhatTheScaleDoesNotTell has each thing go wrong that makes a number one
// that is not to be trusted.
func TestWhatTheScaleDoesNotTell(t *testing.T) {
	const fewer = "use a larger keyspace, larger values, or fewer clients"
	own := Server(fakeServer{newFake()})
	for name, c := range map[string]struct {
		server         Server
		change         func(base, now *matrix.Memory)
		untold, remedy string
	}{
		"good": {own, func(*matrix.Memory, *matrix.Memory) {}, "", ""},
		"buffers that grew": {own, func(_, now *matrix.Memory) {
			now.Used, now.Aside = now.Used+5e6, now.Aside+5e6
		}, "", ""},
		"refused": {own, func(_, now *matrix.Memory) { *now = matrix.Memory{Refused: "NOPERM"} },
			"the server refuses to tell (NOPERM)", "allow INFO and CLIENT LIST to the user"},
		"refused at first": {own, func(base, _ *matrix.Memory) { *base = matrix.Memory{Refused: "NOPERM"} },
			"the server refuses to tell (NOPERM)", "allow INFO and CLIENT LIST to the user"},
		"ten of others": {own, func(base, now *matrix.Memory) { base.Keys, now.Keys = 10, 1010 }, "", ""},
		"more of others": {own, func(base, now *matrix.Memory) { base.Keys, now.Keys = 11, 1011 },
			"the server held 11 other keys already", "run this test before those that make them"},
		"one key on somebody else's server": {rented{}, func(base, now *matrix.Memory) { base.Keys, now.Keys = 1, 1001 },
			"the server held 1 keys of others", "use a server that holds nothing else"},
		"somebody else's server": {rented{}, func(*matrix.Memory, *matrix.Memory) {}, "", ""},
		"not all keys": {own, func(_, now *matrix.Memory) { now.Keys = 632 },
			"only 632 of the 1000 keys of this test were there",
			"measure for longer, with fewer keys, or with a test after it that reads them, such as GET after SET"},
		"too many keys": {own, func(_, now *matrix.Memory) { now.Keys = 1001 },
			"the server got 1001 keys where the test makes 1000", "keep other clients away from the server"},
		"freeing": {own, func(base, _ *matrix.Memory) { base.Freeing = true },
			"the server was still freeing what had been deleted", "measure for longer"},
		"other connections": {own, func(_, now *matrix.Memory) { now.Clients, now.Partly = 52, true },
			"the server had 51 connections before and 52 after the test, and does not tell what they take", "keep other clients away from the server"},
		"other connections, which are told": {own, func(_, now *matrix.Memory) { now.Clients = 52 }, "", ""},
		"little": {own, func(_, now *matrix.Memory) { now.Used -= 40_000 },
			"the keys take 60000 bytes together, which is too little to tell from what a server needs for itself",
			"use a larger keyspace, or larger values"},
		"less than before": {own, func(_, now *matrix.Memory) { now.Used -= 200_000 },
			"the keys take -100000 bytes together, which is too little to tell from what a server needs for itself",
			"use a larger keyspace, or larger values"},
		"an old server's AOF": {own, func(_, now *matrix.Memory) { now.Doubt = 4000 },
			"of the 100000 bytes by which memory grew, up to 5200 may be the connections'", fewer},
		"an unknown allocator": {own, func(base, now *matrix.Memory) { base.Doubt, now.Doubt = 5000, 5000 },
			"of the 100000 bytes by which memory grew, up to 11200 may be the connections'", fewer},
	} {
		base, now := filledWith(0, 100), filledWith(1000, 100)
		c.change(&base, &now)
		told := scaled(t, c.server, "SET", base, now)[0]
		if diff := cmp.Diff([2]string{c.untold, c.remedy}, [2]string{told.Untold, told.Remedy}); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestLongCommandsLeaveSomethingBehind has a test be one, and a data set be filled
// with such before the first test on its keys, the second, or none. Keys that are
// only read after they were weighed are told as they were.
func TestLongCommandsLeaveSomethingBehind(t *testing.T) {
	const doubt = "of the %d bytes by which memory grew, up to %d may be the connections'"
	for _, c := range []struct {
		tests  string
		each   int64
		untold []string
	}{
		{"GET", 1000, []string{fmt.Sprintf(doubt, 1_000_000, 50*2*8+8*401*8)}},
		{"GET", 2000, []string{""}},
		{"SET GET", 100, []string{"", ""}},
		{"SET SETRANGE", 100, []string{"", fmt.Sprintf(doubt, 100_000, 50*4*8+8*401*8)}},
		{"GET SET", 100, []string{fmt.Sprintf(doubt, 100_000, 50*2*8+8*401*8), fmt.Sprintf(doubt, 100_000, 50*3*8+8*401*8)}},
		{"MSET", 100, []string{fmt.Sprintf(doubt, 100_000, 50*21*8)}},
		{"LINDEX SET", 100, []string{"", ""}},
	} {
		readings := []matrix.Memory{filledWith(0, c.each)}
		for test := range strings.FieldsSeq(c.tests) {
			if test != "LINDEX" {
				readings = append(readings, filledWith(1000, c.each))
			}
		}
		var untold []string
		for _, told := range scaled(t, fakeServer{newFake()}, c.tests, readings...) {
			if told == nil {
				told = &matrix.KeyMemory{}
			}
			untold = append(untold, told.Untold)
		}
		if diff := cmp.Diff(c.untold, untold); diff != "" {
			t.Errorf("%s of %d bytes: %s", c.tests, c.each, diff)
		}
	}
}

// TestARunKeepsWhatKeysNeed has it be on disk with the sample.
func TestARunKeepsWhatKeysNeed(t *testing.T) {
	spec := specOf(1, "3")
	spec.Load.Keyspace, spec.Load.Tests = 1000, []string{"SET"}
	f, run := newFake(), runOf(t, spec)
	f.memory = []matrix.Memory{holding(0), holding(1000)}
	dir, err := start(t.Context(), t, f, run)
	if err != nil {
		t.Fatal(err)
	}
	read, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if perKey, told := read.Results[0].Median(matrix.MetricMemoryPerKey); !told || perKey != 2000 {
		t.Errorf("%v bytes a key, %t", perKey, told)
	}
}

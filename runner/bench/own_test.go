package bench

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// ownTest is a command of the spec's own.
func ownTest(text ...string) matrix.Test {
	if len(text) == 1 {
		text = strings.Fields(text[0])
	}
	load := matrix.Load{Commands: []matrix.OwnCommand{{Name: "own", Words: text}}}
	test, _ := load.Test("own")
	return test
}

func TestOwnCommandIsTriedFirst(t *testing.T) {
	tests := map[string]struct{ command, want string }{
		"wrong arity":   {"HSET profile", "prepare own: try `HSET profile`: the server refused: ERR wrong number of arguments for 'hset' command"},
		"unknown":       {"NOSUCH key:__key__", "prepare own: try `NOSUCH key:__key__`: the server refused: ERR unknown command"},
		"wrong type":    {"LPUSH string __data__", "prepare own: try `LPUSH string __data__`: the server refused: WRONGTYPE Operation against a key holding the wrong kind of value"},
		"of a mix":      {"LLEN string", "prepare MIX: try `LLEN string`: the server refused: WRONGTYPE "},
		"unmeasurable":  {"BRPOPLPUSH a b x", "prepare own: try `BRPOPLPUSH a b x`: the server refused: ERR timeout is not "},
		"empty replies": {"GET nothing:__key__", ""},
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		session := server.open(server.at, someLoad())
		server.do("SET", "string", "1")
		for name, tt := range tests {
			test := ownTest(tt.command)
			if name == "of a mix" {
				test = matrix.Test{Name: matrix.TestMix, Parts: []matrix.Part{{Test: lookup(t, "PING_MBULK"), Weight: 1}, {Test: test, Weight: 1}}}
			}
			_, err := session.Prepare(t.Context(), test)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
				t.Errorf("%s: error %v, want %s", name, err, tt.want)
			}
			if _, err := session.Measure(t.Context(), test); tt.want != "" && (err == nil || !strings.Contains(err.Error(), "call Prepare first")) {
				t.Errorf("%s: error %v from measuring what was refused", name, err)
			}
		}
	})
}

// A command that can never be right fails whatever test comes first; one that
// another version or other data may take fails its own test alone.
func TestOwnCommandsAreAllTriedFirst(t *testing.T) {
	tests := map[string]struct{ command, want string }{
		"good":    {"HSET user:__key__ name __data__", ""},
		"arity":   {"HSET user", "prepare own: try `HSET user`: the server refused: ERR wrong number of arguments"},
		"syntax":  {"SET user 1 NOSUCH", "prepare own: try `SET user 1 NOSUCH`: the server refused: ERR syntax error"},
		"unknown": {"NOSUCH user", ""},
		"data":    {"LSET list 0 __data__", ""},
	}
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for _, owned := range []bool{true, false} {
			at := server.at
			if at.Owned = owned; !owned {
				at.Prefix = "rm:"
			}
			for name, tt := range tests {
				load := someLoad()
				load.Tests = []string{"PING_MBULK", "own"}
				load.Commands = []matrix.OwnCommand{{Name: "own", Words: strings.Fields(tt.command)}}
				_, err := server.open(at, load).Prepare(t.Context(), lookup(t, "PING_MBULK"))
				if tt.want == "" && err != nil || tt.want != "" && owned && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
					t.Errorf("owned %v, %s: error %v, want %s", owned, name, err, tt.want)
				}
			}
		}
	})
}

// TestOwnCommandsKeepToTheirPrefix has commands with keys in all sorts of places
// and sees what an attached server holds afterwards.
func TestOwnCommandsKeepToTheirPrefix(t *testing.T) {
	commands := map[string][]string{
		"HSET":            strings.Fields("HSET user:__key__ name __data__"),
		"several":         strings.Fields("MSET a:__key__ 1 b:__key__ __data__"),
		"a key's text":    strings.Fields("SET same same"),
		"destination":     strings.Fields("ZUNIONSTORE sum 2 left right WEIGHTS 1 2"),
		"option":          strings.Fields("SORT numbers STORE sorted"),
		"after a keyword": strings.Fields("BITOP OR bits bits1 bits2"),
		"in lower case":   strings.Fields("setex short 100 __data__"),
		"none":            strings.Fields("PING __data__"),
		"one word":        {"DBSIZE"},
	}
	eachServer(t, func(t *testing.T, binary string) {
		commands := maps.Clone(commands)
		if strings.Contains(binary, "redis-2.") {
			delete(commands, "option") // without COMMAND GETKEYS a guess
			delete(commands, "none")   // PING takes no words yet
		}
		server := start(t, binary)
		at := server.at
		at.Owned, at.Prefix = false, "rm:1:"
		theirs := []string{"same", "left", "numbers", "bits1", "bits2", "two"}
		server.do("SET", "same", "theirs")
		server.do("ZADD", "left", 1, "a")
		server.do("RPUSH", "numbers", 1)
		server.do("SET", "bits1", "x")
		server.do("SET", "bits2", "x")
		server.do("SET", "two", "theirs")
		slices.Sort(theirs)
		load := someLoad()
		load.Requests = 50
		session := server.open(at, load)
		for name, words := range commands {
			test := ownTest(words...)
			test.Name = name
			if sample := measure(t, session, test); sample.Errors > 0 || sample.Requests != 50 {
				t.Errorf("%s: %d errors (%s) of %d requests", name, sample.Errors, sample.FirstError, sample.Requests)
			}
		}
		if others := server.keysWithout(at.Prefix); !slices.Equal(others, theirs) {
			t.Errorf("keys without the prefix: %q, want %q", others, theirs)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if left := server.keysWithout(""); !slices.Equal(left, theirs) {
			t.Errorf("keys after closing: %q, want %q", left, theirs)
		}
	})
}

// keysWithout are the server's keys that have no such prefix; all where it is "".
func (s *instance) keysWithout(prefix string) []string {
	s.t.Helper()
	keys, err := s.ask.Keys(s.t.Context(), "*").Result()
	if err != nil {
		s.t.Fatal(err)
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return prefix != "" && strings.HasPrefix(key, prefix) })
	slices.Sort(keys)
	return keys
}

func TestOwnCommandWhoseKeysAreUnknownIsRefused(t *testing.T) {
	tests := map[string]struct {
		command, answer string // to COMMAND GETKEYS
		want            string
	}{
		"no COMMAND": {"SORT user:__key__ LIMIT 0 1", "-ERR unknown command 'COMMAND'\r\n",
			"prepare own: find the keys of `SORT user:__key__ LIMIT 0 1`: each needs the prefix rm:, but COMMAND GETKEYS: " +
				"the server refused: ERR unknown command 'COMMAND'; correct the command, or have redis-matrix start the server where this one knows no GETKEYS"},
		"no GETKEYS": {"NEW user:__key__", "-ERR Unknown subcommand or wrong number of arguments.\r\n",
			"prepare own: find the keys of `NEW user:__key__`: each needs the prefix rm:, but COMMAND GETKEYS: " +
				"the server refused: ERR Unknown subcommand or wrong number of arguments.; correct the command, or have redis-matrix start the server where this one knows no GETKEYS"},
		"no permission": {"HSET user:__key__ name 1", "-NOPERM no\r\n",
			"prepare own: find the keys of `HSET user:__key__ name 1`: each needs the prefix rm:, but COMMAND GETKEYS: " +
				"the server refused: NOPERM no; correct the command, or have redis-matrix start the server where this one knows no GETKEYS"},
		"other keys": {"HSET user:__key__ name 1", "*1\r\n$5\r\nother\r\n",
			"prepare own: find the keys of `HSET user:__key__ name 1`: the server names 1 (other), which are not 0 of its words"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := listen(t, greets(func(p *peer, words []string) bool {
				switch strings.ToUpper(words[0]) {
				case "COMMAND":
					return p.say(tt.answer)
				case "SCAN":
					return p.say("*2\r\n$1\r\n0\r\n*0\r\n")
				case "HSET", "SORT", "NEW":
					t.Errorf("sent %q", words)
				}
				return p.say("-ERR unknown command\r\n")
			}))
			at.Owned, at.Prefix = false, "rm:"
			session, err := Open(t.Context(), at, someLoad())
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			_, err = session.Prepare(t.Context(), ownTest(tt.command))
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

func TestOwnCommandCountsHitsAndMisses(t *testing.T) {
	server := start(t, anyServer(t))
	load := someLoad()
	load.Keyspace, load.KeyDistribution = 2, matrix.DistributionSequential
	session := server.open(server.at, load)
	server.do("SET", "flag:000000000001", "1")
	sample := measure(t, session, ownTest("GET flag:__key__"))
	type counts struct{ Requests, Hits, Misses, Errors int64 }
	got := counts{sample.Requests, sample.Hits, sample.Misses, sample.Errors}
	if diff := cmp.Diff(counts{1000, 500, 500, 0}, got); diff != "" {
		t.Error(diff)
	}
}

func TestKeyWords(t *testing.T) {
	tests := map[string][]int{
		"":                                     {},
		"PING":                                 nil,
		"GET k":                                {1},
		"get k":                                {1},
		"GET":                                  nil,
		"MSET a 1 b 2":                         {1, 3},
		"MGET a b c":                           {1, 2, 3},
		"EVAL x 2 a b c":                       {3, 4},
		"EVALSHA x 0 a":                        nil,
		"FCALL f 1 a":                          {3},
		"EVAL x many a":                        nil,
		"EVAL x 9 a b":                         {3, 4},
		"EVAL x -1 a b":                        nil,
		"EVAL x":                               nil,
		"ZUNIONSTORE d 2 a b WEIGHTS 1 2":      {1, 3, 4},
		"ZDIFF 1 a":                            {2},
		"XADD s * f v":                         {1},
		"XREAD COUNT 2 STREAMS a b 0 0":        {4, 5},
		"XREADGROUP GROUP g c streams a >":     {5},
		"XREAD STREAMS":                        nil,
		"XREAD COUNT 2":                        nil,
		"XGROUP CREATE s g $":                  {2},
		"OBJECT ENCODING k":                    {2},
		"BITOP AND d a b":                      {2, 3, 4},
		"PFCOUNT a b":                          {1, 2},
		"PFADD h e":                            {1},
		"GEOSEARCH g FROMLONLAT 1 2":           {1},
		"GEOSEARCHSTORE d g FROMLONLAT":        {1, 2},
		"RENAME a b":                           {1, 2},
		"SMOVE a b m":                          {1, 2},
		"MULTI":                                nil,
		"EXEC":                                 nil,
		"SCRIPT LOAD x":                        nil,
		"SETEX k 1 v":                          {1},
		"EVAL x 9223372036854775807 a b":       {3, 4},
		"EVAL x 99999999999999999999999 a b":   nil,
		"XREAD streams STREAMS STREAMS a b c ": {2, 3},
	}
	for command, want := range tests {
		got := keyWords(strings.Fields(command))
		if !slices.Equal(got, want) {
			t.Errorf("the keys of %q are words %v, want %v", command, got, want)
		}
	}
}

package bench

import (
	"testing"

	"redismatrix/matrix"
)

// Whatever a command of the spec's own does to the data, tests find what they
// need afterwards.
func TestOwnCommandsSpoilNothing(t *testing.T) {
	commands := map[string][]string{
		"removes":         words("DEL key:__key__"),
		"overwrites":      words("SET key:__key__ some-other-value"),
		"expires":         words("EXPIRE session:__key__ 0"),
		"makes lasting":   words("PERSIST session:__key__"),
		"trims":           words("LTRIM mylist 0 5"),
		"renames":         words("RENAME myhash elsewhere__seq__"),
		"adds":            words("SADD myset __seq__"),
		"deletes":         words("HDEL myrecord field:000000000003"),
		"turns":           words("SORT myset BY nosort STORE myzset"),
		"takes the place": words("SET mylist x"),
		"removes scores":  words("ZREMRANGEBYRANK myzset 0 5"),
		"in a script":     {"EVAL", "for i = 0, 9 do redis.call('DEL', 'ke' .. 'y:00000000000' .. i) end return redis.call('DEL', 'my' .. 'set')", "0"},
	}
	names := words("LPOP GET LRANGE_600 HGET HGETALL SISMEMBER ZRANGE_100 TTL PFCOUNT")
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		load := someLoad()
		load.Requests, load.Keyspace = 50, 40
		session := server.open(server.at, load)
		for _, name := range names {
			measure(t, session, lookup(t, name))
		}
		for name, command := range commands {
			own := matrix.Test{Name: "own", Own: true, Command: command, Reply: matrix.Reply{Kind: matrix.ReplyAny, MayMiss: true}}
			job := session.job(own)
			job.requests = 50
			if _, err := session.drive(t.Context(), own, job); err != nil {
				t.Fatal(err)
			}
			server := &instance{t: t, at: server.at, ask: server.ask}
			for _, test := range names {
				sample := measure(t, session, lookup(t, test))
				if sample.Errors > 0 || sample.Misses > 0 {
					t.Errorf("%s after a command that %s: %d errors (%s), %d misses", test, name, sample.Errors, sample.FirstError, sample.Misses)
				}
				server.checkData(lookup(t, test), load)
			}
		}
	})
}

package bench

import (
	"testing"

	"redismatrix/matrix"
)

func TestGrows(t *testing.T) {
	for command, want := range map[string]bool{
		"LPUSH mylist __data__":             true,
		"rpush list:__key__ x":              true,
		"XADD mystream * f v":               true,
		"APPEND key:__key__ x":              true,
		"SADD myset element:__seq__":        true,
		"SADD tags __data__":                true,
		"SADD myset element:__key__":        false,
		"ZADD myzset __score__ e:__key__":   false,
		"ZADD myzset 1 __data__":            true,
		"HSET myhash e:__key__ __data__":    false,
		"HSET user:__seq__ name __data__":   true,
		"SET log:__seq__ x":                 true,
		"SET __data__ x":                    true,
		"SET key:__key__ __data__":          false,
		"GET log:__seq__":                   false,
		"PFADD myhll element:__seq__":       false,
		"PUBLISH mychannel __data__":        false,
		"EVAL return(1) 1 log:__seq__":      true,
		"SETEX session:__key__ 10 __data__": false,
		"PING":                              false,
		"MULTI":                             false,
	} {
		if got := grows(words(command)); got != want {
			t.Errorf("%s: %t", command, got)
		}
	}
}

func TestLimit(t *testing.T) {
	of := func(command string) matrix.Test { return matrix.Test{Command: words(command)} }
	transaction := of("EXEC")
	transaction.Lead = []matrix.Step{{Command: words("MULTI")}, {Command: words("RPUSH log __data__")}}
	mix := matrix.Test{Parts: []matrix.Part{{Test: of("GET key:__key__"), Weight: 3}, {Test: of("RPUSH log __data__"), Weight: 1}}}
	consuming := matrix.Test{Command: words("LPOP mylist"), Consumes: true}
	s := Session{data: newDataset(), load: matrix.Load{ValueSize: matrix.FixedSize(928)}}
	s.data.stock = 7
	// RPUSH, log, 928 bytes, three times the framing and the overhead: 1021.
	for name, tt := range map[string]struct {
		test matrix.Test
		want int64
	}{
		"reads":         {of("GET key:__key__"), -1},
		"grows":         {of("RPUSH log __data__"), maxGrowth / 1021},
		"a transaction": {transaction, maxGrowth / 1021},
		"a mix":         {mix, maxGrowth * 4 / 1021},
		"consumes":      {consuming, 7},
	} {
		if got := s.limit(tt.test); got != tt.want {
			t.Errorf("%s: %d requests, want %d", name, got, tt.want)
		}
	}
}

// A mix of parts that consume is refused, as its data cannot last.
func TestMixThatConsumesIsRefused(t *testing.T) {
	server := start(t, anyServer(t))
	session := server.open(server.at, someLoad())
	mix := matrix.Test{Name: matrix.TestMix, Parts: []matrix.Part{{Test: lookup(t, "GET"), Weight: 1}, {Test: lookup(t, "SPOP"), Weight: 1}}}
	_, err := session.Prepare(t.Context(), mix)
	if want := "prepare MIX: SPOP uses up its data, which a mix cannot renew"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

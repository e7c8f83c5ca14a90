package bench

import (
	"strings"

	"redismatrix/matrix"
)

const (
	// maxGrowth bounds in bytes what a test may add in one measurement.
	maxGrowth = 1 << 30
	// perElement estimates what a server needs for an element beside what is
	// sent.
	perElement = 64
)

var (
	// appending are the commands that add to a key with every request.
	appending = wordSet("LPUSH RPUSH LPUSHX RPUSHX LINSERT XADD APPEND")
	// joining are those that add what they find to be new.
	joining = wordSet("SADD ZADD GEOADD")
	// steady are those that add nothing, whatever they name.
	steady = wordSet("GET MGET STRLEN EXISTS GETRANGE GETBIT BITCOUNT TTL PTTL TYPE DEL UNLINK EXPIRE PERSIST TOUCH " +
		"LRANGE LLEN LINDEX LPOS HGET HMGET HGETALL HEXISTS HLEN HSTRLEN HKEYS HVALS HDEL " +
		"SISMEMBER SMISMEMBER SRANDMEMBER SCARD SMEMBERS SREM ZSCORE ZMSCORE ZRANK ZREVRANK ZCARD ZCOUNT ZRANGE " +
		"ZRANGEBYSCORE ZREVRANGE ZREM XLEN XRANGE XREVRANGE XREAD XDEL GEODIST GEOPOS GEOHASH GEOSEARCH " +
		"PFADD PFCOUNT PUBLISH SPUBLISH ECHO PING")
)

func words(text string) []string { return strings.Fields(text) }

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words(text) {
		set[word] = true
	}
	return set
}

// commands are all that a request of the test sends; none where it is a mix.
func commands(test matrix.Test) [][]string {
	var all [][]string
	for _, step := range test.Lead {
		all = append(all, step.Command)
	}
	if len(test.Command) > 0 {
		all = append(all, test.Command)
	}
	return all
}

// grows reports whether a command adds to what the server holds with every
// request, however many there are: to a key, or keys.
func grows(command []string) bool {
	name, rest := strings.ToUpper(command[0]), strings.Join(command[1:], " ")
	switch {
	case appending[name]:
		return true
	case steady[name] || rest == "":
		return false
	case joining[name] || strings.Contains(command[1], "__data__"):
		return strings.Contains(rest, "__seq__") || strings.Contains(rest, "__data__")
	}
	return strings.Contains(rest, "__seq__")
}

// fixedKey is the one key that a command works on, "" where it has several or
// none.
func fixedKey(command []string) string {
	if len(command) < 2 || strings.Contains(command[1], "__") {
		return ""
	}
	return command[1]
}

// growth is how many bytes a request of the test adds on average, 0 where the
// data stays within bounds.
func (s *Session) growth(test matrix.Test) float64 {
	var bytes, weights float64
	for _, part := range test.Parts {
		bytes += float64(part.Weight) * s.growth(part.Test)
		weights += float64(part.Weight)
	}
	if weights > 0 {
		return bytes / weights
	}
	for _, command := range commands(test) {
		if grows(command) {
			bytes += float64(s.weigh(command))
		}
	}
	return bytes
}

// weigh estimates what a server needs for what a command sends, in bytes.
func (s *Session) weigh(command []string) int64 {
	size := int64(perElement)
	for _, word := range command {
		const framing = len("$12\r\n\r\n")
		size += int64(framing + matrix.FilledSize(word, int(s.load.ValueSize.Mean())))
	}
	return size
}

// limit is how many requests may be sent in one measurement, -1 for any number.
func (s *Session) limit(test matrix.Test) int64 {
	if test.Consumes {
		return s.data.stock
	}
	if growth := s.growth(test); growth > 0 {
		return max(1, int64(maxGrowth/growth))
	}
	return -1
}

// touch notes what driving a number of the test's requests did to the data.
func (s *Session) touch(test matrix.Test, requests int64) {
	var weights int64
	for _, part := range test.Parts {
		weights += int64(part.Weight)
	}
	for _, part := range test.Parts {
		s.touch(part.Test, requests*int64(part.Weight)/weights)
	}
	s.data.stock = 0
	for _, command := range commands(test) {
		s.data.meet(command, test.Own)
		if key := fixedKey(command); key != "" && grows(command) {
			s.data.grown[key] += requests * s.weigh(command)
		}
	}
}

package bench

import (
	"slices"
	"strconv"
	"strings"
)

// keyRule says where a command's keys are, as the server's own table does
// (COMMAND INFO): every step words from first to last, counted from the
// command's name; a negative last counts from the end. The zero value is a
// command without keys.
type keyRule struct {
	first, last, step int
	// numbered is where a word tells how many keys follow it at once, 0 for
	// nowhere.
	numbered int
	// after is a word that is followed by keys as many as there are words after
	// them, as XREAD's STREAMS.
	after string
}

var (
	noKey      = keyRule{}
	oneKey     = keyRule{first: 1, last: 1, step: 1}
	twoKeys    = keyRule{first: 1, last: 2, step: 1}
	allKeys    = keyRule{first: 1, last: -1, step: 1}
	secondWord = keyRule{first: 2, last: 2, step: 1}
	streamKeys = keyRule{after: "STREAMS"}
)

// keyRules are those of commands whose one key is not the word after their
// name. The channel of PUBLISH is taken for a key, so that those who listen to
// an attached server hear nothing.
var keyRules = map[string]keyRule{
	"AUTH": noKey, "CLIENT": noKey, "COMMAND": noKey, "CONFIG": noKey, "DBSIZE": noKey, "DISCARD": noKey,
	"ECHO": noKey, "EXEC": noKey, "FUNCTION": noKey, "HELLO": noKey, "INFO": noKey, "KEYS": noKey,
	"LASTSAVE": noKey, "MULTI": noKey, "PING": noKey, "PUBSUB": noKey, "RANDOMKEY": noKey,
	"SCAN": noKey, "SCRIPT": noKey, "SELECT": noKey, "TIME": noKey, "UNWATCH": noKey,
	"WAIT": noKey, "WAITAOF": noKey,

	"MSET": {first: 1, last: -1, step: 2}, "MSETNX": {first: 1, last: -1, step: 2},

	"DEL": allKeys, "UNLINK": allKeys, "EXISTS": allKeys, "TOUCH": allKeys, "MGET": allKeys, "WATCH": allKeys,
	"PFCOUNT": allKeys, "PFMERGE": allKeys, "SDIFF": allKeys, "SDIFFSTORE": allKeys, "SINTER": allKeys,
	"SINTERSTORE": allKeys, "SUNION": allKeys, "SUNIONSTORE": allKeys,

	"COPY": twoKeys, "GEOSEARCHSTORE": twoKeys, "LCS": twoKeys, "LMOVE": twoKeys, "RENAME": twoKeys,
	"RENAMENX": twoKeys, "RPOPLPUSH": twoKeys, "SMOVE": twoKeys, "ZRANGESTORE": twoKeys,

	"BITOP":  {first: 2, last: -1, step: 1},
	"OBJECT": secondWord, "MEMORY": secondWord, "DEBUG": secondWord, "XGROUP": secondWord, "XINFO": secondWord,

	"XREAD": streamKeys, "XREADGROUP": streamKeys,

	"EVAL": {numbered: 2}, "EVAL_RO": {numbered: 2}, "EVALSHA": {numbered: 2}, "EVALSHA_RO": {numbered: 2},
	"FCALL": {numbered: 2}, "FCALL_RO": {numbered: 2},
	"LMPOP": {numbered: 1}, "ZMPOP": {numbered: 1}, "SINTERCARD": {numbered: 1}, "ZINTERCARD": {numbered: 1},
	"ZDIFF": {numbered: 1}, "ZINTER": {numbered: 1}, "ZUNION": {numbered: 1},
	"ZDIFFSTORE":  {first: 1, last: 1, step: 1, numbered: 2},
	"ZINTERSTORE": {first: 1, last: 1, step: 1, numbered: 2},
	"ZUNIONSTORE": {first: 1, last: 1, step: 1, numbered: 2},
}

// oneKeyCommands are those of which all versions take the word after the name
// for the only key, whatever follows. SORT is not among them: it can store.
var oneKeyCommands = wordSet("GET SET SETNX SETEX PSETEX GETSET APPEND STRLEN GETRANGE SUBSTR SETRANGE " +
	"INCR DECR INCRBY DECRBY INCRBYFLOAT SETBIT GETBIT BITCOUNT BITPOS " +
	"EXPIRE EXPIREAT PEXPIRE PEXPIREAT TTL PTTL PERSIST TYPE DUMP RESTORE " +
	"LPUSH RPUSH LPUSHX RPUSHX LINSERT LPOP RPOP LINDEX LLEN LSET LRANGE LTRIM LREM " +
	"HSET HSETNX HGET HMSET HMGET HINCRBY HINCRBYFLOAT HDEL HLEN HKEYS HVALS HGETALL HEXISTS HSCAN " +
	"SADD SREM SISMEMBER SCARD SPOP SRANDMEMBER SMEMBERS SSCAN " +
	"ZADD ZINCRBY ZREM ZREMRANGEBYSCORE ZREMRANGEBYRANK ZREMRANGEBYLEX ZRANGE ZRANGEBYSCORE ZRANGEBYLEX " +
	"ZREVRANGE ZREVRANGEBYSCORE ZREVRANGEBYLEX ZCOUNT ZLEXCOUNT ZCARD ZSCORE ZRANK ZREVRANK ZSCAN PFADD")

// surelyKeys is keyWords for a command that is none of this program's. known is
// false where that would be a guess.
func surelyKeys(words []string) (keys []int, known bool) {
	name := strings.ToUpper(words[0])
	_, special := keyRules[name]
	return keyWords(words), special || oneKeyCommands[name]
}

// keyWords are the words of a command that are keys, by their number, in order.
func keyWords(words []string) []int {
	if len(words) == 0 {
		return nil
	}
	rule, special := keyRules[strings.ToUpper(words[0])]
	if !special {
		rule = oneKey
	}
	return slices.Concat(rule.ranged(len(words)), rule.counted(words), rule.following(words))
}

// ranged are the keys from first to last of a command of n words.
func (r keyRule) ranged(n int) []int {
	last := r.last
	if last < 0 {
		last += n
	}
	var keys []int
	for i := r.first; r.step > 0 && i <= min(last, n-1); i += r.step {
		keys = append(keys, i)
	}
	return keys
}

// counted are the keys whose number a word tells.
func (r keyRule) counted(words []string) []int {
	if r.numbered == 0 || r.numbered >= len(words) {
		return nil
	}
	n, err := strconv.Atoi(words[r.numbered])
	if err != nil {
		return nil
	}
	return span(r.numbered+1, min(n, len(words)-r.numbered-1))
}

// following are the keys after a keyword.
func (r keyRule) following(words []string) []int {
	for i, word := range words {
		if i > 0 && r.after != "" && strings.EqualFold(word, r.after) {
			return span(i+1, (len(words)-1-i)/2)
		}
	}
	return nil
}

// span is n numbers from first on.
func span(first, n int) []int {
	var all []int
	for i := range n {
		all = append(all, first+i)
	}
	return all
}

package matrix

import "strings"

// commandArrivals says which release brought commands, those of all versions
// left out. It is Redis' own src/commands/*.json, and of 8.0 the release notes.
var commandArrivals = []struct {
	since    Version
	commands string
}{
	{redisVersion(2, 8, 7), "BITPOS"},
	{redisVersion(2, 8, 9), "PFADD PFCOUNT PFMERGE ZLEXCOUNT ZRANGEBYLEX ZREMRANGEBYLEX ZREVRANGEBYLEX"},
	{redisVersion(2, 8, 12), "ROLE"},
	{redisVersion(2, 8, 13), "COMMAND LATENCY"},
	{redisVersion(3, 2, 0), "BITFIELD GEOADD GEODIST GEOHASH GEOPOS GEORADIUS GEORADIUSBYMEMBER HSTRLEN"},
	{redisVersion(3, 2, 1), "TOUCH"},
	{redisVersion(3, 2, 10), "GEORADIUSBYMEMBER_RO GEORADIUS_RO"},
	{redisVersion(4, 0, 0), "MEMORY UNLINK"},
	{redisVersion(5, 0, 0), "LOLWUT XACK XADD XCLAIM XDEL XGROUP XINFO XLEN XPENDING XRANGE XREAD XREADGROUP " +
		"XREVRANGE XSETID XTRIM ZPOPMAX ZPOPMIN"},
	{redisVersion(6, 0, 0), "BITFIELD_RO"},
	{redisVersion(6, 0, 6), "LPOS"},
	{redisVersion(6, 2, 0), "COPY GEOSEARCH GEOSEARCHSTORE GETDEL GETEX HRANDFIELD LMOVE SMISMEMBER XAUTOCLAIM ZDIFF " +
		"ZDIFFSTORE ZINTER ZMSCORE ZRANDMEMBER ZRANGESTORE ZUNION"},
	{redisVersion(7, 0, 0), "EVALSHA_RO EVAL_RO EXPIRETIME FCALL FCALL_RO FUNCTION LCS LMPOP PEXPIRETIME SINTERCARD " +
		"SORT_RO SPUBLISH ZINTERCARD ZMPOP"},
	{redisVersion(7, 4, 0), "HEXPIRE HEXPIREAT HEXPIRETIME HPERSIST HPEXPIRE HPEXPIREAT HPEXPIRETIME HPTTL HTTL"},
	{redisVersion(8, 0, 0), "HGETDEL HGETEX HSETEX"},
}

// missing says why a server of version v has no such command, "" where it has
// it or that is not known. What Redis got after 7.2, where Valkey began, is not
// known of Valkey.
func missing(v Version, command string) string {
	if v.Product != Redis {
		return ""
	}
	for _, a := range commandArrivals {
		for name := range strings.FieldsSeq(a.commands) {
			if strings.EqualFold(name, command) && v.Compare(a.since) < 0 {
				return name + " " + needsVersion(a.since)
			}
		}
	}
	return ""
}

// noThreads is why a number of threads and TransportTLS exclude each other.
const noThreads = "connections over TLS have no number of threads"

// unsupported says why a server of version v cannot be spoken to as the load
// says, "" where it can; with v not known, what is so with every server.
func (l Load) unsupported(v Version) string {
	var reasons []string
	if l.Transport == TransportTLS && l.Threads > 0 {
		reasons = append(reasons, noThreads)
	}
	since := redisVersion(6, 0, 0)
	if v.Product != Redis || v.Compare(since) >= 0 {
		return strings.Join(reasons, "; ")
	}
	if l.Transport == TransportTLS {
		reasons = append(reasons, "TLS "+needsVersion(since))
	}
	if l.Protocol == 3 {
		reasons = append(reasons, "RESP3 "+needsVersion(since))
	}
	return strings.Join(reasons, "; ")
}

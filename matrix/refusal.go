package matrix

import "strings"

// refusal is why some commands cannot be a spec's own.
type refusal struct {
	reason, remedy string
	// commands are those of the reason; "A|B" is the subcommand B of A, and
	// "A+B" is A with the option B.
	commands string
}

// refusals are the commands that cannot be measured beside others over the
// load's connections, or that harm what is measured. Requests of all kinds share
// connections, and each request is answered by exactly one reply.
var refusals = []refusal{
	{"changes what its connection sends and receives from then on", "measure commands that leave their connection as it was",
		"SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE MONITOR QUIT RESET HELLO AUTH SELECT " +
			"ASKING READONLY READWRITE SYNC PSYNC REPLCONF CLIENT|REPLY CLIENT|TRACKING CLIENT|CACHING CLIENT|KILL " +
			"CLIENT|NO-EVICT CLIENT|NO-TOUCH"},
	{"belongs to a transaction, whose commands are answered together", "name a test of the set transactions",
		"MULTI EXEC DISCARD WATCH UNWATCH"},
	{"waits, and holds up the requests behind it", "measure a form of it that does not wait",
		"BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP WAIT WAITAOF CLIENT|PAUSE CLIENT|UNPAUSE " +
			"CLIENT|UNBLOCK XREAD+BLOCK XREADGROUP+BLOCK"},
	{"reaches beyond the load's own keys", "measure commands that touch the keys that they name",
		"FLUSHALL FLUSHDB SWAPDB MOVE MIGRATE RESTORE-ASKING COPY+DB SCRIPT|FLUSH SCRIPT|KILL SCRIPT|DEBUG " +
			"FUNCTION|FLUSH FUNCTION|DELETE FUNCTION|RESTORE FUNCTION|KILL FUNCTION|LOAD"},
	{"stops, reconfigures or disturbs the server", "say how servers are set up with axes and server.config",
		"SHUTDOWN DEBUG CONFIG REPLICAOF SLAVEOF FAILOVER CLUSTER SENTINEL MODULE ACL SAVE BGSAVE BGREWRITEAOF " +
			"PFDEBUG PFSELFTEST SLOWLOG|RESET COMMANDLOG|RESET LATENCY|RESET MEMORY|PURGE"},
}

// refused says why a command cannot be a spec's own, nil where it can.
func refused(words []string) *flaw {
	for _, r := range refusals {
		for name := range strings.FieldsSeq(r.commands) {
			if names(name, words) {
				return flawf(r.remedy, "%s %s", strings.NewReplacer("|", " ", "+", " ").Replace(name), r.reason)
			}
		}
	}
	return nil
}

// names reports whether an entry of a refusal means a command.
func names(entry string, words []string) bool {
	if command, option, found := strings.Cut(entry, "+"); found {
		return strings.EqualFold(words[0], command) && hasOption(words[1:], option)
	}
	command, sub, found := strings.Cut(entry, "|")
	return strings.EqualFold(words[0], command) && (!found || len(words) > 1 && strings.EqualFold(words[1], sub))
}

// hasOption reports whether an option is among a command's words, before those
// that STREAMS begins.
func hasOption(words []string, option string) bool {
	for _, word := range words {
		if strings.EqualFold(word, "STREAMS") {
			return false
		}
		if strings.EqualFold(word, option) {
			return true
		}
	}
	return false
}

package runner

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
)

// Limits of what a sample stands, as shares of CPU time.
const (
	throttledLimit = 0.01 // this process was held back by its quota
	stealLimit     = 0.02 // of the host, given to others by the hypervisor
	foreignLimit   = 0.10 // of the host, used by other programs
	// From clientBusy of its CPUs on the client is saturated, and below
	// serverBusy of one CPU the server's main thread is not. Between serverBusy
	// and serverFull the server is near what it can do, and that is said.
	clientBusy = 0.95
	serverBusy = 0.80
	serverFull = 0.95
	// shortest is the least time between two readings that CPU time is judged
	// by: old servers and the kernel count it in hundredths of a second.
	shortest = 100 * time.Millisecond
)

// evidence is what a sample is judged by: the counters just before and just
// after it, and what they have to fit.
type evidence struct {
	before, after matrix.Counters
	server        matrix.ServerInfo
	host          matrix.Host
	test          matrix.Test
	load          matrix.Load
	owned         bool // the server is ours alone
	// config is the server's configuration when it had just been started.
	config map[string]string
}

// judge sets the sample's status. The first fault found decides; what only
// qualifies the number becomes a note.
func judge(sample *matrix.Sample, e evidence) {
	sample.ServerCPU = e.after.ServerCPU - e.before.ServerCPU
	sample.ClientCPU = e.after.ClientCPU - e.before.ClientCPU
	sample.Status = matrix.StatusOK
	for _, check := range []func(*matrix.Sample) *matrix.Note{
		e.sameServer, e.replies, e.counted, e.configured, e.width, e.eviction, e.keys, e.disk, e.memory, e.quota, e.clientBound,
	} {
		if fault := check(sample); fault != nil {
			sample.Status = matrix.StatusInvalid
			sample.Reason, sample.Remedy = fault.Text, fault.Remedy
			break
		}
	}
	for _, remark := range []func(*matrix.Sample) *matrix.Note{e.refused, e.clientNear, e.steal, e.foreign, e.others, e.stalled, e.forked, e.lateSync} {
		if note := remark(sample); note != nil {
			sample.Notes = append(sample.Notes, *note)
		}
	}
}

// sameServer wants the server that was launched to have answered all along.
func (e evidence) sameServer(*matrix.Sample) *matrix.Note {
	if e.untold() || e.before.RunID == e.server.RunID && e.after.RunID == e.server.RunID {
		return nil
	}
	return &matrix.Note{Text: "the server was restarted since its start", Remedy: "see its log in servers/"}
}

// replies wants every reply to be what the test implies.
func (e evidence) replies(sample *matrix.Sample) *matrix.Note {
	switch {
	case sample.Errors > 0:
		return &matrix.Note{
			Text:   fmt.Sprintf("%d of %d replies were errors: %s", sample.Errors, sample.Requests, sample.FirstError),
			Remedy: errorRemedy(sample.FirstError),
		}
	case sample.Misses > 0:
		return &matrix.Note{
			Text:   fmt.Sprintf("%d of %d requests found less than the test implies", sample.Misses, sample.Requests),
			Remedy: "something else removes keys from this server",
		}
	case sample.Requests == 0:
		return &matrix.Note{Text: "nothing was measured", Remedy: "give a longer duration"}
	}
	return nil
}

// errorRemedy is what can be done about an error reply, by its first word.
func errorRemedy(reply string) string {
	word, _, _ := strings.Cut(reply, " ")
	switch word {
	case "OOM":
		return "raise maxmemory, or lower keyspace or value_size"
	case "MISCONF":
		return "the server cannot persist: see its log in servers/ and the free space of the disk"
	case "NOAUTH", "WRONGPASS", "NOPERM":
		return "give REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD"
	case "READONLY":
		return "measure a primary, not a replica"
	}
	return "see the server's log in servers/"
}

// ownCommands is what a reading adds to the count of the next one: INFO and
// CONFIG GET.
const ownCommands = 2

// counted holds the replies against what the server says it has processed. On a
// server of our own nobody else has anything to say, since a single command of
// others can change all that follows.
func (e evidence) counted(sample *matrix.Sample) *matrix.Note {
	processed := e.after.Commands - e.before.Commands
	switch {
	case e.untold():
		return nil
	case processed < sample.Requests:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server counts %d commands where %d replies came back", processed, sample.Requests),
			Remedy: "something stands between redis-matrix and the server, or resets its statistics",
		}
	case e.owned && processed > sample.Requests+ownCommands:
		return &matrix.Note{
			Text:   fmt.Sprintf("other clients sent the server commands meanwhile: %d", processed-sample.Requests-ownCommands),
			Remedy: "keep other clients away from the server",
		}
	}
	return nil
}

// configured wants the configuration to be that of the start, as far as the
// server told it then.
func (e evidence) configured(*matrix.Sample) *matrix.Note {
	for _, name := range slices.Sorted(maps.Keys(e.config)) {
		if was, is := e.config[name], e.after.Config[name]; was != is {
			return &matrix.Note{
				Text:   fmt.Sprintf("%s was changed from %q to %q after the server's start", name, was, is),
				Remedy: "keep other clients away from the server",
			}
		}
	}
	return nil
}

// width wants every connection to have had something to send.
func (e evidence) width(*matrix.Sample) *matrix.Note {
	least := int64(e.load.Clients) * int64(e.load.Pipeline)
	if e.load.Requests == 0 || e.load.Requests >= least {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("%d requests do not keep %d clients with a pipeline of %d busy", e.load.Requests, e.load.Clients, e.load.Pipeline),
		Remedy: fmt.Sprintf("ask for %d requests or more, or for a duration instead", least),
	}
}

func (e evidence) eviction(*matrix.Sample) *matrix.Note {
	evicted := e.after.Evicted - e.before.Evicted
	if evicted <= 0 {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the server evicted %d keys while it was measured", evicted),
		Remedy: "raise maxmemory, or lower keyspace or value_size",
	}
}

// ownKeys bounds how many keys the tests make beside the key:<n> and
// counter:<n> of the keyspace: mylist, myset, myzset, myhash and mystream.
const ownKeys = 5

// keys wants the server to hold the keys that the test reads, and none that no
// test makes.
func (e evidence) keys(*matrix.Sample) *matrix.Note {
	keyspace := int64(e.load.Keyspace)
	switch most := 2*keyspace + ownKeys; {
	case !e.owned:
		return nil
	case e.test.Needs == matrix.DataKeys && e.after.Keys < keyspace:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server holds %d keys, less than the keyspace of %d", e.after.Keys, keyspace),
			Remedy: "something else removes keys from this server",
		}
	case e.after.Keys > most:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server holds %d keys where the tests make %d at most", e.after.Keys, most),
			Remedy: "something else writes to this server",
		}
	}
	return nil
}

func (e evidence) disk(*matrix.Sample) *matrix.Note {
	const remedy = "see the server's log in servers/ and the free space of the disk"
	switch {
	case e.after.AOFError:
		return &matrix.Note{Text: "the server could not write its AOF", Remedy: remedy}
	case e.after.RDBError:
		return &matrix.Note{Text: "the server could not save its RDB", Remedy: remedy}
	}
	return nil
}

func (e evidence) memory(*matrix.Sample) *matrix.Note {
	if e.after.SwapOut == e.before.SwapOut {
		return nil
	}
	return &matrix.Note{
		Text:   "the host swapped while this was measured",
		Remedy: "free memory, or lower keyspace or value_size",
	}
}

func (e evidence) quota(*matrix.Sample) *matrix.Note {
	throttled := e.after.Throttled - e.before.Throttled
	if share(throttled, e.interval()) <= throttledLimit {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the CPU quota held redis-matrix back for %v", throttled.Round(time.Millisecond)),
		Remedy: "raise the quota of its cgroup",
	}
}

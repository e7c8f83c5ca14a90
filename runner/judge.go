package runner

import (
	"fmt"
	"strings"
	"time"

	"redismatrix/matrix"
)

// Limits of what a sample stands. A share is of the measured time.
const (
	throttledLimit = 0.01 // the cgroup was held back
	stealLimit     = 0.02 // of all CPUs, given to others by the hypervisor
	foreignLimit   = 0.10 // of all CPUs, used by other programs of this host
	clientBusy     = 0.95 // of the client's CPUs
	serverBusy     = 0.90 // of one CPU
)

// judge sets the sample's status from what it counted and from the counters
// before and after. The first fault found decides; what only qualifies the
// number becomes a note.
func judge(sample *matrix.Sample, before, after matrix.Counters, host matrix.Host) {
	sample.ServerCPU = after.ServerCPU - before.ServerCPU
	sample.ClientCPU = after.ClientCPU - before.ClientCPU
	sample.Status = matrix.StatusOK
	for _, check := range []func(*matrix.Sample, matrix.Counters, matrix.Counters) *matrix.Note{
		checkServer, checkReplies, checkMemory, checkDisk, checkHost,
	} {
		if fault := check(sample, before, after); fault != nil {
			sample.Status = matrix.StatusInvalid
			sample.Reason, sample.Remedy = fault.Text, fault.Remedy
			return
		}
	}
	sample.Notes = append(sample.Notes, qualify(sample, before, after, host)...)
}

func checkServer(_ *matrix.Sample, before, after matrix.Counters) *matrix.Note {
	if before.RunID == after.RunID {
		return nil
	}
	return &matrix.Note{
		Text:   "the server was restarted while it was measured",
		Remedy: "see its log in servers/",
	}
}

// checkReplies wants every reply to be what the test implies.
func checkReplies(sample *matrix.Sample, _, _ matrix.Counters) *matrix.Note {
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

func checkMemory(_ *matrix.Sample, before, after matrix.Counters) *matrix.Note {
	evicted := after.Evicted - before.Evicted
	if evicted <= 0 {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the server evicted %d keys while it was measured", evicted),
		Remedy: "raise maxmemory, or lower keyspace or value_size",
	}
}

func checkDisk(_ *matrix.Sample, _, after matrix.Counters) *matrix.Note {
	const remedy = "see the server's log in servers/ and the free space of the disk"
	switch {
	case after.AOFError:
		return &matrix.Note{Text: "the server could not write its AOF", Remedy: remedy}
	case after.RDBError:
		return &matrix.Note{Text: "the server could not save its RDB", Remedy: remedy}
	}
	return nil
}

func checkHost(sample *matrix.Sample, before, after matrix.Counters) *matrix.Note {
	throttled := after.Throttled - before.Throttled
	switch {
	case after.SwapOut > before.SwapOut:
		return &matrix.Note{
			Text:   "the host swapped while this was measured",
			Remedy: "free memory, or lower keyspace or value_size",
		}
	case share(throttled, sample.Elapsed) > throttledLimit:
		return &matrix.Note{
			Text:   fmt.Sprintf("the CPU quota held redis-matrix back for %v", throttled.Round(time.Millisecond)),
			Remedy: "raise the quota of its cgroup",
		}
	}
	return nil
}

// qualify says what the reader has to know about a valid number.
func qualify(sample *matrix.Sample, before, after matrix.Counters, host matrix.Host) []matrix.Note {
	var notes []matrix.Note
	cpus := max(host.CPUs, 1)
	if steal := share(after.Steal-before.Steal, sample.Elapsed*time.Duration(cpus)); steal > stealLimit {
		notes = append(notes, matrix.Note{
			Text:   "the hypervisor gave more than 2 % of the CPU time to others",
			Remedy: "measure on a quieter machine, or use more rounds",
		})
	}
	if foreign := foreignShare(sample, before, after, cpus); foreign > foreignLimit {
		notes = append(notes, matrix.Note{
			Text:   "other programs used more than 10 % of this host's CPU time",
			Remedy: "stop them, or use more rounds",
		})
	}
	if clientBound(sample, cpusIn(host.ClientCPUs, cpus)) {
		notes = append(notes, matrix.Note{
			Text:   "client-bound: redis-matrix used up its own CPUs while the server had time left, which may do more than is shown",
			Remedy: "give the client more CPUs with server.cpus",
		})
	}
	return notes
}

// foreignShare is the part of the host's CPU time that neither the server nor
// this process used. It is 0 where the server's time is not known.
func foreignShare(sample *matrix.Sample, before, after matrix.Counters, cpus int) float64 {
	if sample.ServerCPU == 0 {
		return 0
	}
	foreign := after.HostBusy - before.HostBusy - sample.ServerCPU - sample.ClientCPU
	return share(foreign, sample.Elapsed*time.Duration(cpus))
}

// clientBound is true where the client was saturated and the server was not.
func clientBound(sample *matrix.Sample, clientCPUs int) bool {
	client := share(sample.ClientCPU, sample.Elapsed*time.Duration(clientCPUs))
	server := share(sample.ServerCPU, sample.Elapsed)
	return sample.ServerCPU > 0 && client > clientBusy && server < serverBusy
}

// share is part of whole, 0 where there is no whole.
func share(part, whole time.Duration) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// cpusIn counts the CPUs of a cpuset such as "0-2,5"; without one it is all.
func cpusIn(set string, all int) int {
	count := 0
	for part := range strings.SplitSeq(set, ",") {
		var first, last int
		switch n, _ := fmt.Sscanf(part, "%d-%d", &first, &last); n {
		case 1:
			count++
		case 2:
			count += last - first + 1
		}
	}
	if count == 0 {
		return all
	}
	return count
}

package matrix

import "slices"

// Memory is a reading of what a server holds in memory at one moment, in bytes.
// What it does not tell is zero.
type Memory struct {
	// Refused is what the server said where it refused to tell; all else is then
	// zero.
	Refused string
	// Used is used_memory: all that the server has allocated, without what the
	// allocator keeps for later.
	Used int64
	// Aside is the part of Used that is known to be no data: what connections
	// hold, the buffers of the AOF, and the histograms of commands' latencies.
	Aside int64
	// Doubt is by how much Aside may be wrong.
	Doubt   int64
	Clients int64 // connections, that of the reading among them
	// Partly is true of servers that tell only of a connection's query buffer what
	// it takes. The rest is the same for every connection at any time.
	Partly bool
	Keys   int64 // keys in all databases
	// Freeing is true while the server frees in the background what was deleted.
	Freeing bool
}

// KeyMemory is what a server needed for the keys that a test works on: by how much
// used_memory grew, without what is known to be no data, from before they were
// made until the test ended. Redis' own keys.bytes-per-key (MEMORY STATS) is the
// same quotient with connections and all else in it.
type KeyMemory struct {
	// Keys is by how many keys the server grew, Bytes by how much memory: values,
	// names and what the server keeps about them.
	Keys  int64 `json:"keys"`
	Bytes int64 `json:"bytes"`
	// Untold says why Bytes/Keys would be no number to be trusted, "" where it is
	// one; Remedy what the reader can do.
	Untold string `json:"untold,omitempty"`
	Remedy string `json:"remedy,omitempty"`
}

// memoryPerKey is in bytes.
func (s Sample) memoryPerKey() (float64, bool) {
	m := s.Memory
	if m == nil || m.Untold != "" || m.Keys <= 0 || m.Bytes <= 0 {
		return 0, false
	}
	return float64(m.Bytes) / float64(m.Keys), true
}

// Untold says why no sample of the result has a value of a metric. It is empty
// where nothing is known of that but that it was not recorded.
func (res Result) Untold(metric string) Note {
	for _, s := range res.Samples {
		if why := s.untold(metric); why.Text != "" {
			return why
		}
	}
	return Note{}
}

// Tells reports whether a metric can be told at all of a test of the load.
// Memory per key can where the test works on numbered keys and nothing else, and
// no test before it has made other ones: what these need would not be told apart.
// What a trial tells is told of it alone, and what an event costs where one is asked
// for or watched. What another tool recorded may tell anything.
func (l Load) Tells(metric, test string) bool {
	if m, known := LookupMetric(metric); known {
		if found, _ := l.Test(test); !m.tells(found) {
			return false
		}
	}
	if eventMetric(metric) {
		return l.Watched() || len(l.Recorded) > 0
	}
	if metric != MetricMemoryPerKey {
		return true
	}
	var last []string
	alone := true
	for _, name := range l.Tests {
		found, _ := l.Test(name)
		if found.Trial != "" { // on servers of its own
			continue
		}
		families, only := found.Families()
		if !only || len(families) > 0 && !slices.Equal(families, last) {
			alone, last = alone && last == nil, families
		}
		if name == test {
			recorded := len(found.Command) == 0 && len(found.Parts) == 0
			return recorded || only && len(families) > 0 && alone
		}
	}
	return false
}

// beyond reports that a metric cannot be told of a test on either side, and is
// not: there is nothing to compare then, and nothing that is missing.
func beyond(load Load, metric string, a, b Result) bool {
	return !load.Tells(metric, a.Test) && a.Status == StatusOK && b.Status == StatusOK &&
		len(a.values(metric)) == 0 && len(b.values(metric)) == 0
}

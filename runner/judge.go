package runner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"redismatrix/matrix"
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
	local         bool // the server is on this host
	shared        bool // see Options
	// config is the server's configuration when it had just been started.
	config map[string]string
}

// check finds a fault, or what qualifies the number, of a sample.
type check = func(*matrix.Sample) *matrix.Note

// judge sets the sample's status. The first fault found decides; what only
// qualifies the number becomes a note. It reports whether nothing but others'
// work on this machine made the sample void, so that it may be good another time.
func judge(sample *matrix.Sample, e evidence) (disturbed bool) {
	sample.ServerCPU = e.after.ServerCPU - e.before.ServerCPU + e.after.ChildCPU - e.before.ChildCPU
	sample.ClientCPU = e.after.ClientCPU - e.before.ClientCPU
	sample.Host = e.hostUse()
	sample.Persistence = e.after.Persistence.Since(e.before.Persistence, e.interval())
	sample.Status = matrix.StatusOK
	void := func(checks ...check) bool {
		for _, check := range checks {
			if fault := check(sample); fault != nil {
				sample.Status = matrix.StatusInvalid
				sample.Reason, sample.Remedy = fault.Text, fault.Remedy
				return true
			}
		}
		return false
	}
	own := void(e.sameServer, e.replies, e.synced, e.counted, e.configured, e.width, e.eviction, e.keys, e.crampedThreads,
		e.event, e.disk, e.memory, e.quota)
	disturbed = !own && void(e.steal, e.heat, e.crowded)
	if !own && !disturbed {
		void(e.clientBound)
	}
	for _, remark := range []check{
		e.refused, e.behind, e.clientNear, e.otherClock, e.foreign, e.others, e.stalled, e.forked, e.lasting, e.lateSync,
	} {
		if note := remark(sample); note != nil {
			sample.Notes = append(sample.Notes, *note)
		}
	}
	return disturbed
}

// sameServer wants the server that was launched to have answered all along.
func (e evidence) sameServer(*matrix.Sample) *matrix.Note {
	if e.untold() || e.before.RunID == e.server.RunID && e.after.RunID == e.server.RunID {
		return nil
	}
	if refused := cmp.Or(e.before.NoInfo, e.after.NoInfo); refused != "" {
		return &matrix.Note{
			Text:   fmt.Sprintf("the server refused INFO meanwhile (%s), so that nothing can be checked", refused),
			Remedy: "keep others from changing its users",
		}
	}
	return &matrix.Note{Text: "the server was restarted since its start", Remedy: "see its log"}
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

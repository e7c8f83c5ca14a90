package matrix

import "time"

// Persistence is what a server did to its storage: up to one moment in Counters,
// between two of them in a Sample. What is not known is nil, and never 0.
type Persistence struct {
	// Interval is the time between the readings that the counts are of; 0 in
	// Counters.
	Interval time.Duration `json:"interval_ns,omitempty"`
	// Written is write_bytes of /proc/PID/io (proc_pid_io(5)): what the server
	// caused to be sent to the storage. The kernel counts it when a page in memory
	// is changed that was not waiting to be written, as a whole page: an AOF that is
	// synced after each small command counts 4096 bytes or more each time, and
	// one that is synced once a second counts each page about once. What goes to
	// sockets and pipes is not in it; neither is what a journal writes. (A file
	// system without one has a few pages of its own in it.) Of a file that is deleted before it was written the
	// bytes stay in it (the kernel takes them off in cancelled_write_bytes, which
	// is not used). Of what the server forked, for BGSAVE and the like, all is
	// counted in one lump when it has ended (wait_task_zombie in the kernel's
	// exit.c).
	Written *int64 `json:"written_bytes,omitempty"`
	// Syncs counts the calls of fsync and fdatasync by all threads of the server
	// and by what it forked, whether they succeeded or not. sync_file_range, which
	// servers from 7.0 on call while they save, is not among them: it makes
	// nothing durable (sync_file_range(2), Warning).
	Syncs *int64 `json:"syncs,omitempty"`
	// AOFDelayed counts aof_delayed_fsync: the writes that had to wait for a sync in
	// the background, or went on without it (appendfsync everysec).
	AOFDelayed *int64 `json:"aof_delayed,omitempty"`
	// AOFSize is aof_current_size in bytes at the end, all files of an AOF together;
	// AOFGrown by how much that is more than at the beginning, less than 0 where
	// it was rewritten.
	AOFSize  *int64 `json:"aof_size_bytes,omitempty"`
	AOFGrown *int64 `json:"aof_grown_bytes,omitempty"`
	// RDBSize is the size of the RDB file in bytes at the end.
	RDBSize *int64 `json:"rdb_size_bytes,omitempty"`
	// Untold says why what is nil is not known, by the names of the constants
	// such as UntoldWritten.
	Untold map[string]Note `json:"untold,omitempty"`
}

// The names in Persistence.Untold.
const (
	UntoldWritten    = "written"
	UntoldSyncs      = "syncs"
	UntoldAOFDelayed = "aof_delayed"
	UntoldAOFSize    = "aof_size"
	UntoldRDBSize    = "rdb_size"
)

// Leave says why something is not known, unless that was said before.
func (p *Persistence) Leave(name string, why Note) {
	if p.Untold == nil {
		p.Untold = map[string]Note{}
	}
	if _, said := p.Untold[name]; !said {
		p.Untold[name] = why
	}
}

// Since is what was done between two readings, of which before is the earlier;
// nil where neither tells anything.
func (p Persistence) Since(before Persistence, interval time.Duration) *Persistence {
	d := Persistence{
		Interval: interval, AOFSize: p.AOFSize, RDBSize: p.RDBSize,
		Written: growth(p.Written, before.Written), Syncs: growth(p.Syncs, before.Syncs),
		AOFDelayed: growth(p.AOFDelayed, before.AOFDelayed), AOFGrown: difference(p.AOFSize, before.AOFSize),
	}
	for name, why := range p.Untold {
		d.Leave(name, why)
	}
	for name, why := range before.Untold {
		if name != UntoldAOFSize && name != UntoldRDBSize { // which are told at the end
			d.Leave(name, why)
		}
	}
	d.doubtWritten()
	if d.Written == nil && d.Syncs == nil && d.AOFDelayed == nil && d.AOFSize == nil && d.RDBSize == nil && d.Untold == nil {
		return nil
	}
	return &d
}

// leastGrown is the growth of an AOF from which on the count of written bytes is
// held against it: less may all be in pages that were waiting to be written.
const leastGrown = 1 << 20

// doubtWritten takes back a count of bytes that cannot be all: file systems that
// keep their pages elsewhere, such as an overlay over one, do not count.
func (p *Persistence) doubtWritten() {
	if p.Written != nil && p.AOFGrown != nil && *p.AOFGrown > leastGrown && *p.Written < *p.AOFGrown/2 {
		p.Written = nil
		p.Leave(UntoldWritten, Note{
			Text:   "the kernel counted less than the server wrote to its AOF, as on file systems that it does not count on",
			Remedy: "keep the data on a disk's own file system, such as ext4 or xfs",
		})
	}
}

// difference is how much more now is, nil where one of them is not known.
func difference(now, before *int64) *int64 {
	if now == nil || before == nil {
		return nil
	}
	return new(*now - *before)
}

// growth is the difference of two readings of a counter, nil too where it went
// back, since it was reset.
func growth(now, before *int64) *int64 {
	if d := difference(now, before); d != nil && *d >= 0 {
		return d
	}
	return nil
}

// writtenPerRequest is in bytes.
func (s Sample) writtenPerRequest() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.Written }, float64(s.Requests))
}

// writeAmplification is how many bytes were written for each that the load sent.
func (s Sample) writeAmplification() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.Written }, float64(s.Sent))
}

// fsyncs and aofDelayed are counts a second.
func (s Sample) fsyncs() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.Syncs }, s.persistenceSeconds())
}

func (s Sample) aofDelayed() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.AOFDelayed }, s.persistenceSeconds())
}

// aofSize and rdbSize are in millions of bytes.
func (s Sample) aofSize() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.AOFSize }, 1e6)
}

func (s Sample) rdbSize() (float64, bool) {
	return s.stored(func(p Persistence) *int64 { return p.RDBSize }, 1e6)
}

// persistenceSeconds is how long the counts took, 0 where there are none.
func (s Sample) persistenceSeconds() float64 {
	if s.Persistence == nil {
		return 0
	}
	return s.Persistence.Interval.Seconds()
}

// stored is a number of the sample's persistence, divided; false where it is not
// known, or there is nothing to divide it by.
func (s Sample) stored(number func(Persistence) *int64, by float64) (float64, bool) {
	if s.Persistence == nil || by <= 0 {
		return 0, false
	}
	n := number(*s.Persistence)
	if n == nil {
		return 0, false
	}
	return float64(*n) / by, true
}

// untoldBy names what a metric is told by in Persistence.Untold.
var untoldBy = map[string]string{
	MetricWrittenPerRequest: UntoldWritten, MetricWriteAmplification: UntoldWritten,
	MetricFsyncs: UntoldSyncs, MetricAOFDelayed: UntoldAOFDelayed,
	MetricAOFSize: UntoldAOFSize, MetricRDBSize: UntoldRDBSize,
}

// untold says why a sample has no value of a metric, as far as that is known.
func (s Sample) untold(metric string) Note {
	switch {
	case metric == MetricMemoryPerKey && s.Memory != nil:
		return Note{Text: s.Memory.Untold, Remedy: s.Memory.Remedy}
	case untoldBy[metric] != "" && s.Persistence != nil:
		return s.Persistence.Untold[untoldBy[metric]]
	}
	return Note{}
}

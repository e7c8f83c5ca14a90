package matrix

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix/stats"
)

// TrialKind is how a trial, a test that ends its server, ends it; "" for tests
// that do not.
type TrialKind string

// The kinds of trials.
const (
	// TrialRestart stops a server in order and starts it again.
	TrialRestart TrialKind = "restart"
	// TrialCrash kills a server that is written to, with SIGKILL.
	TrialCrash TrialKind = "crash"
	// TrialPowerLoss takes from a server that is written to all that was not
	// synced to its storage.
	TrialPowerLoss TrialKind = "power loss"
)

// Names of the trials, and of the set of all of them.
const (
	TestRestart    = "RESTART"
	TestCrash      = "CRASH"
	TestPowerLoss  = "POWER_LOSS"
	SetPersistence = "persistence"
)

// trials are tests that end their servers. They send no load of their own that
// could be measured, and are in no set but SetPersistence and in no mix.
var trials = []Test{
	{Name: TestRestart, Remark: "until the first read", Trial: TrialRestart},
	{Name: TestCrash, Remark: "kill -9", Trial: TrialCrash},
	{Name: TestPowerLoss, Remark: "all that was not synced", Trial: TrialPowerLoss},
}

// LookupTrial finds a trial by name, in any case.
func LookupTrial(name string) (Test, bool) {
	i := slices.IndexFunc(trials, func(t Test) bool { return strings.EqualFold(t.Name, name) })
	if i < 0 {
		return Test{}, false
	}
	return trials[i], true
}

// TrialNames lists the trials: the tests of SetPersistence.
func TrialNames() []string { return namesOf(trials) }

// What a load's page cache can be.
const (
	CacheWarm = "warm" // the files are in memory, as after an upgrade
	CacheCold = "cold" // they have to be read from the storage, as after a reboot
)

// What can confirm a write to those that a crash is to take nothing from.
const (
	ConfirmReply   = "reply"   // its reply
	ConfirmWaitAOF = "waitaof" // the reply of a WAITAOF that follows it: it is synced
)

// DefaultCrashes is how many crashes a trial has where nobody says otherwise.
const DefaultCrashes = 20

// MaxCrashes is the most that a trial can have.
const MaxCrashes = 10_000

// CrashCount is how many crashes a trial of the load has.
func (l Load) CrashCount() int { return cmp.Or(l.Crashes, DefaultCrashes) }

// WriteTime bounds how long a trial writes before its server's end.
func (l Load) WriteTime() time.Duration { return cmp.Or(l.Duration, defaultDuration) }

// Trial is what a test found that ended its server. Which fields are set depends
// on the test.
type Trial struct {
	// Restart is the time from when the program was started, on a data set that
	// is there, until the first key could be read.
	Restart time.Duration `json:"restart_ns,omitempty"`
	// Keys is how many keys the data set has, Data the bytes of their names and
	// values.
	Keys int64 `json:"keys,omitempty"`
	Data int64 `json:"data_bytes,omitempty"`
	// AOF and RDB are what the server found when it was started: bytes of all
	// files that belong to either.
	AOF int64 `json:"aof_bytes,omitempty"`
	RDB int64 `json:"rdb_bytes,omitempty"`
	// Loaded is what the server loaded, as it logged that.
	Loaded []string `json:"loaded,omitempty"`
	// LongestSync is how long the longest sync of a server took that was traced.
	LongestSync time.Duration `json:"longest_sync_ns,omitempty"`
	// Crashes are the crashes, or the moments at which the power was lost.
	Crashes []Crash `json:"crashes,omitempty"`
}

// Crash is one end of a server that was written to, and what was found after it.
type Crash struct {
	// Kind is how it ended.
	Kind CrashKind `json:"kind"`
	// Written is for how long there had been writes.
	Written time.Duration `json:"written_ns"`
	// Acknowledged is how many writes the server had confirmed, Found how many of
	// these were there afterwards, Lost how many were not, and Torn how many
	// values were another than was written, of writes that were not confirmed
	// too.
	Acknowledged int64 `json:"acknowledged"`
	Found        int64 `json:"found"`
	Lost         int64 `json:"lost"`
	Torn         int64 `json:"torn,omitempty"`
	// LostTime is how long before the end the oldest write that was lost had been
	// confirmed.
	LostTime time.Duration `json:"lost_ns,omitempty"`
	// Recovery is how the server came back.
	Recovery Recovery `json:"recovery"`
	// Detail is what the server logged of a recovery that was not smooth, and
	// Check what its tool for checking files said then.
	Detail string `json:"detail,omitempty"`
	Check  string `json:"check,omitempty"`
}

// CrashKind is how a server came to its end.
type CrashKind string

// The kinds of crashes. A loss of power just before a sync was complete is the
// worst moment there is.
const (
	CrashKilled     CrashKind = "killed"
	CrashPower      CrashKind = "power lost"
	CrashBeforeSync CrashKind = "power lost before a sync"
)

// Recovery is how a server came back after a crash.
type Recovery string

// The ways back.
const (
	RecoveryLoaded   Recovery = "loaded"   // as it is expected to
	RecoveryCut      Recovery = "cut"      // after it had cut the end of its AOF off
	RecoveryRepaired Recovery = "repaired" // it refused until its tool had repaired the files
	RecoveryRefused  Recovery = "refused"  // it refused, and could not be helped: all is lost
)

// Count is how many crashes had a recovery.
func (t Trial) Count(r Recovery) int {
	count := 0
	for _, crash := range t.Crashes {
		if crash.Recovery == r {
			count++
		}
	}
	return count
}

// Torn is how many values were another than was written, over all crashes.
func (t Trial) Torn() int64 {
	var torn int64
	for _, crash := range t.Crashes {
		torn += crash.Torn
	}
	return torn
}

// crashes are what the sample's crashes say; nil where it has none.
func (s Sample) crashes(value func(Crash) float64) []float64 {
	if s.Trial == nil {
		return nil
	}
	values := make([]float64, len(s.Trial.Crashes))
	for i, crash := range s.Trial.Crashes {
		values[i] = value(crash)
	}
	return values
}

// restart is in milliseconds.
func (s Sample) restart() (float64, bool) {
	if s.Trial == nil {
		return 0, false
	}
	return millis(s.Trial.Restart.Nanoseconds())
}

func lostOf(c Crash) float64 { return float64(c.Lost) }

// lost is the median over the crashes.
func (s Sample) lost() (float64, bool) {
	values := s.crashes(lostOf)
	return stats.Median(values), len(values) > 0
}

// lostWorst is that of the worst crash.
func (s Sample) lostWorst() (float64, bool) { return greatest(s.crashes(lostOf)) }

// lostTime is that of the worst crash, in seconds.
func (s Sample) lostTime() (float64, bool) {
	return greatest(s.crashes(func(c Crash) float64 { return c.LostTime.Seconds() }))
}

func greatest(values []float64) (float64, bool) {
	if len(values) == 0 {
		return 0, false
	}
	return slices.Max(values), true
}

// tells reports whether a metric can be told of a test at all, as far as trials
// have metrics of their own. What another tool recorded may tell anything.
func (m Metric) tells(test Test) bool {
	switch {
	case test.Trial != "":
		return slices.Contains(m.Trials, test.Trial)
	case len(m.Trials) > 0:
		return len(test.Command) == 0 && len(test.Parts) == 0
	}
	return true
}

// untried is why servers of the setup cannot be put to a trial, or be asked to sync
// what they are sent; "" where they can, or where that is not known.
func (s Setup) untried(load Load, test Test, v Version) string {
	switch {
	case test.Trial != "" && (s.Launch == LaunchContainer || s.Launch == LaunchAttach):
		return "ends the server and starts it again, which is done with binaries only (launch: binary)"
	case load.syncs(test) && !v.IsZero() && v.Product == Redis && v.Compare(sinceWaitAOF) < 0:
		return "confirm waitaof " + needsVersion(sinceWaitAOF)
	case (test.NeedsAOF || load.syncs(test)) && s.Server.Kind != RefAttach && !s.logsWrites():
		return "WAITAOF needs an AOF (appendonly everysec, always or os)"
	}
	return ""
}

// syncs reports whether a trial's writers ask for a sync of what they write.
func (l Load) syncs(test Test) bool {
	return l.Confirm == ConfirmWaitAOF && (test.Trial == TrialCrash || test.Trial == TrialPowerLoss)
}

// Attempt is one trial to be carried out.
type Attempt struct {
	Setup Setup
	Cell  Cell
	Test  Test
	Round int
	// Seed is the run's, from which its random moments follow.
	Seed uint64
	// Log is the file that servers' output is appended to.
	Log string
}

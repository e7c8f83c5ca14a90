package matrix

import (
	"slices"
	"strings"
	"time"
)

// Estimate is what measuring a plan takes: rough, for a reader who decides
// whether to start it.
type Estimate struct {
	// Samples and Starts count samples and server starts over all rounds.
	Samples int `json:"samples"`
	Starts  int `json:"starts"`
	// Time is the wall time, the overhead included.
	Time time.Duration `json:"time_ns"`
	// Disk is the most that the data of one server may grow to, in bytes; only
	// one server runs at a time. Rewrites of the AOF, which shrink it, are left
	// out of account.
	Disk int64 `json:"disk_bytes"`
	// Memory is what the largest keyspace takes with its values, in bytes.
	Memory int64 `json:"memory_bytes"`
}

// What an estimate assumes of a server, measured on two cores with 50 clients.
const (
	assumedStart   = 150 * time.Millisecond // start and stop
	assumedPrepare = 30 * time.Millisecond  // data set and checks, a test
	assumedRate    = 120e3                  // requests a second at pipeline 1
	assumedPipe    = 6                      // the most that pipelining multiplies it by
	assumedBytes   = 1e9                    // bytes a second
	assumedRecord  = 60                     // bytes of a command in the AOF beside the value
	assumedKey     = 100                    // bytes of memory of a key beside the value
	assumedRestart = 7 * time.Microsecond   // a key that is set, saved, loaded and compared
)

// Estimate adds up what the plan needs at most: for all rounds, or as many as fit
// into the budget.
func (p *Plan) Estimate() Estimate { return p.estimate(p.Spec.Rounds) }

// LeastEstimate adds up what the plan needs where the run ends as early as it
// may.
func (p *Plan) LeastEstimate() Estimate { return p.estimate(p.Spec.Looks()[0]) }

func (p *Plan) estimate(rounds int) Estimate {
	var e Estimate
	cells := map[string][]Cell{}
	for _, cell := range p.Cells {
		cells[cell.Setup] = append(cells[cell.Setup], cell)
	}
	for _, setup := range p.Setups {
		if setup.NA == "" {
			e.add(setup, cells[setup.ID])
		}
	}
	if budget := p.Spec.Budget; budget > 0 && e.Time > 0 {
		rounds = min(rounds, max(1, int(budget/e.Time)))
	}
	e.Samples, e.Starts, e.Time = e.Samples*rounds, e.Starts*rounds, e.Time*time.Duration(rounds)
	return e
}

// add counts one visit of a setup.
func (e *Estimate) add(setup Setup, cells []Cell) {
	var disk int64
	tests := 0
	for _, cell := range cells {
		e.Memory = max(e.Memory, int64(float64(cell.Load.Keyspace)*(cell.Load.ValueSize.Mean()+assumedKey)))
		for _, name := range cell.Load.Tests {
			if _, na := cell.NA[name]; na {
				continue
			}
			e.Samples++
			test, _ := cell.Load.Test(name)
			if test.Trial != "" {
				e.addTrial(cell.Load, test.Trial)
				continue
			}
			tests++
			e.Time += cell.Load.assumedTime() + assumedPrepare
			disk += int64(test.writes() * cell.Load.assumedGrowth())
		}
	}
	if tests == 0 {
		return
	}
	e.Starts++
	e.Time += assumedStart
	if setup.logsWrites() {
		e.Disk = max(e.Disk, disk)
	}
}

// addTrial counts one sample of a trial, whose servers are its own.
func (e *Estimate) addTrial(load Load, kind TrialKind) {
	crashes := load.CrashCount()
	data := int64(load.Keyspace) * int64(load.ValueSize.Mean()+assumedRecord)
	starts, took := 2, time.Duration(load.Keyspace)*assumedRestart+time.Duration(2*float64(data)/assumedBytes*float64(time.Second))
	switch kind {
	case TrialCrash:
		starts, took = 2*crashes, time.Duration(crashes)*load.WriteTime()/2
	case TrialPowerLoss:
		starts, took = 1+crashes, load.WriteTime()
	case TrialRestart:
		e.Disk = max(e.Disk, data)
	}
	e.Starts += starts
	e.Time += took + time.Duration(starts)*assumedStart
}

// assumedTime is how long one test takes, the warm-up included.
func (l Load) assumedTime() time.Duration {
	took := l.Duration
	if l.Requests > 0 {
		bound := time.Duration(float64(l.Requests) / l.assumedRate() * float64(time.Second))
		if took == 0 || bound < took {
			took = bound
		}
	}
	return took + l.Warmup
}

// assumedRate is in requests a second.
func (l Load) assumedRate() float64 {
	rate := min(assumedRate*min(float64(l.Pipeline), assumedPipe), assumedBytes/(l.ValueSize.Mean()+assumedRecord))
	if l.Rate > 0 {
		rate = min(rate, float64(l.Rate))
	}
	return rate
}

// assumedGrowth is what a test of one writing command adds to an AOF, in bytes.
func (l Load) assumedGrowth() float64 {
	return l.assumedTime().Seconds() * l.assumedRate() * (l.ValueSize.Mean() + assumedRecord)
}

// reads are commands that change no data. Any other is assumed to write.
var reads = strings.Fields("PING ECHO TIME DBSIZE GET MGET STRLEN EXISTS GETRANGE GETBIT BITCOUNT BITPOS LCS " +
	"LINDEX LLEN LRANGE LPOS HGET HMGET HGETALL HKEYS HVALS HLEN HEXISTS HSTRLEN HSCAN HRANDFIELD " +
	"SISMEMBER SMISMEMBER SMEMBERS SCARD SRANDMEMBER SINTER SUNION SDIFF SINTERCARD SSCAN " +
	"ZSCORE ZMSCORE ZRANK ZREVRANK ZRANGE ZREVRANGE ZRANGEBYSCORE ZRANGEBYLEX ZCARD ZCOUNT ZSCAN ZRANDMEMBER " +
	"XRANGE XREVRANGE XLEN XREAD GEODIST GEOHASH GEOPOS GEOSEARCH GEORADIUS GEORADIUS_RO PFCOUNT " +
	"TTL PTTL TYPE OBJECT SCAN KEYS RANDOMKEY PUBLISH MULTI EXEC")

// writes is how many commands that change data a request of the test has: of a
// mix, on average.
func (t Test) writes() float64 {
	writes := 0.0
	for _, command := range append(slices.Clone(t.Lead), Step{Command: t.Command}) {
		if len(command.Command) > 0 && !slices.Contains(reads, strings.ToUpper(command.Command[0])) {
			writes++
		}
	}
	weights := 0.0
	for _, part := range t.Parts {
		weights += float64(part.Weight)
	}
	for _, part := range t.Parts {
		writes += part.Test.writes() * float64(part.Weight) / weights
	}
	return writes
}

// logsWrites reports whether the setup has an AOF.
func (s Setup) logsWrites() bool {
	for _, directive := range s.Config {
		if directive.Name == "appendonly" {
			return len(directive.Args) == 1 && directive.Args[0] == "yes"
		}
	}
	return false
}

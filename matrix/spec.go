package matrix

import "time"

// Spec describes a matrix: the axes, which of their combinations are run, and
// how. It is what a spec file says, with every default filled in.
type Spec struct {
	// Name labels the run and its directory; letters, digits, '.', '_', '-'.
	Name string `json:"name"`
	// Axes in the order in which they are written. At least one.
	Axes []Axis `json:"axes"`
	// Exclude removes cells: a cell goes when any selector matches it. A
	// selector that names tests removes these tests from the cells it matches.
	Exclude []Selector `json:"exclude,omitempty"`
	// Include adds cells after Exclude. A selector here may name values that
	// its axis does not list; an axis that it leaves out ranges over all of
	// the axis' values.
	Include []Selector `json:"include,omitempty"`
	// Baseline selects the cells that others are compared with. Empty: none.
	Baseline Selector `json:"baseline,omitempty"`
	// Control measures the baseline a second time in every round, under another
	// name, to see what differs by chance.
	Control bool   `json:"control,omitempty"`
	Server  Server `json:"server"`
	Load    Load   `json:"load"`
	// Rounds is how often each cell is measured, each time on a fresh server: at
	// most, where LeastRounds is set.
	Rounds int `json:"rounds"`
	// LeastRounds lets a run end after this many rounds or more, once every
	// comparison of the gate is decided (see Looks); 0 measures all Rounds.
	LeastRounds int `json:"least_rounds,omitempty"`
	// Budget ends a run before a round that would not fit into this much time;
	// 0 is no bound.
	Budget time.Duration `json:"budget_ns,omitempty"`
	// Gate is what the cells are judged by.
	Gate Gate `json:"gate,omitzero"`
	// Seed determines the order of every round.
	Seed   uint64 `json:"seed"`
	Report Report `json:"report"`
}

// Axis is a named list of values. Values keep the form in which they are
// written: 5.0 stays "5.0" and no stays "no", whatever YAML makes of them.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Selector picks cells: for each axis named, the values that match. It matches
// a cell that has one of the listed values on every axis named; an empty
// Selector matches nothing.
type Selector map[string][]string

// Gate says which differences from the baseline count. Its zero value takes the
// defaults.
type Gate struct {
	// Metrics are judged together, as one family; empty are GateMetrics.
	Metrics []string `json:"metrics,omitempty"`
	// Threshold is the smallest change worth acting on, 0.05 for 5 %, which is
	// also what 0 is.
	Threshold float64 `json:"threshold,omitempty"`
}

// Server says how servers are started.
type Server struct {
	// Launch is used where there is no launch axis.
	Launch Launch `json:"launch"`
	// Config holds the redis.conf directives of every setup, in written order.
	// Parse takes a directive that an axis sets as well for a mistake.
	Config []Directive `json:"config,omitempty"`
	// Servers says where a version of the version axis is to be found: a path
	// to a binary, "image:NAME", or "attach:HOST:PORT". Versions that it does
	// not name are looked for among what is installed.
	Servers map[string]string `json:"servers,omitempty"`
	// Storage says what directories the names of the storage axis stand for. Its
	// other values are directories themselves.
	Storage map[string]string `json:"storage,omitempty"`
	// CPUs is "auto" (all that this process may use), "off" (no pinning), or
	// a cpuset such as "0-3,6". Server and client get disjoint parts of it.
	CPUs string `json:"cpus"`
}

// Launch names a way to get a server.
type Launch string

// The ways to get a server. LaunchAuto prefers a binary and falls back to a
// container.
const (
	LaunchAuto      Launch = "auto"
	LaunchBinary    Launch = "binary"
	LaunchContainer Launch = "container"
	LaunchAttach    Launch = "attach"
)

// Directive is one line of redis.conf: a name and its words. save and
// client-output-buffer-limit may occur several times. `save ""` has one empty
// word.
type Directive struct {
	Name string   `json:"name"`
	Args []string `json:"args"`
}

// Load says what is sent to a server in one cell.
type Load struct {
	// Tests are what Load.Test finds: names of the test catalogue, sets already
	// resolved, of Commands, and TestMix, in the order in which they run.
	Tests []string `json:"tests"`
	// Clients is the number of connections.
	Clients int `json:"clients"`
	// Pipeline is the number of requests that a connection sends at once.
	Pipeline int `json:"pipeline"`
	// Keyspace is the number of different keys that random keys are drawn
	// from, and how many keys tests that read find.
	Keyspace int `json:"keyspace"`
	// KeyDistribution says how keys are drawn, as ParseDistribution reads it;
	// "" is uniform.
	KeyDistribution string `json:"key_distribution,omitempty"`
	// ValueSize is the size of values in bytes.
	ValueSize Sizes `json:"value_size"`
	// ValuePattern says what values are made of, as ParsePattern reads it.
	ValuePattern string `json:"value_pattern"`
	// Transport is TransportTCP, TransportUnix or TransportTLS.
	Transport string `json:"transport"`
	// Protocol is the version of RESP that connections speak, 2 or 3; 0 is 2.
	Protocol int `json:"protocol,omitempty"`
	// Rate is how many requests a second are offered, over all connections,
	// whether or not the server keeps up (an open loop); a connection has at
	// most Pipeline of them outstanding. 0 sends the next request when the last
	// one is answered (a closed loop).
	Rate int64 `json:"rate,omitempty"`
	// Arrival is when requests of a Rate are due: ArrivalConstant (also "") or
	// ArrivalPoisson.
	Arrival string `json:"arrival,omitempty"`
	// Threads is how many threads drive the connections; 0 begins with one, and
	// has the warm-up add more while the client is the bottleneck and has a CPU
	// left. Connections with TransportTLS have no number of threads.
	Threads int `json:"threads,omitempty"`
	// Event is what the server is asked to do, or watched for, in each test: one
	// of EventNone (also ""), EventSave, EventRewrite and EventWatch.
	Event string `json:"event,omitempty"`
	// Mix makes the test TestMix: its parts are sent in one stream, at random
	// in proportion to their weights.
	Mix []MixPart `json:"mix,omitempty"`
	// Commands are tests of the spec's own, which Tests and Mix can name.
	Commands []OwnCommand `json:"commands,omitempty"`
	// Recorded are the tests of a load that another tool drove, under the names
	// that it gave them.
	Recorded []RecordedTest `json:"recorded,omitempty"`
	// Duration and Requests end the measured part of a test, whichever is
	// reached first; zero means no such bound. One of them is set.
	Duration time.Duration `json:"duration_ns"`
	Requests int64         `json:"requests,omitempty"`
	// Warmup is driven before the measured part and not counted.
	Warmup time.Duration `json:"warmup_ns"`
	// Crashes is how many crashes, or moments at which the power is lost, a
	// sample of such a trial has; 0 is DefaultCrashes. Duration bounds how long
	// is written before each.
	Crashes int `json:"crashes,omitempty"`
	// Cache is whether the files are in memory when a server is started again:
	// CacheWarm, which is also "", or CacheCold.
	Cache string `json:"cache,omitempty"`
	// Rewrite has the AOF rewritten before a server is stopped to be started
	// again.
	Rewrite bool `json:"rewrite,omitempty"`
	// Confirm is by what the writers of a crash or a loss of power take a write as
	// confirmed: ConfirmReply, which is also "", or ConfirmWaitAOF.
	Confirm string `json:"confirm,omitempty"`
}

// MixPart is a test of the catalogue or a command of the spec's own, and how
// often it is sent relative to the other parts of its mix.
type MixPart struct {
	Test   string `json:"test"`
	Weight int    `json:"weight"` // from 1
}

// OwnCommand is a command written in the spec, as a test of this name. Its
// words hold the placeholders that Test.Command has.
type OwnCommand struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// Transports. TransportTLS is TLS over TCP.
const (
	TransportTCP  = "tcp"
	TransportUnix = "unix"
	TransportTLS  = "tls"
)

// Arrivals: requests of a rate are due at equal intervals, or at random ones
// whose lengths are exponentially distributed, as those of many independent
// users are.
const (
	ArrivalConstant = "constant"
	ArrivalPoisson  = "poisson"
)

// Report says which tables a run's report holds.
type Report struct {
	// Tables in order. Empty: chosen from the axes that vary.
	Tables []TableSpec `json:"tables,omitempty"`
	// Files are names of reports that are written into the run's directory when
	// it ends, each in the format that its name ends in, such as report.xlsx.
	Files []string `json:"files,omitempty"`
}

// TableSpec asks for tables. Rows and Columns are axis names or "test". An axis
// with several values that is neither makes one table per value, unless Where
// picks one.
type TableSpec struct {
	Rows    string   `json:"rows"`
	Columns string   `json:"columns"`
	Where   Selector `json:"where,omitempty"`
	// Metric is what the cells show; MetricRPS where empty.
	Metric string `json:"metric,omitempty"`
	// Measures are the columns where each shows another metric, or another test;
	// there is no Columns and no Metric then.
	Measures []Measure `json:"measures,omitempty"`
}

// Measure is a metric of a test.
type Measure struct {
	Test   string `json:"test"`
	Metric string `json:"metric"`
}

// Metrics that a table can show. RPS is in requests a second, the latencies in
// milliseconds; with a rate they run from when a request was due, and those of
// the service from when it was sent. The CPU metrics are microseconds of CPU
// time a request, MetricServerBusy is the share of a CPU that the server used in
// percent, MetricMemoryPerKey the bytes that the server needed for each key of the
// test, MetricHitRate is the share of reads that found all that they asked for,
// MetricBandwidth the bytes sent and received, in MB a second. The next are of
// Sample.Persistence: bytes that the server wrote to storage for each request, and
// for each byte that was sent to it; syncs a second, and those a second that a
// write had to wait for; the sizes of AOF and RDB at the end, in MB.
// MetricRestart is in milliseconds, MetricLost and MetricLostWorst count confirmed
// writes that a crash took, in its median and its worst, and MetricLostTime the
// seconds of work that the worst took.
const (
	MetricRPS          = "rps"
	MetricMean         = "mean"
	MetricP50          = "p50"
	MetricP95          = "p95"
	MetricP99          = "p99"
	MetricP999         = "p99.9"
	MetricP9999        = "p99.99"
	MetricMax          = "max"
	MetricServiceP50   = "service_p50"
	MetricServiceP99   = "service_p99"
	MetricServerCPU    = "server_cpu"
	MetricServerBusy   = "server_busy"
	MetricClientCPU    = "client_cpu"
	MetricMemoryPerKey = "memory_per_key"
	MetricHitRate      = "hit_rate"
	MetricBandwidth    = "bandwidth"
	MetricRestart      = "restart"
	MetricLost         = "lost"
	MetricLostWorst    = "lost_worst"
	MetricLostTime     = "lost_time"

	MetricWrittenPerRequest  = "written_per_request"
	MetricWriteAmplification = "write_amplification"
	MetricFsyncs             = "fsyncs"
	MetricAOFDelayed         = "aof_delayed"
	MetricAOFSize            = "aof_size"
	MetricRDBSize            = "rdb_size"
)

// Metrics of an event (see Load.Event): requests a second and latencies in
// milliseconds during it and apart from it, by how much percent fewer requests
// came back during it, its duration in seconds, its fork in milliseconds, and the
// memory in MB that was copied since it was written to meanwhile.
const (
	MetricDuringRPS   = "during_rps"
	MetricApartRPS    = "apart_rps"
	MetricDip         = "dip"
	MetricDuringP99   = "during_p99"
	MetricApartP99    = "apart_p99"
	MetricDuringP999  = "during_p99.9"
	MetricApartP999   = "apart_p99.9"
	MetricDuringMax   = "during_max"
	MetricApartMax    = "apart_max"
	MetricEventTime   = "event_time"
	MetricForkTime    = "fork_time"
	MetricCopyOnWrite = "copy_on_write"
)

// AxisTest is the name under which the tests of a cell stand in tables and
// selectors, as if they were an axis.
const AxisTest = "test"

package matrix

import "time"

// Schema is the version of the run document that this program writes.
const Schema = 1

// Run is the document that holds spec, host, servers and results.
type Run struct {
	Schema int    `json:"schema"`
	Tool   string `json:"tool"` // version of redis-matrix
	ID     string `json:"id"`   // name and start time, such as "quickstart-20261130T190455Z"
	// State says how the run ended.
	State    State     `json:"state"`
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished,omitzero"`
	// Source is the spec as it was written, and Overrides the flags that
	// changed it; Digest is the SHA-256 of the resolved Spec.
	Source    string   `json:"source"`
	Overrides []string `json:"overrides,omitempty"`
	Digest    string   `json:"digest"`
	Plan      Plan     `json:"plan"`
	Host      Host     `json:"host"`
	// Servers maps a setup's ID to what ran for it.
	Servers map[string]ServerInfo `json:"servers"`
	// Results holds one entry per cell and test, in plan order.
	Results []Result `json:"results"`
	// Recorded says where the samples were read that another tool took; nil for a
	// run that was measured.
	Recorded []Recording `json:"recorded,omitempty"`
	// Stopped is why the run has fewer rounds than its spec allows; nil where it
	// has them all, or was interrupted.
	Stopped *Stop  `json:"stopped,omitempty"`
	Timing  Timing `json:"timing"`
	// Devices are what is known of the storages that the plan names, by name.
	Devices []Device `json:"devices,omitempty"`
	// Warnings hold for the whole run (one CPU, tmpfs, powersave governor).
	Warnings []Note `json:"warnings,omitempty"`

	index map[[2]string]int // of Results, by cell and test
}

// State is how a run stands.
type State string

// The states of a run.
const (
	StateRunning     State = "running" // or killed: only a finished run says otherwise
	StateComplete    State = "complete"
	StateInterrupted State = "interrupted"
	StateFailed      State = "failed" // stopped by an error of the runner itself
)

// Status is what can be said of a sample or a result.
type Status string

// The statuses of a result. A sample is never StatusNA.
const (
	StatusOK      Status = "ok"
	StatusNA      Status = "n/a"     // this server cannot do it
	StatusInvalid Status = "invalid" // measured, not to be trusted
	StatusFailed  Status = "failed"
	StatusMissing Status = "missing" // not measured: the run ended before
)

// Result is all samples of one test in one cell.
type Result struct {
	Cell   string `json:"cell"`
	Test   string `json:"test"`
	Status Status `json:"status"`
	// Reason says why the status is not ok, Remedy what the reader can do.
	Reason  string   `json:"reason,omitempty"`
	Remedy  string   `json:"remedy,omitempty"`
	Samples []Sample `json:"samples,omitempty"`
}

// Sample is what one test measured in one cell in one round.
type Sample struct {
	Cell    string    `json:"cell"`
	Test    string    `json:"test"`
	Round   int       `json:"round"` // from 1
	Status  Status    `json:"status"`
	Reason  string    `json:"reason,omitempty"`
	Remedy  string    `json:"remedy,omitempty"`
	Started time.Time `json:"started"`
	// Elapsed is the measured time in nanoseconds, from the first request sent
	// to the last reply received, on the monotonic clock.
	Elapsed time.Duration `json:"elapsed_ns"`
	// Requests counts replies, error replies included; RPS is the replies that
	// are no errors, a second.
	Requests int64   `json:"requests"`
	Errors   int64   `json:"errors"`
	Misses   int64   `json:"misses"`
	RPS      float64 `json:"rps"`
	// Hits counts the reads that found what they asked for; replies to writes
	// are neither hits nor misses.
	Hits int64 `json:"hits,omitempty"`
	// Offered is the rate that was asked for, in requests a second, and Unsent
	// how many of the requests that were due were never sent, since the server
	// was too far behind; both 0 in a closed loop.
	Offered float64 `json:"offered_rps,omitempty"`
	Unsent  int64   `json:"unsent,omitempty"`
	// Due is how many requests were due, sent or not, and Schedule the time that
	// they were due over, up to when a further one would have been: Due/Schedule
	// is the rate that was really offered, which chance makes differ from Offered
	// with times of arrival that are drawn. Schedule is 0 where sending ended
	// early, and both are in a closed loop.
	Due      int64         `json:"due,omitempty"`
	Schedule time.Duration `json:"schedule_ns,omitempty"`
	// Sent and Received are bytes on the wire.
	Sent     int64 `json:"sent_bytes"`
	Received int64 `json:"received_bytes"`
	// FirstError is the text of the first error reply.
	FirstError string `json:"first_error,omitempty"`
	// Latency is service time in a closed loop. With a rate it is response
	// time, from when a request was due; Service is then the service time.
	Latency Latency  `json:"latency"`
	Service *Latency `json:"service,omitempty"`
	// Commands are the parts of a mix, in its order.
	Commands []CommandSample `json:"commands,omitempty"`
	// Threads is how many threads drove the connections, and ThreadBusy the
	// share of its time, from 0 to 1, that the busiest of them used its CPU; 0
	// where unknown.
	Threads    int     `json:"threads,omitempty"`
	ThreadBusy float64 `json:"thread_busy,omitempty"`
	// ServerCPU and ClientCPU are CPU time used while measuring; zero where
	// unknown.
	ServerCPU time.Duration `json:"server_cpu_ns,omitempty"`
	ClientCPU time.Duration `json:"client_cpu_ns,omitempty"`
	// Memory is what the server needed for the keys that the test works on; nil
	// where Load.Tells says that it cannot be told.
	Memory *KeyMemory `json:"memory,omitempty"`
	// Persistence is what the server did to its storage meanwhile; nil where nothing
	// of that is known.
	Persistence *Persistence `json:"persistence,omitempty"`
	// Trial is what a test found that ended its server; nil for other tests. Of
	// what is measured of a load the sample then says nothing.
	Trial *Trial `json:"trial,omitempty"`
	// Events are the saves and rewrites that the server did meanwhile, where the
	// load watches for them; Timeline is what came back over time. During is what
	// came back in the slices that an event touches, Apart in all others, nil
	// where there are none.
	Events   []Event   `json:"events,omitempty"`
	Timeline *Timeline `json:"timeline,omitempty"`
	During   *Span     `json:"during,omitempty"`
	Apart    *Span     `json:"apart,omitempty"`
	// Asked is how many commands redis-matrix sent the server beside the load
	// while it measured, to watch it.
	Asked int64 `json:"-"`
	// Host is what the machine did meanwhile; nil where that is not told.
	Host *HostUse `json:"host,omitempty"`
	// Recorded is all that another tool told of what it measured: values by
	// metric, in the metric's unit. Where it is set the sample says nothing else.
	Recorded map[string]float64 `json:"recorded,omitempty"`
	// Notes qualify a number that is otherwise to be trusted.
	Notes []Note `json:"notes,omitempty"`
	// Voided says why earlier attempts were void, each for what others did on the
	// machine: the sample was then taken again, on a fresh server, and this one is
	// the last.
	Voided []Note `json:"voided,omitempty"`
}

// CommandSample is what a sample measured of one part of a mix, in the units of
// Sample.
type CommandSample struct {
	Test     string   `json:"test"`
	Requests int64    `json:"requests"`
	Errors   int64    `json:"errors"`
	Hits     int64    `json:"hits,omitempty"`
	Misses   int64    `json:"misses"`
	RPS      float64  `json:"rps"`
	Sent     int64    `json:"sent_bytes"`
	Received int64    `json:"received_bytes"`
	Latency  Latency  `json:"latency"`
	Service  *Latency `json:"service,omitempty"`
	// Recorded is as in Sample.
	Recorded map[string]float64 `json:"recorded,omitempty"`
}

// HostUse is what the machine that measured did between two readings of its
// counters: CPU time summed over all its CPUs, and traffic in bytes.
type HostUse struct {
	Interval time.Duration `json:"interval_ns"` // between the readings
	CPUs     int           `json:"cpus"`        // of the host
	User     time.Duration `json:"user_ns"`     // with nice
	System   time.Duration `json:"system_ns"`
	SoftIRQ  time.Duration `json:"softirq_ns"` // with hardware interrupts
	IOWait   time.Duration `json:"iowait_ns"`
	Steal    time.Duration `json:"steal_ns"` // given to others by the hypervisor
	// Switches counts context switches of all the host's threads.
	Switches int64 `json:"context_switches"`
	// Loopback is what went over the loopback interface, Received and
	// Transmitted what went over all others.
	Loopback    int64 `json:"loopback_bytes"`
	Received    int64 `json:"interface_received_bytes"`
	Transmitted int64 `json:"interface_transmitted_bytes"`
	// MHzBefore and MHzAfter are the mean clock of the CPUs; 0 where unknown.
	MHzBefore float64 `json:"mhz_before,omitempty"`
	MHzAfter  float64 `json:"mhz_after,omitempty"`
}

// Latency is a distribution of times that requests took, in nanoseconds.
type Latency struct {
	Mean float64 `json:"mean_ns"`
	Min  int64   `json:"min_ns"`
	P50  int64   `json:"p50_ns"`
	P95  int64   `json:"p95_ns"`
	P99  int64   `json:"p99_ns"`
	P999 int64   `json:"p99_9_ns"`
	// P9999 is 0 in documents of programs that did not record it.
	P9999 int64 `json:"p99_99_ns,omitempty"`
	Max   int64 `json:"max_ns"`
	// Overflow counts latencies beyond the histogram's range (60 s).
	Overflow int64 `json:"overflow,omitempty"`
	// Histogram is HdrHistogram's V2 compressed form in base64: 1 µs to 60 s
	// in nanoseconds, 3 significant digits.
	Histogram string `json:"histogram,omitempty"`
}

// Host describes the machine that measured.
type Host struct {
	Hostname string  `json:"hostname"`
	OS       string  `json:"os"`     // such as "Debian GNU/Linux 12 (bookworm)"
	Kernel   string  `json:"kernel"` // release
	Arch     string  `json:"arch"`
	CPUModel string  `json:"cpu_model"`
	CPUs     int     `json:"cpus"` // that this process may use
	MHz      float64 `json:"mhz,omitempty"`
	Memory   int64   `json:"memory_bytes"`
	// Virtual is the hypervisor or container, "" on bare metal.
	Virtual  string `json:"virtual,omitempty"`
	Governor string `json:"governor,omitempty"`
	THP      string `json:"transparent_huge_pages,omitempty"`
	// Overcommit is vm.overcommit_memory, Somaxconn net.core.somaxconn.
	Overcommit string `json:"overcommit_memory,omitempty"`
	Somaxconn  string `json:"somaxconn,omitempty"`
	// DataFS is the file system type of the servers' data directories.
	DataFS string `json:"data_fs,omitempty"`
	// ServerCPUs and ClientCPUs are the cpusets in force, "" without pinning.
	ServerCPUs string `json:"server_cpus,omitempty"`
	ClientCPUs string `json:"client_cpus,omitempty"`
	// SharedCore is true where CPUs of both are threads of one core.
	SharedCore bool `json:"shared_core,omitempty"`
}

// Timing says where a run's wall time went, summed over its sessions where it
// was resumed.
type Timing struct {
	Wall     time.Duration `json:"wall_ns"`
	Measured time.Duration `json:"measured_ns"`
	Warmup   time.Duration `json:"warmup_ns"`
	// Starting is the time until servers answered, Preparing the time spent
	// filling data sets; both are part of the overhead.
	Starting  time.Duration `json:"starting_ns"`
	Preparing time.Duration `json:"preparing_ns"`
}

// Overhead is the wall time that was neither measured nor warm-up.
func (t Timing) Overhead() time.Duration {
	return t.Wall - t.Measured - t.Warmup
}

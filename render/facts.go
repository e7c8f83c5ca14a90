package render

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"redismatrix/matrix"
)

// reportTitle is the spec's name, and how the run ended where that is not well.
func (s *source) reportTitle() string {
	name := s.spec.Name
	if name == "" {
		name = s.run.ID
	}
	if s.missing == 0 && s.run.State == matrix.StateComplete {
		return name
	}
	return saying(name, s.state())
}

// state says how the run stands: "interrupted: 12 of 240 samples missing".
func (s *source) state() string {
	state := string(s.run.State)
	switch s.run.State {
	case matrix.StateRunning:
		state = "running or killed"
	case "":
		state = "state unknown"
	}
	if s.missing > 0 {
		return fmt.Sprintf("%s: %s of %s missing", state, grouped(float64(s.missing), 0), plural(s.planned, "sample"))
	}
	return state
}

// count counts the samples that the plan asks for, and those of them that the run
// does not hold.
func (s *source) count() {
	for _, p := range s.tests() {
		if s.result(p).Status != matrix.StatusNA {
			s.planned += s.run.Rounds()
		}
	}
	s.missing = len(s.run.Missing())
}

// facts are what a reader needs to judge the numbers, in the order in which
// one asks.
func (s *source) facts() []Fact {
	run := s.run
	facts := []Fact{{"run", saying(run.ID, s.state(), s.troubles())}}
	facts = append(facts, s.serverFacts()...)
	facts = append(facts,
		Fact{"host", hostPhrase(run.Host)},
	)
	facts = append(facts, s.deviceFacts()...)
	facts = append(facts,
		Fact{"pinning", s.pinningPhrase()},
		Fact{"client", s.clientPhrase()},
		Fact{"host use", s.hostUsePhrase()},
		Fact{"measured again", s.againPhrase()},
		Fact{"recorded", s.recordedPhrase()},
		Fact{"when", whenPhrase(run)},
		Fact{"spec", s.specPhrase()},
		Fact{"rounds", run.Ending()},
		Fact{"timing", timingPhrase(run.Timing)},
		Fact{"verdicts", s.verdictPhrase()},
		Fact{"changes", s.changePhrase()},
		Fact{"tool", toolPhrase(run.Tool)},
	)
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

// recordedPhrase says where the numbers were read that others have measured.
func (s *source) recordedPhrase() string {
	var tools, files []string
	parts := map[string][]int{} // one may be in several cells
	for _, r := range s.run.Recorded {
		tools, files = append(tools, r.Tool), append(files, r.Source)
		parts[r.Source] = append(parts[r.Source], r.Part)
	}
	tools, files = unique(tools), unique(files)
	if len(files) == 0 {
		return ""
	}
	const most = 4
	named := mapEach(files[:min(len(files), most)], func(file string) string {
		return plural(len(unique(parts[file])), "recording") + " in " + filepath.Base(file)
	})
	if left := len(files) - most; left > 0 {
		named = append(named, plural(left, "more file"))
	}
	return strings.Join(tools, ", ") + ": " + strings.Join(named, ", ") + "; by whom, when and on what machine is not known"
}

// troubles counts the results that have no number: "results: 2 failed, 1
// invalid".
func (s *source) troubles() string {
	count := map[matrix.Status]int{}
	for _, p := range s.tests() {
		count[s.result(p).Status]++
	}
	var parts []string
	for _, status := range []matrix.Status{matrix.StatusFailed, matrix.StatusInvalid, matrix.StatusNA} {
		if count[status] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", grouped(float64(count[status]), 0), status))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "results: " + strings.Join(parts, ", ")
}

// serverFacts say what was really run, each server once.
func (s *source) serverFacts() []Fact {
	var facts []Fact
	for _, setup := range s.run.Plan.Setups {
		info, ran := s.run.Servers[setup.ID]
		if !ran || info.Version == "" {
			continue
		}
		fact := Fact{info.Name(), serverPhrase(info)}
		if !slices.Contains(facts, fact) {
			facts = append(facts, fact)
		}
	}
	return facts
}

func serverPhrase(info matrix.ServerInfo) string {
	digest, build := "", ""
	if info.Digest != "" {
		digest = "sha256 " + short(info.Digest)
	}
	if info.Build != "" {
		build = "build " + info.Build
	}
	return saying(strings.TrimSpace(string(info.Launch)+" "+info.Path), digest, build, info.Allocator)
}

func hostPhrase(host matrix.Host) string {
	cpus, memory, kernel := "", "", ""
	if host.CPUs > 0 {
		cpus = plural(host.CPUs, "CPU")
	}
	if host.Memory > 0 {
		memory = bytesPhrase(host.Memory)
	}
	if host.Kernel != "" {
		kernel = "kernel " + host.Kernel
	}
	return saying(host.Hostname, host.OS, kernel, host.CPUModel, cpus, memory, host.Virtual)
}

// pinningPhrase says where servers and client ran: "server on CPU 0 · client on
// CPU 1", each server by name where they differ.
func (s *source) pinningPhrase() string {
	host := s.run.Host
	if host == (matrix.Host{}) {
		return ""
	}
	if host.ServerCPUs == "" && host.ClientCPUs == "" {
		return "none"
	}
	var places, servers []string
	for _, setup := range s.run.Plan.Setups {
		if info := s.run.Servers[setup.ID]; info.Version != "" {
			place := pinned(info.CPUs)
			if info.CPUs == "" && info.Launch == matrix.LaunchAttach {
				place += " (attached)"
			}
			places, servers = append(places, place), append(servers, info.Name()+" "+place)
		}
	}
	switch len(unique(places)) {
	case 0: // none has run yet
		servers = []string{"server " + pinned(host.ServerCPUs)}
	case 1:
		servers = []string{"server " + places[0]}
	}
	return saying(append(unique(servers), "client "+pinned(host.ClientCPUs))...)
}

func pinned(cpus string) string {
	if cpus == "" {
		return "not pinned"
	}
	return "on CPU " + cpus
}

func whenPhrase(run *matrix.Run) string {
	if run.Started.IsZero() || run.Recorded != nil {
		return ""
	}
	started := run.Started.UTC().Format("2006-01-02 15:04:05")
	if run.Finished.IsZero() {
		return started + " UTC"
	}
	end := "15:04:05 UTC"
	if run.Finished.UTC().YearDay() != run.Started.UTC().YearDay() {
		end = "2006-01-02 15:04:05 UTC"
	}
	return started + " to " + run.Finished.UTC().Format(end)
}

func (s *source) specPhrase() string {
	if s.run.Recorded != nil {
		return "" // nobody wrote one
	}
	digest := ""
	if s.run.Digest != "" {
		digest = "sha256 " + short(s.run.Digest)
	}
	return saying(s.spec.Name, digest, counted(s.spec.RoundsText(), "round"), fmt.Sprintf("seed %d", s.spec.Seed),
		strings.Join(s.run.Overrides, " "))
}

// timingPhrase says what part of the wall time was not spent measuring, and
// what part where warming up is no measuring either.
func timingPhrase(timing matrix.Timing) string {
	if timing.Wall <= 0 {
		return ""
	}
	return saying("wall "+lasting(timing.Wall), "measured "+lasting(timing.Measured), "warm-up "+lasting(timing.Warmup),
		fmt.Sprintf("overhead %s (%s; %s with warm-up)", lasting(timing.Overhead()),
			share(timing.Overhead(), timing.Wall), share(timing.Wall-timing.Measured, timing.Wall)))
}

// share is a part of the whole, in percent.
func share(part, whole time.Duration) string { return percent(float64(part) / float64(whole)) }

// percent is a fraction in percent, with two digits at least: "5.1 %".
func percent(fraction float64) string {
	if fraction *= 100; math.Abs(fraction) < 9.95 {
		return fmt.Sprintf("%.1f %%", fraction)
	}
	return fmt.Sprintf("%.0f %%", fraction)
}

func toolPhrase(version string) string {
	if version == "" {
		return ""
	}
	return "redis-matrix " + version
}

package launch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxCPU is the highest number of a CPU that a cpuset may name.
const maxCPU = 1023

// SplitCPUs divides a spec's cpus ("auto", "off", "0-3") into the cpuset of
// servers, which gets the first half and one CPU at least, and that of the
// client. Cores stay whole, since the threads of one slow each other down; only
// where there is but one core, its threads are divided: see ShareCore. "auto"
// means all CPUs that this process may use; an error names a CPU that it may
// not use. Both are "" where nothing can be pinned: "off", a single CPU, or a
// system without pinning.
func SplitCPUs(cpus string) (server, client string, err error) {
	if cpus == "off" {
		return "", "", nil
	}
	allowed, err := allowedCPUs()
	if err != nil {
		return "", "", err
	}
	if cpus != "auto" && cpus != "" {
		if allowed, err = pick(cpus, allowed); err != nil {
			return "", "", err
		}
	}
	server, client = topology(sysCPUs).split(allowed)
	return server, client, nil
}

// pick reads a cpuset and checks that all of it is allowed.
func pick(cpus string, allowed []int) ([]int, error) {
	picked, err := parseCPUs(cpus)
	if err != nil {
		return nil, err
	}
	for _, cpu := range picked {
		if !slices.Contains(allowed, cpu) {
			return nil, fmt.Errorf("use cpus %q: CPU %d is not available to this process; %s", cpus, cpu, availability(allowed))
		}
	}
	return picked, nil
}

func availability(allowed []int) string {
	if len(allowed) == 0 {
		return `this system cannot pin processes: use "auto" or "off"`
	}
	return "available are " + formatCPUs(allowed)
}

// parseCPUs reads a cpuset such as "0-3,6" into ascending numbers, each once.
func parseCPUs(text string) ([]int, error) {
	var cpus []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, ranged := strings.Cut(part, "-")
		if !ranged {
			last = first
		}
		low, high, ok := cpuRange(first, last)
		if !ok {
			return nil, fmt.Errorf(`read cpus %q: %q is no CPU and no range of CPUs; accepted: "auto", "off", or a set such as "0-3,6"`, text, part)
		}
		for cpu := low; cpu <= high; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	slices.Sort(cpus)
	return slices.Compact(cpus), nil
}

func cpuRange(first, last string) (low, high int, ok bool) {
	low, errLow := strconv.Atoi(strings.TrimSpace(first))
	high, errHigh := strconv.Atoi(strings.TrimSpace(last))
	return low, high, errLow == nil && errHigh == nil && 0 <= low && low <= high && high <= maxCPU
}

// formatCPUs writes ascending CPU numbers as a cpuset: [0 1 2 6] is "0-2,6".
func formatCPUs(cpus []int) string {
	var parts []string
	for i := 0; i < len(cpus); {
		next := i + 1
		for next < len(cpus) && cpus[next] == cpus[next-1]+1 {
			next++
		}
		part := strconv.Itoa(cpus[i])
		if next-i > 1 {
			part += "-" + strconv.Itoa(cpus[next-1])
		}
		parts = append(parts, part)
		i = next
	}
	return strings.Join(parts, ",")
}

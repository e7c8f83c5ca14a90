package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sysCPUs is where Linux tells of its CPUs.
const sysCPUs = topology("/sys/devices/system/cpu")

// topology is a directory that tells which CPUs are threads of one core.
type topology string

// ShareCore reports whether a CPU of the cpuset server and one of the cpuset
// client are threads of one core, so that they slow each other down. What
// cannot be told, and "", shares none.
func ShareCore(server, client string) bool {
	return sysCPUs.share(server, client)
}

func (t topology) share(server, client string) bool {
	servers, errServer := parseCPUs(server)
	clients, errClient := parseCPUs(client)
	if errServer != nil || errClient != nil {
		return false
	}
	return slices.ContainsFunc(servers, func(cpu int) bool {
		return slices.ContainsFunc(t.siblings(cpu), func(sibling int) bool { return slices.Contains(clients, sibling) })
	})
}

// split divides ascending CPUs into two cpusets, by whole cores where there are
// two or more, otherwise by threads. Fewer than two CPUs cannot be divided.
func (t topology) split(cpus []int) (server, client string) {
	if len(cpus) < 2 {
		return "", ""
	}
	cores := t.cores(cpus)
	if len(cores) == 1 {
		half := len(cpus) / 2
		return formatCPUs(cpus[:half]), formatCPUs(cpus[half:])
	}
	half := len(cores) / 2
	return formatCores(cores[:half]), formatCores(cores[half:])
}

func formatCores(cores [][]int) string {
	cpus := slices.Concat(cores...)
	slices.Sort(cpus)
	return formatCPUs(cpus)
}

// cores groups ascending CPUs by the core that they are threads of, in the
// order of each core's first.
func (t topology) cores(cpus []int) [][]int {
	var cores [][]int
	at := map[int]int{} // of a core in cores, by each of its CPUs
	for _, cpu := range cpus {
		i, known := at[cpu]
		if !known {
			i = len(cores)
			cores = append(cores, nil)
			for _, sibling := range t.siblings(cpu) {
				at[sibling] = i
			}
		}
		cores[i] = append(cores[i], cpu)
	}
	return cores
}

// siblings are the CPUs that are threads of cpu's core, cpu among them. Where
// that cannot be read, cpu has its core to itself.
func (t topology) siblings(cpu int) []int {
	text, err := os.ReadFile(filepath.Join(string(t), fmt.Sprintf("cpu%d", cpu), "topology", "thread_siblings_list"))
	if err != nil {
		return []int{cpu}
	}
	siblings, err := parseCPUs(strings.TrimSpace(string(text)))
	if err != nil || !slices.Contains(siblings, cpu) {
		return []int{cpu}
	}
	return siblings
}

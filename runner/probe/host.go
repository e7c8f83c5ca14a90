package probe

import (
	"context"
	"os"
	"runtime"
	"strings"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/disk"
	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/mem"

	"redismatrix/matrix"
)

// Host describes this machine. dataDir is where servers keep their data. What
// cannot be found out stays empty.
func Host(ctx context.Context, dataDir string) matrix.Host {
	h := matrix.Host{Arch: runtime.GOARCH, OS: runtime.GOOS, CPUs: runtime.NumCPU(), Virtual: tree("/").virtual()}
	if info, err := host.InfoWithContext(ctx); err == nil {
		h.Hostname, h.Kernel = info.Hostname, info.KernelVersion
	}
	if cpus, err := cpu.InfoWithContext(ctx); err == nil && len(cpus) > 0 {
		h.CPUModel, h.MHz = strings.Join(strings.Fields(cpus[0].ModelName), " "), cpus[0].Mhz
	}
	if memory, err := mem.VirtualMemoryWithContext(ctx); err == nil {
		h.Memory = int64(memory.Total)
	}
	if usage, err := disk.UsageWithContext(ctx, dataDir); err == nil {
		h.DataFS = usage.Fstype
	}
	kernelSettings(&h)
	return h
}

// kernelSettings reads the settings that change Redis' speed; they exist on
// Linux only.
func kernelSettings(h *matrix.Host) {
	if name := strings.Trim(readLine("/etc/os-release", "PRETTY_NAME="), `"`); name != "" {
		h.OS = name
	}
	h.Governor = first("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	h.THP = bracketed(first("/sys/kernel/mm/transparent_hugepage/enabled"))
	h.Overcommit = first("/proc/sys/vm/overcommit_memory")
	h.Somaxconn = first("/proc/sys/net/core/somaxconn")
}

// first is a file's first line, "" where it cannot be read.
func first(path string) string { return readLine(path, "") }

// readLine is what follows prefix on the first line that starts so.
func readLine(path, prefix string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(strings.TrimSpace(line), prefix); found {
			return rest
		}
	}
	return ""
}

// bracketed is the word in brackets, as in "always [madvise] never".
func bracketed(text string) string {
	_, rest, _ := strings.Cut(text, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

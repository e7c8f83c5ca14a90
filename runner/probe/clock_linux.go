package probe

import (
	"strconv"
	"strings"
)

// mhz is the mean clock of CPUs: what cpufreq says, else /proc/cpuinfo; 0 where
// neither knows it of all of them.
func (t tree) mhz(cpus []int) float64 {
	of := func(cpu int) float64 {
		return float64(number(t.read(ofCPU(cpu, "cpufreq/scaling_cur_freq")))) / 1000 // of kHz
	}
	if mean := meanOf(cpus, of); mean > 0 {
		return mean
	}
	clocks := parseClocks(t.read("proc/cpuinfo"))
	return meanOf(cpus, func(cpu int) float64 { return clocks[cpu] })
}

// meanOf is the mean over CPUs of what is above 0; 0 where it is not for one of
// them, or there are none.
func meanOf(cpus []int, of func(cpu int) float64) float64 {
	sum := 0.0
	for _, cpu := range cpus {
		one := of(cpu)
		if !(one > 0) {
			return 0
		}
		sum += one
	}
	return sum / max(1, float64(len(cpus)))
}

// parseClocks reads the clocks of CPUs in MHz, by their numbers, from
// /proc/cpuinfo. Only some architectures write them, x86 among them.
func parseClocks(text string) map[int]float64 {
	clocks := map[int]float64{}
	cpu := -1
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(name) {
		case "processor":
			cpu = -1
			if n, err := strconv.Atoi(value); err == nil {
				cpu = n
			}
		case "cpu MHz":
			if mhz, err := strconv.ParseFloat(value, 64); err == nil && cpu >= 0 {
				clocks[cpu] = mhz
			}
		}
	}
	return clocks
}

// overheated counts how often CPUs, or the packages that they are in, slowed
// down since they were too hot. Only Intel's drivers count it.
func (t tree) overheated(cpus []int) int64 {
	var sum int64
	for _, cpu := range cpus {
		sum += number(t.read(ofCPU(cpu, "thermal_throttle/core_throttle_count"))) +
			number(t.read(ofCPU(cpu, "thermal_throttle/package_throttle_count")))
	}
	return sum
}

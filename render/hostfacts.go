package render

import (
	"slices"

	"redismatrix/matrix"
)

// hostFacts are what is known of the machine that measured, a fact a row; none
// where nothing is.
func (s *source) hostFacts() []Fact {
	host := s.run.Host
	if host == (matrix.Host{}) {
		return nil
	}
	facts := []Fact{
		{"host", host.Hostname},
		{"operating system", host.OS},
		{"kernel", host.Kernel},
		{"architecture", host.Arch},
		{"CPU model", host.CPUModel},
		{"CPUs", whole(int64(host.CPUs), "")},
		{"CPU clock", whole(int64(host.MHz), " MHz")},
		{"CPU governor", host.Governor},
		{"memory", memoryPhrase(host.Memory)},
		{"hypervisor or container", host.Virtual},
		{"transparent huge pages", host.THP},
		{"vm.overcommit_memory", host.Overcommit},
		{"net.core.somaxconn", host.Somaxconn},
		{"file system of the data", host.DataFS},
		{"CPUs of servers", host.ServerCPUs},
		{"CPUs of the client", host.ClientCPUs},
		{"pinning", s.pinningPhrase()},
		{"client", s.clientPhrase()},
		{"host use while measuring", s.hostUsePhrase()},
		{"measured again", s.againPhrase()},
	}
	facts = append(facts, s.deviceFacts()...)
	if host.SharedCore {
		facts = append(facts, Fact{"shared core", "CPUs of server and client are threads of one core"})
	}
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

// whole is a number with its unit, "" for 0.
func whole(n int64, unit string) string {
	if n <= 0 {
		return ""
	}
	return grouped(float64(n), 0) + unit
}

// memoryPhrase is a size of memory, "" for 0.
func memoryPhrase(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return bytesPhrase(bytes) + " (" + whole(bytes, " bytes") + ")"
}

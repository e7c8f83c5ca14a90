package runner

import (
	"fmt"

	"redismatrix/matrix"
)

// MismatchError says that what is here is not what a run was measured on
// before, so that its samples cannot be put beside new ones.
type MismatchError struct{ What, Was, Is string }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s was %s and is now %s: start a new run", e.What, e.Was, e.Is)
}

// SameHost tells whether a run of one host can go on on another: it cannot
// where anything that changes speed differs. The error is a MismatchError.
func SameHost(was, is matrix.Host) error {
	for _, fact := range []struct{ what, was, is string }{
		{"the host", was.Hostname, is.Hostname},
		{"the kernel", was.Kernel, is.Kernel},
		{"the CPU model", was.CPUModel, is.CPUModel},
		{"the number of CPUs", fmt.Sprint(was.CPUs), fmt.Sprint(is.CPUs)},
		{"the memory in bytes", fmt.Sprint(was.Memory), fmt.Sprint(is.Memory)},
		{"the data directories' file system", was.DataFS, is.DataFS},
		{"the server's cpuset", was.ServerCPUs, is.ServerCPUs},
		{"the client's cpuset", was.ClientCPUs, is.ClientCPUs},
	} {
		if fact.was != fact.is {
			return &MismatchError{What: fact.what, Was: fact.was, Is: fact.is}
		}
	}
	return nil
}

//go:build unix && !linux

package launch

import "errors"

var errNoPinning = errors.New(`this system cannot pin processes: use cpus "auto" or "off"`)

// allowedCPUs is empty: nothing can be pinned here.
func allowedCPUs() ([]int, error) { return nil, nil }

func pinThread(cpus string) error { return PinClient(cpus) }

func checkPinned(int, string) error { return nil }

// PinClient confines this process to a cpuset, which cannot be done here; ""
// does nothing.
func PinClient(cpus string) error {
	if cpus == "" {
		return nil
	}
	return errNoPinning
}

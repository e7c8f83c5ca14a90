//go:build !linux

package probe

import "redismatrix/matrix"

// machine reads the counters of this process; a host that is not Linux gives no
// others.
type machine struct{}

func newMachine(int) machine { return machine{} }

func (machine) read(c *matrix.Counters) { c.ClientCPU = processCPU() }

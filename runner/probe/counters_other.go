//go:build !linux

package probe

import "redismatrix/matrix"

// hostCounters adds the counters of this process; a host that is not Linux
// gives no others.
func hostCounters(c *matrix.Counters) { c.ClientCPU = processCPU() }

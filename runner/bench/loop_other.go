//go:build !linux

package bench

import "net"

// newEngine is the portable engine where there is no faster one.
func newEngine(conns []net.Conn) (engine, error) { return newPortable(conns), nil }

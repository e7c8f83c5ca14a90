package runner

import (
	"context"
	"net"
	"slices"

	"redismatrix/matrix"
)

// isLocal reports that an endpoint is on this host: a socket, an address that is
// one of this host's own, or a server that was started here, in a container too.
func isLocal(ctx context.Context, at matrix.Endpoint) bool {
	if at.Owned || at.Network == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(at.Address)
	if err != nil || host == "" { // as Go dials it
		return err == nil
	}
	found, err := net.DefaultResolver.LookupIPAddr(ctx, host)
	if err != nil {
		return false
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		own = nil // loopback is known without
	}
	return slices.ContainsFunc(found, func(addr net.IPAddr) bool { return isOwn(addr.IP, own) })
}

// isOwn reports that an address is loopback, or one of the interfaces'.
func isOwn(ip net.IP, interfaces []net.Addr) bool {
	return ip.IsLoopback() || slices.ContainsFunc(interfaces, func(addr net.Addr) bool {
		own, ok := addr.(*net.IPNet)
		return ok && own.IP.Equal(ip)
	})
}

// endpoint is where the server is, with the CPUs that are not to be taken from
// it: its own, or where those are not known all that this process may use.
func (d driven) endpoint() matrix.Endpoint {
	at := d.Endpoint()
	seen := evidence{server: d.info(), host: d.host, local: d.local, after: d.first}
	if at.CPUs = seen.serverCPUs(); d.local && len(at.CPUs) == 0 {
		at.CPUs = seen.clientCPUs()
	}
	return at
}

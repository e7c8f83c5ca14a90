package probe

import (
	"os"
	"strings"

	"redismatrix/matrix"
)

// loopback is the name of the loopback interface.
const loopback = "lo"

// link is a network interface and the bytes that went over it.
type link struct {
	name                  string
	received, transmitted int64
}

// traffic adds the bytes that went over the network interfaces. Beside loopback
// those count that have a device: what goes over a bridge, a bond, a VLAN, a
// tunnel or a container's veth goes over one of these too, or does not leave the
// host. Where none has a device, as in a container, all count.
func (t tree) traffic(c *matrix.Counters) {
	links := parseLinks(t.read("proc/net/dev"))
	devices := false
	for _, l := range links {
		devices = devices || t.hasDevice(l.name)
	}
	for _, l := range links {
		switch {
		case l.name == loopback:
			c.Loopback = l.received // as much is transmitted
		case !devices || t.hasDevice(l.name):
			c.Received += l.received
			c.Transmitted += l.transmitted
		}
	}
}

func (t tree) hasDevice(name string) bool {
	_, err := os.Stat(t.path("sys/class/net/" + name + "/device"))
	return err == nil
}

// parseLinks reads /proc/net/dev (proc(5)): two lines of heads, then for each
// interface its name, 8 numbers of what was received, and as many of what was
// transmitted, bytes first.
func parseLinks(text string) []link {
	var links []link
	for line := range strings.Lines(text) {
		name, rest, found := strings.Cut(line, ":")
		words := strings.Fields(rest)
		if name = strings.TrimSpace(name); !found || len(words) < 9 || strings.Contains(name, "/") {
			continue
		}
		links = append(links, link{name, number(words[0]), number(words[8])})
	}
	return links
}

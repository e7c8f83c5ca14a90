package matrix

import (
	"maps"
	"slices"
	"strings"
)

// server reads how servers are started.
func (d *decoder) server(n *node) {
	s := &d.spec.Server
	launch := string(s.Launch)
	d.mapping(n, []field{
		{"launch", d.textInto(&launch, launchForm)},
		{"config", d.config},
		{"servers", d.locations},
		{"cpus", d.textInto(&s.CPUs, cpusForm)},
	})
	s.Launch = Launch(launch)
}

// locations reads where versions are to be found.
func (d *decoder) locations(n *node) {
	d.servers = n
	for _, p := range d.pairs(n) {
		if !d.scalar(p.value) {
			continue
		}
		if _, ok, err := parseLocation(p.value.text); err != nil || !ok {
			message := "not a place"
			if err != nil {
				message = err.Error()
			}
			d.reportf(p.value, `accepted are a path with a "/", "image:NAME" and "attach:HOST:PORT"`, "%s", message)
			continue
		}
		if d.spec.Server.Servers == nil {
			d.spec.Server.Servers = map[string]string{}
		}
		d.spec.Server.Servers[p.key.text] = p.value.text
	}
}

// checkServers reports places of versions that no cell has. A version that an
// override took away may keep its place.
func (d *decoder) checkServers() {
	versions := d.axis(AxisVersion)
	if d.servers == nil || versions == nil {
		return
	}
	known := slices.Collect(maps.Values(versions.byForm))
	for _, n := range versions.nodes {
		known = append(known, n.text)
	}
	for _, p := range d.servers.pairs {
		if slices.Contains(known, p.key.text) || d.replacedVersion(p.key.text) {
			continue
		}
		d.reportf(p.key, "name a version as the axis spells it: "+strings.Join(versions.values, ", "),
			"not on the version axis")
	}
}

func (d *decoder) replacedVersion(text string) bool {
	old := d.replaced[AxisVersion]
	if old == nil {
		return false
	}
	for _, item := range old.items {
		if item.text == text {
			return true
		}
	}
	return false
}

// checkAttached reports what cannot be done with running servers: they are
// never started or reconfigured.
func (d *decoder) checkAttached(root *node) {
	launches, at := d.launches(root)
	attached := d.attached()
	if len(attached) > 0 {
		d.checkFixedAxes()
	}
	for _, launch := range launches {
		started := launch == string(LaunchBinary) || launch == string(LaunchContainer)
		if started && len(attached) > 0 {
			d.reportf(attached[0], "launch must be auto or attach for it", "launch %s cannot start a running server", launch)
		}
		if launch == string(LaunchAttach) {
			d.checkAddresses(at)
		}
	}
}

// launches are the spec's launch modes, and where they are written.
func (d *decoder) launches(root *node) ([]string, *node) {
	if a := d.axis(AxisLaunch); a != nil {
		return a.values, a.key
	}
	at := root.find("server").find("launch")
	return []string{string(d.spec.Server.Launch)}, at
}

// attached are the addresses of running servers.
func (d *decoder) attached() []*node {
	var nodes []*node
	if d.servers == nil {
		return nil
	}
	for _, p := range d.servers.pairs {
		if strings.HasPrefix(p.value.text, attachPrefix) {
			nodes = append(nodes, p.value)
		}
	}
	return nodes
}

// checkFixedAxes reports axes that would change a running server.
func (d *decoder) checkFixedAxes() {
	for _, a := range d.axes {
		if ServerAxis(a.name) && a.name != AxisVersion && a.name != AxisLaunch {
			d.reportf(a.key, "leave the axis out, or name a binary or an image in server.servers",
				"an attached server is never reconfigured")
		}
	}
}

// checkAddresses reports versions that launch attach has no address for.
func (d *decoder) checkAddresses(at *node) {
	versions := d.axis(AxisVersion)
	if versions == nil || at == nil {
		return
	}
	for _, version := range versions.values {
		if !strings.HasPrefix(d.spec.Server.Servers[version], attachPrefix) {
			d.reportf(at, `add "attach:HOST:PORT" for it to server.servers`,
				"no address to attach to for version %s", quoteShort(version))
		}
	}
}

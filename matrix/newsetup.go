package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// defaultSetup is the ID of the one setup of a spec without server axes.
const defaultSetup = "default"

// setup is the index of the cell's setup, which is made where it is not there
// yet.
func (u *unfolding) setup(cell Cell) (int, error) {
	id := identify(cell.Coordinates, ServerAxis)
	if id == "" {
		id = defaultSetup
	}
	if i, ok := u.setups[id]; ok {
		return i, nil
	}
	setup, err := newSetup(u.plan.Spec, cell)
	if err != nil {
		return 0, err
	}
	version := setup.Server.Version
	if u.known != nil {
		if exact, ok := u.known(setup.Server); ok {
			version = exact
		}
	}
	setup.ID = id
	setup.NA = setup.unsupported(version)
	if u.told != nil {
		if settled, known := u.told.setups[id]; known {
			setup.NA = settled
		}
	}
	i := len(u.plan.Setups)
	u.plan.Setups = append(u.plan.Setups, setup)
	u.exact = append(u.exact, version)
	u.setups[id] = i
	return i, nil
}

// newSetup is the server-side part of a cell.
func newSetup(spec *Spec, cell Cell) (Setup, error) {
	ref, err := serverRef(spec, cell.Value(AxisVersion))
	if err != nil {
		return Setup{}, err
	}
	launch, err := launchOf(spec, cell.Value(AxisLaunch), ref)
	if err != nil {
		return Setup{}, err
	}
	var c config
	c.setLines(spec.Server.Config)
	for _, at := range cell.Coordinates {
		if err := c.setAxis(at.Axis, at.Value); err != nil {
			return Setup{}, err
		}
	}
	// A server that is attached to is taken as it is.
	if launch != LaunchAttach {
		c.fillIn()
	}
	return Setup{
		Server: ref, Launch: launch, Config: c.directives(), CPUs: spec.Server.CPUs, Storage: spec.storageOf(cell.Value(AxisStorage)),
	}, nil
}

// Servers allow so many connections where maxclients is not set. Beside a load's
// the program has some that control and probe, and those of the last cell may
// not all be closed yet.
const (
	defaultMaxClients = 10_000
	otherConnections  = 128
)

// serve makes a setup such that a load can reach its server.
func (u *unfolding) serve(setup *Setup, load Load) {
	setup.TLS = setup.TLS || load.Transport == TransportTLS
	need := load.Clients + otherConnections
	if need <= defaultMaxClients || setup.Launch == LaunchAttach || u.plan.Spec.setsMaxClients() {
		return
	}
	i := slices.IndexFunc(setup.Config, func(d Directive) bool { return d.Name == directiveMaxClients })
	if i < 0 {
		i = len(setup.Config)
		setup.Config = append(setup.Config, Directive{Name: directiveMaxClients, Args: []string{"0"}})
	}
	if n, err := strconv.Atoi(setup.Config[i].Args[0]); err == nil && n < need {
		setup.Config[i].Args = []string{strconv.Itoa(need)}
	}
}

// setsMaxClients reports whether the spec says itself how many connections
// servers allow.
func (s *Spec) setsMaxClients() bool {
	return slices.ContainsFunc(s.Server.Config, func(d Directive) bool { return Portable(d).Name == directiveMaxClients }) ||
		slices.ContainsFunc(s.Axes, func(a Axis) bool { return a.Name == configAxis+directiveMaxClients })
}

// serverRef reads a value of the version axis. Without that axis anything that
// runs here will do.
func serverRef(spec *Spec, text string) (ServerRef, error) {
	if text == "" {
		return ServerRef{Kind: RefVersion}, nil
	}
	return ParseServerRef(text, spec.Server.Servers[text])
}

// launchOf settles LaunchAuto where the reference leaves no choice.
func launchOf(spec *Spec, value string, ref ServerRef) (Launch, error) {
	launch := Launch(value)
	if value == "" {
		launch = spec.Server.Launch
	}
	switch launch {
	case LaunchBinary, LaunchContainer, LaunchAttach:
		return launch, nil
	case LaunchAuto, "":
		return ref.launch(), nil
	}
	return "", fmt.Errorf("read launch %q; accepted are %s, %s, %s, %s",
		launch, LaunchAuto, LaunchBinary, LaunchContainer, LaunchAttach)
}

// launch is the one way to get what the reference points at, or LaunchAuto.
func (r ServerRef) launch() Launch {
	switch r.Kind {
	case RefBinary:
		return LaunchBinary
	case RefImage:
		return LaunchContainer
	case RefAttach:
		return LaunchAttach
	}
	return LaunchAuto
}

// unsupported says why a server of the version cannot be set up so, "" where
// it can.
func (s Setup) unsupported(v Version) string {
	var reasons []string
	if way := s.Server.launch(); way != LaunchAuto && s.Launch != way {
		reasons = append(reasons, fmt.Sprintf("%s is not to be had by launch %s", s.Server.place(), s.Launch))
	}
	if s.Launch == LaunchAttach && s.Server.Kind == RefVersion {
		reasons = append(reasons, fmt.Sprintf(`launch attach needs an address: server.servers: {%q: "attach:HOST:PORT"}`, s.Server.Text))
	}
	said := map[string]bool{}
	for _, d := range s.Config {
		if reason := Unsupported(v, d); reason != "" && !said[reason] {
			said[reason] = true
			reasons = append(reasons, reason)
		}
	}
	return strings.Join(reasons, "; ")
}

// place is where a reference points, as a spec writes it.
func (r ServerRef) place() string {
	switch r.Kind {
	case RefImage:
		return imagePrefix + r.Location
	case RefAttach:
		return attachPrefix + r.Location
	}
	return r.Location
}

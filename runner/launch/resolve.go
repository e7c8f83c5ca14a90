package launch

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// Resolve says which server among found a setup is run on. The error says what
// is here instead, and how to get what was asked for.
func Resolve(found []Installed, setup matrix.Setup) (Installed, error) {
	ref := setup.Server
	kind, prefix := matrix.LaunchAttach, "attach:"
	switch ref.Kind {
	case matrix.RefVersion:
		return newest(found, setup)
	case matrix.RefBinary:
		kind, prefix = matrix.LaunchBinary, ""
	case matrix.RefImage:
		kind, prefix = matrix.LaunchContainer, "image:"
	}
	if !allows(setup.Launch, kind) {
		return Installed{}, fmt.Errorf("launch %s as %s: it names a %s; use launch auto, or name another place for it in server.servers",
			ref.Text, setup.Launch, ref.Kind)
	}
	return Installed{Version: ref.Version, Kind: kind, Path: strings.TrimPrefix(ref.Location, prefix)}, nil
}

func allows(asked, kind matrix.Launch) bool {
	return asked == "" || asked == matrix.LaunchAuto || asked == kind
}

// newest is the newest release of the asked line, a binary before a container.
// A container that no local image is there for is one of the official image.
func newest(found []Installed, setup matrix.Setup) (Installed, error) {
	var best Installed
	for _, candidate := range found {
		if !allows(setup.Launch, candidate.Kind) || !setup.Server.Version.Matches(candidate.Version) {
			continue
		}
		if best.Path == "" || preferred(candidate, best) {
			best = candidate
		}
	}
	switch {
	case best.Path != "":
		return best, nil
	case setup.Launch == matrix.LaunchContainer:
		// An image can be pulled.
		v := setup.Server.Version
		return Installed{Version: v, Name: v.String(), Kind: matrix.LaunchContainer, Path: imageName(v), Origin: originDocker}, nil
	}
	return Installed{}, noneMatches(found, setup)
}

// preferred reports whether a is to be taken before b. Of equals the first
// that was found is taken.
func preferred(a, b Installed) bool {
	if a.Kind != b.Kind {
		return a.Kind == matrix.LaunchBinary
	}
	return a.Version.Compare(b.Version) > 0
}

func noneMatches(found []Installed, setup matrix.Setup) error {
	var kinds string
	if setup.Launch == matrix.LaunchBinary || setup.Launch == matrix.LaunchContainer {
		kinds = fmt.Sprintf(" as a %s", setup.Launch)
	}
	text := setup.Server.Text
	return fmt.Errorf("find %s%s: %s; get it with `redis-matrix servers install %s`, or name its directory in REDIS_MATRIX_SERVERS, or its place in server.servers (a path, image:NAME or attach:HOST:PORT)",
		text, kinds, whatIsThere(found), text)
}

func whatIsThere(found []Installed) string {
	if len(found) == 0 {
		return "there is no server here"
	}
	var names []string
	for _, f := range found {
		names = append(names, fmt.Sprintf("%s (%s)", f.Version, f.Kind))
	}
	slices.Sort(names)
	return "here are " + strings.Join(slices.Compact(names), ", ")
}

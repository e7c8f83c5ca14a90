package matrix

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Prefixes of locations.
const (
	imagePrefix  = "image:"
	attachPrefix = "attach:"
)

// ParseServerRef reads a value of the version axis, text, and what
// spec.server.servers says of it, location ("" where it says nothing).
//
// Without a location text is a version, a path (it holds a '/'), or
// "image:NAME". With one, text is a version, which must be what runs there, and
// location a path, "image:NAME" or "attach:HOST:PORT".
func ParseServerRef(text, location string) (ServerRef, error) {
	if location == "" {
		return parseBareRef(text)
	}
	version, err := ParseVersion(text)
	if err != nil {
		return ServerRef{}, err
	}
	ref, ok, err := parseLocation(location)
	if err == nil && !ok {
		err = errors.New("it is no place")
	}
	if err != nil {
		return ServerRef{}, fmt.Errorf("read location %q of server %q: %w; accepted: "+
			`a path such as "/opt/redis/src/redis-server" or "./redis-server", "image:NAME", "attach:HOST:PORT"`,
			location, text, err)
	}
	ref.Text, ref.Version = text, version
	return ref, nil
}

func parseBareRef(text string) (ServerRef, error) {
	if strings.HasPrefix(text, attachPrefix) {
		return ServerRef{}, fmt.Errorf("read version %q: a running server is attached by name; "+
			`write its version here and under server.servers: {"7.0": %q}`, text, text)
	}
	ref, ok, err := parseLocation(text)
	if err != nil {
		return ServerRef{}, fmt.Errorf("read version %q: %w", text, err)
	}
	if !ok {
		return parseVersionRef(text)
	}
	ref.Text = text
	return ref, nil
}

func parseVersionRef(text string) (ServerRef, error) {
	version, err := ParseVersion(text)
	if err != nil {
		return ServerRef{}, fmt.Errorf("%w; a path with a '/' and \"image:NAME\" are accepted too", err)
	}
	return ServerRef{Text: text, Kind: RefVersion, Version: version}, nil
}

// parseLocation reads a path, an image or an address; ok is false where text
// is none of them.
func parseLocation(text string) (ref ServerRef, ok bool, err error) {
	if image, found := strings.CutPrefix(text, imagePrefix); found {
		if image == "" || strings.ContainsAny(image, " \t\n") {
			return ServerRef{}, true, errors.New(`"image:" is followed by no image's name, such as "redis:7.0"`)
		}
		return ServerRef{Kind: RefImage, Location: image}, true, nil
	}
	if address, found := strings.CutPrefix(text, attachPrefix); found {
		return ServerRef{Kind: RefAttach, Location: address}, true, checkAddress(address)
	}
	if strings.Contains(text, "/") {
		return ServerRef{Kind: RefBinary, Location: text}, true, nil
	}
	return ServerRef{}, false, nil
}

func checkAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("read address: %w", err)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || host == "" {
		return fmt.Errorf("%q is no HOST:PORT with a port from 1 to 65535", address)
	}
	return nil
}

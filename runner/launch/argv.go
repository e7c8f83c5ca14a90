package launch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// reserved are directives that the launcher sets itself, or that would hide
// the server from it, with what to use in their place.
var reserved = map[string]string{
	"bind":             "servers listen on loopback only",
	"port":             "each server gets a free port",
	"tls-port":         "each server gets a free port",
	"tls-cert-file":    "each server gets a certificate of its own",
	"tls-key-file":     "each server gets a certificate of its own",
	"tls-ca-cert-file": "each server gets a certificate of its own",
	"tls-auth-clients": "clients show no certificate",
	"dir":              "each server gets a fresh directory",
	"unixsocket":       "each server gets a socket of its own",
	"daemonize":        "servers stay children of redis-matrix",
	"logfile":          "the log is kept beside the run",
	"pidfile":          "none is needed",
	"requirepass":      "passwords come from the environment, and only for attached servers",
}

// directiveName is what stands for a directive on a server's command line;
// anything else could smuggle in another directive.
var directiveName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// arguments are a server's words for directives: each directive is --name with
// its values as words of their own, the only form that all versions read alike.
func arguments(config []matrix.Directive) ([]string, error) {
	var argv []string
	for _, d := range config {
		if err := checkDirective(d); err != nil {
			return nil, err
		}
		for _, args := range lines(d) {
			argv = append(append(argv, "--"+strings.ToLower(d.Name)), args...)
		}
	}
	return argv, nil
}

func checkDirective(d matrix.Directive) error {
	if !directiveName.MatchString(d.Name) {
		return fmt.Errorf("set directive %q: that is not the name of a directive", d.Name)
	}
	if why, ok := reserved[strings.ToLower(d.Name)]; ok {
		return fmt.Errorf("set directive %s: redis-matrix sets it itself (%s); remove it from the spec", d.Name, why)
	}
	for _, arg := range d.Args {
		if strings.HasPrefix(arg, "--") {
			return fmt.Errorf("set directive %s: a server would read its value %q as another directive", d.Name, arg)
		}
	}
	return nil
}

// lines are the values of a directive as redis.conf would have them, one group
// of words a line. Save points given as one text or in one line are taken
// apart: servers before 7.0 silently ignore the one and refuse the other.
func lines(d matrix.Directive) [][]string {
	width := map[string]int{"save": 2, "client-output-buffer-limit": 4}[strings.ToLower(d.Name)]
	words := strings.Fields(strings.Join(d.Args, " "))
	if width == 0 || len(words) == 0 || len(words)%width != 0 {
		return [][]string{d.Args}
	}
	return slices.Collect(slices.Chunk(words, width))
}

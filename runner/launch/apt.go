package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"redismatrix/matrix"
)

// otherWays ends errors of a host on which packages cannot be had.
const otherWays = "use servers from REDIS_MATRIX_SERVERS, PATH or container images instead"

// aptTools are the programs that fetch and unpack packages.
var aptTools = []string{"apt-get", "apt-cache", "dpkg"}

// checkAptTools says which of apt's tools this host lacks.
func checkAptTools() error {
	var missing []string
	for _, tool := range aptTools {
		if _, err := exec.LookPath(tool); err != nil {
			missing = append(missing, tool)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("find %s on PATH: installing needs Debian's %s; %s",
		strings.Join(missing, " and "), strings.Join(aptTools, ", "), otherWays)
}

// suite is a Debian suite with package lists and a cache of its own, apart
// from those of the system.
type suite struct {
	name   string
	dir    string
	source aptSource
}

// aptConf keeps apt to one directory. The system's hooks are cleared, since
// some of them tidy the system's caches, and its pins do not hold here.
const aptConf = `#clear APT::Update;
#clear APT::Default-Release;
Dir::Etc::sourcelist "%[1]s/debian.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::Lists "%[1]s/lists";
Dir::State::status "%[1]s/status";
Dir::Cache "%[1]s/cache";
Dir::Cache::pkgcache "pkgcache.bin";
Dir::Cache::srcpkgcache "";
Acquire::GzipIndexes "false";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
APT::Update::Error-Mode "any";
`

// openSuite prepares dir and fetches the suite's package lists.
func openSuite(ctx context.Context, source aptSource, name, dir string) (*suite, error) {
	s := &suite{name: name, dir: dir, source: source}
	for _, sub := range []string{"lists/partial", "cache/archives/partial", "packages"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, err
		}
	}
	conf := fmt.Sprintf(aptConf, dir)
	if os.Geteuid() == 0 {
		// Root's apt would fetch as a user that may not write here.
		conf += "APT::Sandbox::User \"root\";\n"
	}
	for file, text := range map[string]string{
		"debian.sources": source.stanza(name), "status": "", "apt.conf": conf,
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	_, err := s.run(ctx, "apt-get", "update")
	return s, err
}

// run executes one of apt's tools on the suite and returns its stdout.
func (s *suite) run(ctx context.Context, tool string, args ...string) (string, error) {
	args = append([]string{"-q", "-c", filepath.Join(s.dir, "apt.conf")}, args...)
	return runTool(ctx, filepath.Join(s.dir, "packages"), tool, args...)
}

// runTool executes tool in dir and returns its stdout. The error holds the
// complaints that the tool printed.
func runTool(ctx context.Context, dir, tool string, args ...string) (string, error) {
	var stdout, stderr strings.Builder
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", toolError(tool, err, stderr.String())
	}
	return stdout.String(), nil
}

func toolError(tool string, err error, stderr string) error {
	said := complaints(stderr)
	err = fmt.Errorf("run %s: %w: %s", tool, err, said)
	if strings.Contains(stderr, "No space left on device") || strings.Contains(stderr, "enough free space") {
		err = fmt.Errorf("%w; free some space, or name another place in REDIS_MATRIX_CACHE", err)
	}
	return err
}

// complaints is the first error in a tool's stderr with the number of others,
// or its last lines where none is marked as one.
func complaints(stderr string) string {
	var marked, all []string
	for line := range strings.Lines(stderr) {
		line = strings.Join(strings.Fields(line), " ")
		if text, ok := strings.CutPrefix(line, "E: "); ok {
			marked = append(marked, text)
		}
		if line != "" {
			all = append(all, line)
		}
	}
	switch len(marked) {
	case 0:
		return strings.Join(all[max(0, len(all)-3):], "; ")
	case 1:
		return marked[0]
	}
	return fmt.Sprintf("%s (and %d more errors)", marked[0], len(marked)-1)
}

// offer is a release of a server that a suite holds.
type offer struct {
	Version matrix.Version
	Package string // "redis-server"
	Revised string // the package's version, "5:7.0.15-1~deb12u7"
	suite   *suite
}

// serverPackages are the packages that hold a server.
var serverPackages = map[string]matrix.Product{"redis-server": matrix.Redis, "valkey-server": matrix.Valkey}

// offers lists the servers that the suite holds. A suite without a libc is no
// distribution whose servers could run by themselves.
func (s *suite) offers(ctx context.Context) ([]offer, error) {
	out, err := s.run(ctx, "apt-cache", "madison", "libc6", "redis-server", "valkey-server")
	if err != nil {
		return nil, err
	}
	offers, complete := parseMadison(out)
	if !complete {
		return nil, errors.New("it holds no libc6")
	}
	for i := range offers {
		offers[i].suite = s
	}
	return offers, nil
}

// parseMadison reads "PACKAGE | VERSION | SOURCE" lines.
func parseMadison(out string) (offers []offer, complete bool) {
	for line := range strings.Lines(out) {
		columns := strings.Split(line, "|")
		if len(columns) < 2 {
			continue
		}
		name, revised := strings.TrimSpace(columns[0]), strings.TrimSpace(columns[1])
		complete = complete || name == "libc6"
		product, ok := serverPackages[name]
		if !ok {
			continue
		}
		if v, ok := upstream(product, revised); ok {
			offers = append(offers, offer{Version: v, Package: name, Revised: revised})
		}
	}
	return offers, complete
}

var revisedForm = regexp.MustCompile(`^(?:\d+:)?(\d+\.\d+\.\d+)(?:[-+].*)?$`)

// upstream is the release that a package's version stands for: 7.0.15 of
// "5:7.0.15-1~deb12u7". Pre-releases ("8.0.0~rc1") are none.
func upstream(product matrix.Product, revised string) (matrix.Version, bool) {
	m := revisedForm.FindStringSubmatch(revised)
	if m == nil {
		return matrix.Version{}, false
	}
	v, err := matrix.ParseVersion(string(product) + "-" + m[1])
	return v, err == nil
}

// closure names the packages that a server needs to run from a folder of its
// own: itself, its tools and the libraries below them.
func (s *suite) closure(ctx context.Context, server string) ([]string, error) {
	out, err := s.run(ctx, "apt-cache", "depends", "--recurse", "--no-recommends", "--no-suggests",
		"--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances", server)
	if err != nil {
		return nil, err
	}
	return walkDepends(out, server), nil
}

// walkDepends follows the output of apt-cache depends from root on through
// packages that a server needs. Virtual packages stand in <>.
func walkDepends(out, root string) []string {
	needs := map[string][]string{}
	of := ""
	for line := range strings.Lines(out) {
		name := strings.TrimSpace(line)
		if !strings.HasPrefix(line, " ") {
			of = name
			continue
		}
		if _, target, ok := strings.Cut(name, ": "); ok {
			name = target
		}
		needs[of] = append(needs[of], name)
	}
	packages, seen := []string{root}, map[string]bool{root: true}
	for i := 0; i < len(packages); i++ {
		for _, name := range needs[packages[i]] {
			if !seen[name] && neededToRun(name) {
				packages, seen[name] = append(packages, name), true
			}
		}
	}
	return packages
}

// neededToRun reports whether a package holds a server's program or a library,
// rather than what an installed service wants around it, such as users, init
// scripts and Perl.
func neededToRun(name string) bool {
	for _, prefix := range []string{"redis-", "valkey-", "lib", "lua-", "zlib"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// unpack fetches packages, all in one call, and unpacks them into root.
func (s *suite) unpack(ctx context.Context, packages []string, root string) error {
	fetched, err := os.MkdirTemp(s.dir, "packages-")
	if err != nil {
		return err
	}
	conf := filepath.Join(s.dir, "apt.conf")
	if _, err := runTool(ctx, fetched, "apt-get", append([]string{"-q", "-c", conf, "download"}, packages...)...); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(fetched, "*.deb"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if _, err := runTool(ctx, fetched, "dpkg", "-x", file, root); err != nil {
			return err
		}
	}
	return os.RemoveAll(fetched)
}

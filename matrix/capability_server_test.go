package matrix

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unlisted are directives that some servers have and CONFIG GET does not show:
// those of the start only, before 6.2, those of builds with TLS, and those of
// RDMA.
var unlisted = regexp.MustCompile(`^(loadmodule|user|aclfile|tls-.*|rdma-.*|cluster-(enabled|config-file)|` +
	`always-show-logo|io-threads.*|masteruser|.*_cpulist|lua-replicate-commands|gopher-enabled)$`)

// unsettable is shown by servers up to 6.2, which refuse it at the start.
const unsettable = "watchdog-period"

// The capability table claims what real servers say: CONFIG GET knows a
// directive where the table has no objection, and does not where it has one.
func TestCapabilityTableOnServers(t *testing.T) {
	for _, binary := range requireServers(t) {
		t.Run(strings.ReplaceAll(strings.Trim(binary, "/"), "/", "_"), func(t *testing.T) {
			version := askVersion(t, binary)
			server := startServer(t, binary)
			for _, name := range tableNames() {
				reason := Unsupported(version, Directive{Name: name})
				switch shown := server.knows(t, name); {
				case shown && reason != "":
					t.Errorf("%v has %s, and the table says: %s", version, name, reason)
				case !shown && reason == "" && !unlisted.MatchString(name):
					t.Errorf("%v has no %s, and the table has no objection", version, name)
				}
			}
		})
	}
}

// A server knows the commands of the tests that the catalogue says it can run,
// and of others it lacks one.
func TestCatalogOnServers(t *testing.T) {
	for _, binary := range requireServers(t) {
		t.Run(strings.ReplaceAll(strings.Trim(binary, "/"), "/", "_"), func(t *testing.T) {
			version := askVersion(t, binary)
			server := startServer(t, binary)
			for _, test := range catalog {
				lacking := ""
				for _, step := range append(slices.Clone(test.Lead), Step{Command: test.Command}) {
					if !server.has(t, step.Command[0]) {
						lacking = step.Command[0]
					}
				}
				if reason := test.Unsupported(version); (lacking != "") != (reason != "") {
					t.Errorf("%s on %v: it lacks %q, and the catalogue says %q", test.Name, version, lacking, reason)
				}
			}
		})
	}
}

// requireServers skips a test where there are no servers.
func requireServers(t *testing.T) []string {
	t.Helper()
	binaries := serverBinaries(t)
	if len(binaries) == 0 {
		if strings.Contains(os.Getenv("REDIS_MATRIX_REQUIRE"), "servers") {
			t.Fatal("no servers in REDIS_MATRIX_SERVERS")
		}
		t.Skip("no servers in REDIS_MATRIX_SERVERS")
	}
	return binaries
}

func tableNames() []string {
	var names []string
	for _, list := range [][]arrival{arrivals, valkeyArrivals, departures} {
		for _, a := range list {
			names = append(names, strings.Fields(a.directives)...)
		}
	}
	for _, old := range renames {
		names = append(names, old)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == unsettable })
}

// serverBinaries are the servers below the directories that are named in
// REDIS_MATRIX_SERVERS, and those that the product installed.
func serverBinaries(t *testing.T) []string {
	t.Helper()
	dirs := filepath.SplitList(os.Getenv("REDIS_MATRIX_SERVERS"))
	if cache := os.Getenv("REDIS_MATRIX_CACHE"); cache != "" {
		dirs = append(dirs, filepath.Join(cache, "servers"))
	} else if cache, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(cache, "redis-matrix", "servers"))
	}
	var found []string
	for _, dir := range dirs {
		for _, place := range []string{"src", "usr/bin"} {
			for _, name := range []string{"redis-server", "valkey-server"} {
				paths, err := filepath.Glob(filepath.Join(dir, "*", place, name))
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, paths...)
			}
		}
	}
	return found
}

// command runs a binary, by the loader and libraries of its own folder where
// it has them.
func command(binary string, args ...string) *exec.Cmd {
	root := strings.TrimSuffix(filepath.Dir(binary), "/usr/bin")
	for _, lib := range []string{"lib", "usr/lib"} {
		loaders, _ := filepath.Glob(filepath.Join(root, lib, "*-linux-gnu", "ld-linux-*.so.*"))
		if len(loaders) == 0 {
			continue
		}
		arch := filepath.Base(filepath.Dir(loaders[0]))
		path := filepath.Join(root, "lib", arch) + ":" + filepath.Join(root, "usr/lib", arch)
		return exec.Command(loaders[0], slices.Concat([]string{"--library-path", path, binary}, args)...)
	}
	return exec.Command(binary, args...)
}

func askVersion(t *testing.T, binary string) Version {
	t.Helper()
	out, err := command(binary, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(Redis|Valkey) server v=([0-9.]+)`).FindStringSubmatch(string(out))
	if said == nil {
		t.Fatalf("%s --version says %q", binary, out)
	}
	return mustVersion(t, strings.ToLower(said[1])+"-"+said[2])
}

// serverConn is a connection to a server that listens on a socket only.
type serverConn struct {
	net.Conn
	replies *bufio.Reader
}

func startServer(t *testing.T, binary string) serverConn {
	t.Helper()
	dir, err := os.MkdirTemp("", "matrix")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	server := command(binary, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir)
	log, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	awaitReady(t, log)
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return serverConn{conn, bufio.NewReader(conn)}
}

func awaitReady(t *testing.T, log io.Reader) {
	t.Helper()
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if strings.Contains(lines.Text(), "eady to accept connections") {
			return
		}
	}
	t.Fatal("the server ended before it was ready")
}

// knows reports whether CONFIG GET has the directive.
func (s serverConn) knows(t *testing.T, name string) bool {
	t.Helper()
	if _, err := fmt.Fprintf(s, "CONFIG GET %s\r\n", name); err != nil {
		t.Fatal(err)
	}
	var elements int
	if _, err := fmt.Fscanf(s.replies, "*%d\r\n", &elements); err != nil {
		t.Fatal(err)
	}
	for range elements {
		var length int64
		if _, err := fmt.Fscanf(s.replies, "$%d\r\n", &length); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, s.replies, length+2); err != nil {
			t.Fatal(err)
		}
	}
	return elements > 0
}

// has reports whether the server has a command, by what it says to its name
// alone: mostly that words are missing.
func (s serverConn) has(t *testing.T, command string) bool {
	t.Helper()
	if _, err := fmt.Fprintf(s, "%s\r\n", command); err != nil {
		t.Fatal(err)
	}
	reply, err := s.replies.ReadString('\n')
	if err != nil || !strings.ContainsAny(reply[:1], "+-") {
		t.Fatalf("%s is answered with %q; error %v", command, reply, err)
	}
	return !strings.Contains(reply, "unknown command")
}

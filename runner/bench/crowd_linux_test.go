package bench

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// crowd is a load of many clients.
func crowd(clients int) matrix.Load {
	return matrix.Load{
		Clients: clients, Pipeline: 1, Keyspace: 1000, Requests: int64(3 * clients), Warmup: 100 * time.Millisecond,
		ValueSize: matrix.FixedSize(3), ValuePattern: matrix.PatternRandom,
	}
}

func TestTenThousandConnectionsAddUp(t *testing.T) {
	if testing.Short() {
		t.Skip("opens ten thousand connections")
	}
	const clients = 10_000
	server := start(t, anyServer(t), "--maxclients", "10100")
	session := server.open(server.at, crowd(clients))
	for name, change := range map[string]func(*matrix.Load){
		"closed loop":        func(*matrix.Load) {},
		"open loop, 3 loops": func(l *matrix.Load) { l.Rate, l.Threads = 1_000_000, 3 },
	} {
		session.load = crowd(clients)
		change(&session.load)
		for _, test := range []string{"SET", "GET"} {
			ours, theirs, _ := server.balance(session, lookup(t, test))
			if diff := cmp.Diff(theirs, ours); diff != "" {
				t.Errorf("%s, %s: server's numbers and ours: %s", test, name, diff)
			}
		}
	}
}

// One connection among hundreds that hangs is found, wherever it is, while all
// others go on.
func TestLoopsFindTheSilentConnection(t *testing.T) {
	for _, rate := range []int64{0, 100_000} {
		var begun atomic.Int64
		answer := func(p *peer, _ []string) bool {
			if p.n == 0 && begun.Add(1) == 250 {
				_, err := p.in.ReadByte()
				return err == nil
			}
			return p.say("+OK\r\n")
		}
		job := setJob()
		job.rate, job.patience, job.threads = rate, 300*time.Millisecond, 2
		_, err := sockets(t, 300, answer).drive(t.Context(), job)
		if err == nil || !strings.Contains(err.Error(), "of 300: no reply for 300ms") {
			t.Errorf("at rate %d: error %v, want that a connection had no reply", rate, err)
		}
	}
}

// crowdEnv has TestCrowdMemory measure itself, against the server that it names.
const crowdEnv = "REDIS_MATRIX_TEST_CROWD"

// The whole process stays small: measured on one that does nothing else.
func TestCrowdMemory(t *testing.T) {
	if crowd := os.Getenv(crowdEnv); crowd != "" {
		measureCrowd(t, crowd)
		return
	}
	if raceDetector {
		t.Skip("the race detector takes several times the memory")
	}
	if testing.Short() {
		t.Skip("opens ten thousand connections")
	}
	server := start(t, anyServer(t), "--maxclients", "10100")
	for clients, most := range map[int]int{1000: 64 << 10, 10_000: 64 << 10} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCrowdMemory$", "-test.v")
		cmd.Env = append(os.Environ(), crowdEnv+"="+strconv.Itoa(clients)+" "+server.at.Address)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		resident, peak := statusKiB(string(out), "VmRSS"), statusKiB(string(out), "VmHWM")
		t.Logf("%d connections: %d KiB resident, %d at most", clients, resident, peak)
		if peak <= 0 || peak > most {
			t.Errorf("%d connections take %d KiB, more than %d", clients, peak, most)
		}
	}
}

func measureCrowd(t *testing.T, crowdOf string) {
	count, address, _ := strings.Cut(crowdOf, " ")
	clients, err := strconv.Atoi(count)
	if err != nil {
		t.Fatal(err)
	}
	session, err := Open(t.Context(), matrix.Endpoint{Network: "tcp", Address: address, Owned: true}, crowd(clients))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"SET", "GET"} {
		test := lookup(t, name)
		if _, err := session.Prepare(t.Context(), test); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Measure(t.Context(), test); err != nil {
			t.Fatal(err)
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(string(status))
	runtime.KeepAlive(session)
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// statusKiB is a line of /proc/PID/status, -1 where there is none.
func statusKiB(text, name string) int {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name+":" {
			n, err := strconv.Atoi(fields[1])
			if err == nil {
				return n
			}
		}
	}
	return -1
}

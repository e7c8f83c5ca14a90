package probe

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestParseInfo(t *testing.T) {
	text := strings.Join([]string{
		"# Server", "run_id:abc", "evicted_keys:7",
		"used_cpu_sys:1.50", "used_cpu_user:2.25", "used_cpu_sys_children:0.25", "used_cpu_user_children:0.00",
		"total_commands_processed:12", "total_forks:2", "aof_rewrite_in_progress:1",
		"used_cpu_sys_main_thread:1.25", "used_cpu_user_main_thread:1.75",
		"aof_last_write_status:err", "aof_last_bgrewrite_status:err", "aof_current_size:90", "rdb_last_bgsave_status:ok", "aof_delayed_fsync:3",
		"db0:keys=3,expires=0,avg_ttl=0", "db11:keys=4,expires=1", "dbx:keys=9", "a line without a colon",
	}, "\r\n")
	want := matrix.Counters{
		RunID: "abc", ServerCPU: 3750 * time.Millisecond, ChildCPU: 250 * time.Millisecond, Evicted: 7, Keys: 7, MainCPU: 3 * time.Second, Commands: 12, Forks: "2  ", Saving: true,
		AOFError: true, RewriteError: true, AOFDelayed: 3,
		Persistence: matrix.Persistence{AOFSize: new(int64(90)), AOFDelayed: new(int64(3))},
	}
	if diff := cmp.Diff(want, parseInfo(text)); diff != "" {
		t.Error(diff)
	}
}

// withoutAOF is what is known of a server that writes no AOF.
func withoutAOF() matrix.Persistence {
	off := matrix.Note{Text: "the server has no AOF"}
	return matrix.Persistence{Untold: map[string]matrix.Note{matrix.UntoldAOFSize: off, matrix.UntoldAOFDelayed: off}}
}

func TestParseInfoOfNothing(t *testing.T) {
	if diff := cmp.Diff(matrix.Counters{Forks: "  ", Persistence: withoutAOF()}, parseInfo("used_memory:lots\nused_cpu_sys:-nan?\ndb0:keys=\n")); diff != "" {
		t.Error(diff)
	}
}

func TestQuietDropsEchoedPasswords(t *testing.T) {
	echo := errors.New("ERR unknown command `HELLO`, with args beginning with: `2`, `AUTH`, `default`, `secret`")
	if got := quiet(echo).Error(); strings.Contains(got, "secret") {
		t.Errorf("%q holds the password", got)
	}
	if got := quiet(os.ErrDeadlineExceeded).Error(); !strings.Contains(got, "no reply for 5s") {
		t.Errorf("%q does not say how long a reply was waited for", got)
	}
	other := errors.New("connection refused")
	if quiet(other) != other { //nolint:errorlint // the same value is meant
		t.Error("another error was changed")
	}
}

func TestHostKnowsThisMachine(t *testing.T) {
	host := Host(t.Context(), t.TempDir())
	if host.CPUs < 1 || host.Memory <= 0 || host.Hostname == "" || host.Kernel == "" || host.OS == "" {
		t.Errorf("host %+v", host)
	}
}

func TestBracketed(t *testing.T) {
	for text, want := range map[string]string{"always [madvise] never": "madvise", "": "", "always": ""} {
		if got := bracketed(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReadLine(t *testing.T) {
	path := t.TempDir() + "/os-release"
	if err := os.WriteFile(path, []byte("ID=debian\nPRETTY_NAME=\"Debian 12\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readLine(path, "PRETTY_NAME="); got != `"Debian 12"` {
		t.Errorf("read %q", got)
	}
	if got := first(path + "x"); got != "" {
		t.Errorf("read %q from no file", got)
	}
}

func TestOpenSaysWhereNothingAnswers(t *testing.T) {
	_, err := Open(t.Context(), matrix.Endpoint{Network: "tcp", Address: "127.0.0.1:1"})
	if err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("error %v", err)
	}
}

func TestARefusalNamesNoUser(t *testing.T) {
	for user, want := range map[string]string{
		"lim": "NOPERM User *** has no permissions to run the 'info' command",
		"":    "NOPERM User lim has no permissions to run the 'info' command",
	} {
		r := Reader{user: user}
		if got := r.hide("NOPERM User lim has no permissions to run the 'info' command"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

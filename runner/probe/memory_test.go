package probe

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

// Lines of CLIENT LIST, as servers of three ages write them.
const (
	client28 = "id=4 addr=127.0.0.1:51178 fd=6 name= age=0 idle=0 flags=N db=0 sub=0 psub=0 multi=-1 qbuf=0 qbuf-free=32768 obl=0 oll=0 omem=0 events=r cmd=ping\n"
	client60 = "id=4 addr=127.0.0.1:51178 fd=8 name=tot-mem=7 age=0 idle=0 flags=N db=0 sub=0 psub=0 multi=-1 qbuf=26 qbuf-free=32742 argv-mem=10 obl=0 oll=0 omem=20504 tot-mem=81976 events=r cmd=client user=default\n"
	client80 = "id=4 addr=127.0.0.1:51178 laddr=127.0.0.1:7000 fd=9 name= age=0 idle=0 flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 watch=0 qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=16384 rbp=0 obl=0 oll=0 omem=0 tot-mem=17088 events=r cmd=ping user=default redir=-1 resp=2 lib-name= lib-ver=\n"
)

func TestParseMemory(t *testing.T) {
	for name, test := range map[string]struct {
		info, clients string
		want          matrix.Memory
	}{
		"an old server": {
			"used_memory:900000\nmem_allocator:jemalloc-3.6.0\ndb0:keys=3,expires=0\naof_enabled:0\n", client28 + client28,
			matrix.Memory{Used: 900_000, Keys: 3, Aside: 2 * 36864, Clients: 2, Partly: true},
		},
		"of an unknown allocator": {
			"used_memory:900000\n", client28, matrix.Memory{Used: 900_000, Aside: 32778, Doubt: 32778, Clients: 1, Partly: true},
		},
		"an old server's AOF": {
			"used_memory:900000\naof_enabled:1\naof_buffer_length:7\naof_rewrite_buffer_length:100\n", "",
			matrix.Memory{Used: 900_000, Aside: 107, Doubt: keptAOF},
		},
		"a newer one's": {
			"used_memory:900000\naof_enabled:1\naof_buffer_length:7\nmem_aof_buffer:24\nlazyfree_pending_objects:2\n", client60,
			matrix.Memory{Used: 900_000, Aside: 24 + 81976 - 20504, Clients: 1, Freeing: true},
		},
		"histograms": {
			"used_memory:900000\nlatency_percentiles_usec_set:p50=1.003,p99=2.007\nlatency_percentiles_usec_config|get:p50=1.003\n", client80,
			matrix.Memory{Used: 900_000, Aside: 2*24688 + 17088, Clients: 1},
		},
		"nothing": {"", "\n \n", matrix.Memory{}},
	} {
		if diff := cmp.Diff(test.want, parseMemory(matrix.ParseInfo(test.info), test.clients)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAllocated(t *testing.T) {
	for _, c := range []struct {
		size      int64
		allocator string
		want      string
	}{
		{0, "tcmalloc", "0 true"},
		{32768, "jemalloc-4.0.3", "40960 true"},
		{32768, "jemalloc-5.1.0", "40960 true"},
		{32840, "jemalloc-5.1.0", "40960 true"},
		{32768 - sdsHead, "jemalloc-5.1.0", "32768 true"},
		{102_400, "jemalloc-5.2.1", "114688 true"},
		{22, "jemalloc-5.2.1", "32 true"},
		{23, "jemalloc-5.2.1", "40 true"},
		{32768, "jemalloc-3.6.0", "36864 true"},
		{102_400, "jemalloc-3.6.0", "106496 true"},
		{54, "jemalloc-3.6.0", "64 true"},
		{32768, "libc", "32786 true"},
		{32768, "tcmalloc-2.7", "32778 false"},
		{-5, "jemalloc-5.1.0", "0 false"},
		{math.MaxInt64, "jemalloc-5.1.0", "0 false"},
	} {
		if got := fmt.Sprint(allocated(c.size, c.allocator)); got != c.want {
			t.Errorf("%d bytes of %s: %s, want %s", c.size, c.allocator, got, c.want)
		}
	}
}

func FuzzClients(f *testing.F) {
	for _, lines := range []string{client28 + client60, client80, "tot-mem=-1 omem=99\n=\n", "qbuf=9223372036854775807 qbuf-free=1"} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		if m := parseMemory(matrix.Info{}, lines); m.Clients > int64(strings.Count(lines, "\n")+1) || m.Used != 0 {
			t.Errorf("%q: %+v", lines, m)
		}
	})
}

// TestMemoryOfAServerThatRefuses has CLIENT LIST, or INFO, be denied.
func TestMemoryOfAServerThatRefuses(t *testing.T) {
	const denied = "-NOPERM User lim has no permissions to run this command\r\n"
	want := matrix.Memory{Refused: "NOPERM User *** has no permissions to run this command; " + matrix.ReplyRemedy("NOPERM")}
	for name, replies := range map[string]map[string]string{
		"CLIENT LIST": {"info": bulk("used_memory:1\r\n"), "list": denied},
		"INFO":        {"info": denied, "list": bulk(client60)},
	} {
		got, err := memoryOf(t, replies)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestMemoryOfAServerThatHangsUp is an error, and no server that refuses.
func TestMemoryOfAServerThatHangsUp(t *testing.T) {
	_, err := memoryOf(t, map[string]string{"list": bulk(client28), "info": ""})
	if err == nil || !strings.HasPrefix(err.Error(), "read what the server holds in memory: ") {
		t.Errorf("error %v", err)
	}
}

// memoryOf is a reading of a fake server that answers so, as one of the user lim.
func memoryOf(t *testing.T, replies map[string]string) (matrix.Memory, error) {
	t.Helper()
	reader, err := Open(t.Context(), serveReplies(t, replies))
	if err != nil {
		t.Fatal(err)
	}
	reader.user = "lim"
	memory, err := reader.Memory(t.Context())
	if closing := reader.Close(); closing != nil {
		t.Error(closing)
	}
	return memory, err
}

package bench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"redismatrix/matrix"
)

func TestJudge(t *testing.T) {
	array, bulk := matrix.Reply{Kind: matrix.ReplyArray, Len: 2}, matrix.Reply{Kind: matrix.ReplyBulk}
	tests := []struct {
		name   string
		expect expectation
		input  string
		want   verdict
		text   string
	}{
		{"status", ofKind(matrix.ReplyStatus), "+OK\r\n", good, ""},
		{"status for a bulk", ofKind(matrix.ReplyBulk), "+OK\r\n", wrong, `got a reply of type '+', want bulk`},
		{"integer", ofKind(matrix.ReplyInteger), ":1\r\n", good, ""},
		{"count", atLeast(1), ":2\r\n", hit, ""},
		{"nothing counted", atLeast(1), ":0\r\n", miss, ""},
		{"count below zero", atLeast(1), ":-2\r\n", miss, ""},
		{"least count", atLeast(0), ":0\r\n", hit, ""},
		{"least integer there is", atLeast(0), ":-9223372036854775808\r\n", miss, ""},
		{"no count", atLeast(0), "$-1\r\n", miss, ""},
		{"bulk for a count", atLeast(0), "$1\r\n1\r\n", wrong, `got a reply of type '$', want count`},
		{"length", lengthOf(3), ":3\r\n", hit, ""},
		{"length of nothing", lengthOf(3), ":0\r\n", miss, ""},
		{"other length", lengthOf(3), ":4\r\n", wrong, "got a length of 4 bytes, want 3"},
		{"nil for an integer", ofKind(matrix.ReplyInteger), "$-1\r\n", wrong, `got a reply of type '$', want integer`},
		{"error", ofKind(matrix.ReplyInteger), "-MISCONF disk\r\n", wrong, "MISCONF disk"},
		{"error that would act on a terminal", ofKind(matrix.ReplyStatus), "-a\x1b[2Jb\xff\r\n", wrong, "a?[2Jb?"},
		{"bulk", ofKind(matrix.ReplyBulk), "$3\r\nabc\r\n", hit, ""},
		{"empty bulk", ofKind(matrix.ReplyBulk), "$0\r\n\r\n", hit, ""},
		{"nil", ofKind(matrix.ReplyBulk), "$-1\r\n", miss, ""},
		{"RESP3's null", ofKind(matrix.ReplyBulk), "_\r\n", miss, ""},
		{"size", expectation{Reply: bulk, sizes: matrix.FixedSize(3)}, "$3\r\nabc\r\n", hit, ""},
		{"other size", expectation{Reply: bulk, sizes: matrix.FixedSize(3)}, "$2\r\nab\r\n", wrong, "got a value of 2 bytes, want 3"},
		{"less than what may be read", expectation{Reply: bulk, sizes: matrix.FixedSize(3), least: 1}, "$0\r\n\r\n", miss, ""},
		{"anything", ofKind(matrix.ReplyAny), "$0\r\n\r\n", hit, ""},
		{"anything but an empty string", expectation{Reply: matrix.Reply{Kind: matrix.ReplyAny}, least: 1}, "$0\r\n\r\n", miss, ""},
		{"any array", ofKind(matrix.ReplyAny), "*2\r\n$-1\r\n:1\r\n", hit, ""},
		{"no elements", ofKind(matrix.ReplyAny), "*0\r\n", miss, ""},
		{"an empty map", ofKind(matrix.ReplyAny), "%0\r\n", miss, ""},
		{"nil alone", ofKind(matrix.ReplyAny), "*2\r\n$-1\r\n_\r\n", miss, ""},
		{"nil further in", ofKind(matrix.ReplyAny), "*1\r\n*1\r\n$-1\r\n", hit, ""},
		{"array", expectation{Reply: array}, "*2\r\n:1\r\n:2\r\n", hit, ""},
		{"array of another length", expectation{Reply: array}, "*1\r\n:1\r\n", miss, ""},
		{"array with nil", expectation{Reply: array}, "*2\r\n:1\r\n$-1\r\n", miss, ""},
		{"array with an error", expectation{Reply: array}, "*2\r\n:1\r\n-ERR x\r\n", wrong, "ERR x"},
		{"nil array", expectation{Reply: array}, "*-1\r\n", miss, ""},
		{"bulk for an array", expectation{Reply: array}, "$1\r\na\r\n", wrong, `got a reply of type '$', want array`},
		{"nothing asked", ofKind(""), "+OK\r\n", wrong, `got a reply of type '+', want `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s scanner
			if _, done, err := s.scan([]byte(tt.input)); !done || err != nil {
				t.Fatal(done, err)
			}
			if got := tt.expect.judge(&s.reply); got != tt.want {
				t.Errorf("verdict %d, want %d", got, tt.want)
			}
			if tt.want != wrong {
				return
			}
			if diff := cmp.Diff(tt.text, tt.expect.complaint(&s)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func ofKind(kind matrix.ReplyKind) expectation { return expectation{Reply: matrix.Reply{Kind: kind}} }

func atLeast(n int64) expectation {
	return expectation{Reply: matrix.Reply{Kind: matrix.ReplyCount}, least: n}
}

func lengthOf(n int) expectation {
	return expectation{Reply: matrix.Reply{Kind: matrix.ReplyCount}, sizes: matrix.FixedSize(n), least: 1}
}

func TestExpect(t *testing.T) {
	nine, none, mixed := matrix.FixedSize(9), matrix.FixedSize(0), matrix.Sizes{{Low: 5, High: 50, Weight: 1}, {Low: 20, High: 20, Weight: 2}}
	bulk, integer := matrix.Reply{Kind: matrix.ReplyBulk}, matrix.Reply{Kind: matrix.ReplyInteger}
	count := func(least int) matrix.Reply { return matrix.Reply{Kind: matrix.ReplyCount, Len: least} }
	tests := []struct {
		test  string
		sizes matrix.Sizes
		want  expectation
	}{
		{"GET", nine, expectation{Reply: bulk, sizes: nine}},
		{"LPOP", nine, expectation{Reply: bulk, sizes: nine}},
		{"SPOP", nine, expectation{Reply: bulk}},
		{"SET", nine, expectation{Reply: matrix.Reply{Kind: matrix.ReplyStatus}, writes: true}},
		{"XADD", nine, expectation{Reply: bulk, writes: true}},
		{"STRLEN", nine, expectation{Reply: count(0), sizes: nine, least: 1}},
		{"STRLEN", none, expectation{Reply: count(0), sizes: none}},
		{"GETRANGE", nine, expectation{Reply: bulk, sizes: nine, least: 1}},
		{"GETRANGE", none, expectation{Reply: bulk, sizes: none}},
		{"GETRANGE", mixed, expectation{Reply: bulk, least: 1, sizes: matrix.Sizes{{Low: 5, High: 10, Weight: 1}, {Low: 10, High: 10, Weight: 2}}}},
		{"EXISTS", nine, expectation{Reply: count(1), least: 1}},
		{"BITCOUNT", nine, expectation{Reply: count(0), least: 1}},
		{"BITCOUNT", mixed, expectation{Reply: integer}},
	}
	for _, tt := range tests {
		test := lookup(t, tt.test)
		got := expect(test.Command, test.Reply, test.Needs, matrix.Load{ValueSize: tt.sizes})
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(expectation{})); diff != "" {
			t.Errorf("%s of %v bytes: %s", tt.test, tt.sizes, diff)
		}
	}
	if diff := cmp.Diff(int64(1), expect(words("GETRANGE k 0 9"), matrix.Reply{Kind: matrix.ReplyAny}, matrix.DataNone, matrix.Load{}).least); diff != "" {
		t.Errorf("own GETRANGE: %s", diff)
	}
}

// blind are the tests whose replies can be the same of a key that is not there.
var blind = map[string]bool{"SETRANGE": true, "SETBIT": true, "GETBIT": true, "ZINCRBY": true}

// TestWhatIsNotThereIsMissed takes away what each test needs, and wants every
// request to be counted as a miss.
func TestWhatIsNotThereIsMissed(t *testing.T) {
	type counts struct{ Requests, Hits, Misses, Errors int64 }
	eachServer(t, func(t *testing.T, binary string) {
		server := start(t, binary)
		for _, protocol := range []int{2, 3} {
			load := someLoad()
			load.Requests, load.ValueSize, load.Protocol = 100, matrix.FixedSize(zeroBytes), protocol
			if protocol == 3 && !server.knows(matrix.Test{Since: matrix.Version{Product: matrix.Redis, Numbers: []int{6, 0, 0}}}) {
				continue
			}
			session := server.open(server.at, load)
			for _, name := range matrix.TestNames() {
				test := lookup(t, name)
				if test.Needs == matrix.DataNone || blind[name] || !server.knows(test) {
					continue
				}
				if _, err := session.Prepare(t.Context(), test); err != nil {
					t.Fatal(err)
				}
				server.do("FLUSHALL")
				sample, err := session.Measure(t.Context(), test)
				if err != nil {
					t.Fatal(err)
				}
				got := counts{sample.Requests, sample.Hits, sample.Misses, sample.Errors}
				if diff := cmp.Diff(counts{100, 0, 100, 0}, got); diff != "" {
					t.Errorf("%s over RESP%d: %s %s", name, protocol, diff, sample.FirstError)
				}
			}
		}
	})
}

package probe

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

const (
	// histogram is what a server from 7.0 on allocates for the latencies of a
	// command when it is first called: 24 buckets of 128 counts of 8 bytes, which
	// is hdr_init of 1 ns to 1 s with two digits (LATENCY_HISTOGRAM_* in its
	// server.h), and 112 bytes for their head.
	histogram = 24*128*8 + 112
	// keptAOF is what a server that does not tell its AOF's buffer may keep of it
	// when it is empty (flushAppendOnlyFile in aof.c).
	keptAOF = 4000
)

// Memory takes a reading of what the server holds in memory, on one moment and
// while its connections have nothing to do.
func (r *Reader) Memory(ctx context.Context) (matrix.Memory, error) {
	// A server keeps the address of each client from the first time on that it
	// lists it. This time it is not weighed.
	err := r.client.ClientList(ctx).Err()
	if err == nil {
		// In one batch, between whose commands a server does nothing else. The
		// memory comes first, before there are replies that take some.
		pipe := r.client.Pipeline()
		memory, keyspace, aof := pipe.Info(ctx, "memory"), pipe.Info(ctx, "keyspace"), pipe.Info(ctx, "persistence")
		latencies, clients := pipe.Info(ctx, "latencystats"), pipe.ClientList(ctx)
		if _, err = pipe.Exec(ctx); err == nil {
			info := matrix.ParseInfo(memory.Val() + keyspace.Val() + aof.Val() + latencies.Val())
			return parseMemory(info, clients.Val()), nil
		}
	}
	var refusal redis.Error
	if errors.As(err, &refusal) {
		return matrix.Memory{Refused: r.hide(quiet(err).Error())}, nil
	}
	return matrix.Memory{}, fmt.Errorf("read what the server holds in memory: %w", quiet(err))
}

// parseMemory reads INFO and CLIENT LIST. INFO tells the AOF's buffers as they
// are allocated from 5.0 on, and before that the bytes in them.
func parseMemory(info matrix.Info, clients string) matrix.Memory {
	m := matrix.Memory{
		Used: info.Integer("used_memory"), Keys: info.Keys(),
		Freeing: info.Integer("lazyfree_pending_objects") > 0,
		Aside:   info.Integer("mem_aof_buffer"),
	}
	if _, told := info["mem_aof_buffer"]; !told && info.Integer("aof_enabled") > 0 {
		m.Aside = info.Integer("aof_buffer_length") + info.Integer("aof_rewrite_buffer_length")
		m.Doubt = keptAOF
	}
	for name := range info {
		if strings.HasPrefix(name, "latency_percentiles_usec_") {
			m.Aside += histogram
		}
	}
	for line := range strings.Lines(clients) {
		weighClient(&m, line, info["mem_allocator"])
	}
	return m
}

// weighClient adds what a line of CLIENT LIST tells. From 6.0 on that is all that
// the client has allocated, of which the replies that wait in a list, omem, are
// left out: they are this very reading's. Before, it is the size of its query
// buffer, and what is allocated for that is for the allocator to say.
func weighClient(m *matrix.Memory, line, allocator string) {
	client := matrix.Info{}
	for field := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(field, "=")
		client[name] = value
	}
	if len(client) == 0 {
		return
	}
	m.Clients++
	if _, told := client["tot-mem"]; told {
		m.Aside += client.Integer("tot-mem") - client.Integer("omem")
		return
	}
	buffer, known := allocated(client.Integer("qbuf")+client.Integer("qbuf-free"), allocator)
	m.Partly = true
	if m.Aside += buffer; !known {
		m.Doubt += buffer
	}
}

// sdsHead is what a string has beside its bytes: up to 9 of a head, and a 0.
const sdsHead = 10

// allocated is what used_memory counts for a string with room for size bytes;
// false where the allocator, INFO's mem_allocator, is not known. jemalloc has four
// sizes from each power of two to the next; before 4 it had multiples of a page
// from there on where we look. Without it servers before 6.0 count the bytes
// that they ask for, and 8.
func allocated(size int64, allocator string) (bytes int64, known bool) {
	if size <= 0 || size > 1<<40 {
		return 0, size == 0
	}
	size += sdsHead
	step := int64(1) << max(3, bits.Len64(uint64(size-1))-3)
	switch {
	case strings.HasPrefix(allocator, "jemalloc-3.") && size > 4096:
		step = 4096
	case strings.HasPrefix(allocator, "jemalloc-"):
	case allocator == "libc":
		return size + 8, true
	default:
		return size, false
	}
	return (size + step - 1) / step * step, true
}

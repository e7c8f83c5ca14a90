package trial

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// Keys are filled in batches of at most so many, with values of about so many
// bytes together.
const (
	batchKeys  = 500
	batchBytes = 1 << 20
)

// dataset is what a server is filled with: keys 0 to keys-1.
type dataset struct {
	values
	keys int
}

// fill writes the data set, and gives the bytes of its names and values.
func (d dataset) fill(ctx context.Context, client *redis.Client) (bytes int64, err error) {
	var pairs []any
	size := 0
	for n := range d.keys {
		key, value := dataKey(n), d.of(uint64(n))
		pairs = append(pairs, key, value)
		size += len(key) + len(value)
		if len(pairs) < 2*batchKeys && size < batchBytes && n < d.keys-1 {
			continue
		}
		if err := client.MSet(ctx, pairs...).Err(); err != nil {
			return 0, fmt.Errorf("fill the data set: %w", said(err))
		}
		bytes, pairs, size = bytes+int64(size), pairs[:0], 0
	}
	return bytes, d.whole(ctx, client)
}

// whole reports that the server does not hold as many keys as the data set has.
func (d dataset) whole(ctx context.Context, client *redis.Client) error {
	keys, err := client.DBSize(ctx).Result()
	if err != nil {
		return fmt.Errorf("count the keys: %w", said(err))
	}
	if keys != int64(d.keys) {
		return fmt.Errorf("the server holds %d keys where %d were written; does its maxmemory-policy evict them?", keys, d.keys)
	}
	return nil
}

// settleEvery is how often a server is asked whether it is still busy.
const settleEvery = 5 * time.Millisecond

// settle waits until the server has written its AOF and nothing runs beside.
func settle(ctx context.Context, client *redis.Client) (matrix.Info, error) {
	for {
		text, err := client.Info(ctx, "persistence").Result()
		if err != nil {
			return nil, fmt.Errorf("wait for the server's files: %w", said(err))
		}
		info := matrix.ParseInfo(text)
		busy := false
		for _, name := range strings.Fields("rdb_bgsave_in_progress aof_rewrite_in_progress aof_rewrite_scheduled aof_buffer_length aof_pending_bio_fsync") {
			busy = busy || info[name] != "" && info[name] != "0"
		}
		if !busy {
			return info, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(settleEvery):
		}
	}
}

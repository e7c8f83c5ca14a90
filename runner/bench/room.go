package bench

import (
	"context"
	"fmt"

	"redismatrix/matrix"
)

// roomy is how much may be filled in without asking whether there is room.
const roomy = 64 << 20

// room refuses to fill a server with more than it can hold: with need bytes
// beyond its maxmemory, or with more than half of its host's memory. A server
// that does not tell its memory is filled all the same.
func (c *control) room(ctx context.Context, need int64) error {
	if need <= roomy {
		return nil
	}
	text, err := c.client.Info(ctx, "memory").Result()
	if err != nil {
		return nil
	}
	return roomFor(matrix.ParseInfo(text), need)
}

// roomFor says why there is no room for need bytes. INFO tells both bounds from
// Redis 3.2 on.
func roomFor(info matrix.Info, need int64) error {
	const remedy = "lower the keyspace or the size of values"
	most, used, host := info.Integer("maxmemory"), info.Integer("used_memory"), info.Integer("total_system_memory")
	switch {
	case most > 0 && need > most-used:
		return fmt.Errorf("the data takes about %s, and maxmemory leaves %s: %s, or raise maxmemory", gibi(need), gibi(max(0, most-used)), remedy)
	case host > 0 && need > host/2:
		return fmt.Errorf("the data takes about %s, more than half of the %s of memory where the server runs: %s", gibi(need), gibi(host), remedy)
	}
	return nil
}

func gibi(bytes int64) string { return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30)) }

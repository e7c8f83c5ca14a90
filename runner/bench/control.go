package bench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"redismatrix/matrix"
)

const (
	// controlPatience bounds a single command that looks after the data set;
	// deleting a large key takes a server a while.
	controlPatience = 30 * time.Second
	// pollEvery is how often a server is asked whether it has come to rest.
	pollEvery = 2 * time.Millisecond
)

// control looks after the data set, on a connection of its own.
type control struct {
	client *redis.Client
	owned  bool
	keep   bool // nothing is removed
	prefix string
	// name is what an attached server calls the session's connections, by which
	// their end can be seen; "" on one of our own.
	name string
	// functions is true while install has loaded some.
	functions bool
}

// newControl does not connect yet.
func newControl(at matrix.Endpoint) *control {
	c := &control{
		owned:  at.Owned,
		keep:   at.Keep,
		prefix: at.Prefix,
		client: redis.NewClient(&redis.Options{
			Network: at.Network, Addr: at.Address, DB: at.DB, Username: at.User, Password: at.Password,
			Protocol: 2, DisableIdentity: true, MaxRetries: -1,
			MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
			PoolSize:                 1, PipelinePoolSize: -1, DialerRetries: 1,
			Dialer:                at.SecureDial(new(net.Dialer).DialContext, os.ReadFile, os.ReadDir),
			ContextTimeoutEnabled: true, ReadTimeout: controlPatience, WriteTimeout: controlPatience,
		}),
	}
	if !at.Owned && !at.Keep {
		c.name = "redis-matrix-" + rand.Text()
	}
	return c
}

// explain says of a timeout what it means.
func explain(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("no reply for %v: is the server stopped, or busy with a long command?", controlPatience)
	}
	return err
}

func (c *control) close() error { return c.client.Close() }

// empty removes all data that is ours and waits until the server is at rest.
func (c *control) empty(ctx context.Context) error {
	if c.keep {
		return nil
	}
	if !c.owned {
		_, err := c.sweep(ctx)
		return errors.Join(c.uninstall(ctx), err)
	}
	keys, err := c.client.DBSize(ctx).Result()
	if err != nil {
		return err
	}
	if keys > 0 {
		// SYNC is known from 6.2 on, where FLUSHALL alone may be told to be lazy.
		if c.client.Do(ctx, "flushall", "sync").Err() != nil {
			if err := c.client.FlushAll(ctx).Err(); err != nil {
				return err
			}
		}
	}
	return c.settle(ctx)
}

// globQuote makes text match only itself in a SCAN pattern.
func globQuote(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`).Replace(text)
}

// busy are INFO's fields that are not 0 while a server works in the background.
var busy = []string{"rdb_bgsave_in_progress", "aof_rewrite_in_progress", "aof_rewrite_scheduled", "lazyfree_pending_objects"}

// settle waits until no save, rewrite or lazy deletion is under way.
func (c *control) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, controlPatience)
	defer cancel()
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for {
		info, err := c.client.Info(ctx).Result()
		if err != nil {
			return err
		}
		field := firstBusy(info)
		if field == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the server to come to rest, %s: %w", field, context.Cause(ctx))
		case <-ticker.C:
		}
	}
}

// firstBusy is the first field of busy that is not 0, "" when the server rests.
func firstBusy(text string) string {
	info := matrix.ParseInfo(text)
	for _, field := range busy {
		if info.Integer(field) != 0 {
			return field
		}
	}
	return ""
}

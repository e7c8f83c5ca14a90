package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

const (
	// KeyPrefix is what the keys of every run on an attached server begin with.
	KeyPrefix = "redis-matrix:"
	// goneEvery is how often a server is asked whether it has dropped connections.
	goneEvery = 20 * time.Millisecond
	// blindSweeps is how often in turn nothing may be found, goneEvery apart,
	// where the server does not tell which connections it has.
	blindSweeps = 25
	// mostSweeps is how often keys may be found before somebody must be taken to
	// write them all the time.
	mostSweeps = 100
)

// LeftError is what a session ends with where it could not remove what it had
// written to an attached server.
type LeftError struct {
	Prefix string // that the keys have
	Err    error
}

func (e *LeftError) Error() string {
	return fmt.Sprintf("keys %s* may be left on the server, since removing them failed: %v; `redis-matrix bench --clean`, with the flags of the connection, removes them",
		e.Prefix, e.Err)
}

func (e *LeftError) Unwrap() error { return e.Err }

// Clean removes the keys that earlier runs, which were killed, may have left on
// a server: all that begin with KeyPrefix, those of runs that go on at the time
// among them. It tells how many there were.
func Clean(ctx context.Context, at matrix.Endpoint) (removed int64, err error) {
	at.Owned, at.Prefix = false, KeyPrefix
	c := newControl(at)
	removed, err = c.sweep(ctx)
	if err != nil {
		err = redact(explain(err), at.User, at.Password)
	}
	return removed, errors.Join(err, c.close())
}

// leave removes all that is ours from an attached server, to which no connection
// of ours is open any more. A control connection that was lost is made anew,
// once.
func (c *control) leave(ctx context.Context) error {
	err := c.remains(ctx)
	var refused redis.Error
	if err == nil || errors.As(err, &refused) || isRefusal(err) || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return c.remains(ctx)
}

// remains waits until the server has dropped the connections, since it executes
// what it has read from them before it does, and sweeps until nothing is found.
func (c *control) remains(ctx context.Context) error {
	told, err := c.gone(ctx)
	if err != nil {
		return err
	}
	want := 1
	if !told {
		want = blindSweeps
	}
	for empty, full := 0, 0; empty < want; {
		found, err := c.sweep(ctx)
		if err != nil {
			return err
		}
		if empty++; found > 0 {
			empty, full = 0, full+1
		}
		if full > mostSweeps {
			return errors.New("keys appear as fast as they are removed: does another program use them?")
		}
		if empty < want {
			if err := pause(ctx, goneEvery); err != nil {
				return err
			}
		}
	}
	return c.uninstall(ctx)
}

// gone waits until the server has none of our connections any more. told is
// false where it does not tell, as where the user may not ask.
func (c *control) gone(ctx context.Context) (told bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, controlPatience,
		fmt.Errorf("the server has not dropped the connections within %v: is it busy?", controlPatience))
	defer cancel()
	for {
		reply, err := c.ask(ctx, []string{"CLIENT", "LIST"})
		if isRefusal(err) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		list, _ := reply.(string)
		if !strings.Contains(list, " name="+c.name+" ") {
			return true, nil
		}
		if err := pause(ctx, goneEvery); err != nil {
			return false, err
		}
	}
}

// sweep deletes the keys with our prefix, and tells how many it found. Each
// command has the patience of the connection; all together may take longer.
func (c *control) sweep(ctx context.Context) (found int64, err error) {
	pattern := globQuote(c.prefix) + "*"
	var cursor uint64
	for {
		keys, next, err := c.client.Scan(ctx, cursor, pattern, 1000).Result()
		if err != nil {
			return found, err
		}
		if len(keys) > 0 {
			if err := c.client.Del(ctx, keys...).Err(); err != nil {
				return found, err
			}
			found += int64(len(keys))
		}
		if cursor = next; cursor == 0 {
			return found, nil
		}
	}
}

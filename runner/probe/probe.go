// Package probe gathers evidence: what the host is, and the counters of a
// server and of this process that tell whether a sample can be trusted.
package probe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"redismatrix/matrix"
)

// patience is how long a reply is waited for.
const patience = 5 * time.Second

// Reader reads the counters of one server over a connection of its own. Close
// it.
type Reader struct{ client *redis.Client }

// Open connects to a server.
func Open(ctx context.Context, at matrix.Endpoint) (*Reader, error) {
	client := redis.NewClient(options(at))
	if err := client.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(fmt.Errorf("probe %s: %w", at.Address, quiet(err)), client.Close())
	}
	return &Reader{client: client}, nil
}

// options are those that send a server of any age nothing but what is asked.
func options(at matrix.Endpoint) *redis.Options {
	return &redis.Options{
		Network:                  at.Network,
		Addr:                     at.Address,
		Username:                 at.User,
		Password:                 at.Password,
		Protocol:                 2,
		DisableIdentity:          true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1,
		ContextTimeoutEnabled:    true,
		PoolSize:                 1,
		PipelinePoolSize:         -1,
		ReadTimeout:              patience,
	}
}

// quiet says what an error means. It drops an error reply that may echo the
// handshake's arguments, the password among them, as Redis 4.0 and 5.0 do.
func quiet(err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("no reply for %v: is the server stopped, or busy with a long command?", patience)
	case strings.Contains(strings.ToLower(err.Error()), "hello"):
		return errors.New("the server refused the handshake: check the user and the password")
	}
	return err
}

// Read takes a reading of all counters. Those that this platform or server
// does not have stay zero.
func (r *Reader) Read(ctx context.Context) (matrix.Counters, error) {
	text, err := r.client.Info(ctx).Result()
	if err != nil {
		return matrix.Counters{}, fmt.Errorf("read INFO: %w", quiet(err))
	}
	counters := parseInfo(text)
	// A server may be set up not to tell; then there is nothing to compare.
	counters.Config, _ = r.client.ConfigGet(ctx, "*").Result()
	counters.At = time.Now()
	hostCounters(&counters)
	return counters, nil
}

// Close closes the connection.
func (r *Reader) Close() error { return r.client.Close() }

// parseInfo reads what INFO says; the fields are in every version from 2.8 on,
// aof_delayed_fsync only while AOF is on.
func parseInfo(text string) matrix.Counters {
	info := fields(text)
	cpu := info.seconds("used_cpu_sys") + info.seconds("used_cpu_user") +
		info.seconds("used_cpu_sys_children") + info.seconds("used_cpu_user_children")
	return matrix.Counters{
		RunID:      info["run_id"],
		ServerCPU:  cpu,
		MainCPU:    info.seconds("used_cpu_sys_main_thread") + info.seconds("used_cpu_user_main_thread"),
		Commands:   info.integer("total_commands_processed"),
		Evicted:    info.integer("evicted_keys"),
		Keys:       info.keys(),
		AOFError:   info["aof_last_write_status"] == "err",
		RDBError:   info["rdb_last_bgsave_status"] == "err",
		AOFDelayed: info.integer("aof_delayed_fsync"),
		Forks:      strings.Join([]string{info["total_forks"], info["rdb_last_save_time"], info["latest_fork_usec"]}, " "),
		Saving:     info.integer("rdb_bgsave_in_progress")+info.integer("aof_rewrite_in_progress") > 0,
	}
}

// infoFields are INFO's lines by name.
type infoFields map[string]string

func fields(text string) infoFields {
	info := infoFields{}
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		if found {
			info[name] = value
		}
	}
	return info
}

// integer is the field as a number, 0 where it is absent or none.
func (f infoFields) integer(name string) int64 {
	n, err := strconv.ParseInt(f[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// seconds is the field, a decimal number of seconds, as a duration.
func (f infoFields) seconds(name string) time.Duration {
	s, err := strconv.ParseFloat(f[name], 64)
	if err != nil {
		return 0
	}
	return time.Duration(s * float64(time.Second))
}

// keys adds up the keys of all databases, from lines such as
// "db0:keys=3,expires=0,avg_ttl=0".
func (f infoFields) keys() int64 {
	var sum int64
	for name, value := range f {
		if !isDatabase(name) {
			continue
		}
		first, _, _ := strings.Cut(value, ",")
		n, err := strconv.ParseInt(strings.TrimPrefix(first, "keys="), 10, 64)
		if err == nil {
			sum += n
		}
	}
	return sum
}

func isDatabase(name string) bool {
	number, found := strings.CutPrefix(name, "db")
	if !found {
		return false
	}
	_, err := strconv.Atoi(number)
	return err == nil
}

// Package probe gathers evidence: what the host is, and the counters of a
// server and of this process that tell whether a sample can be trusted.
package probe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// patience is how long a reply is waited for.
const patience = 5 * time.Second

// Reader reads the counters of one server over a connection of its own. Close
// it.
type Reader struct {
	client  *redis.Client
	machine machine
	storage storage
	user    string
}

// Open connects to a server.
func Open(ctx context.Context, at matrix.Endpoint) (*Reader, error) {
	client := redis.NewClient(options(at))
	if err := client.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(fmt.Errorf("probe %s: %w", at.Address, quiet(err)), client.Close())
	}
	return &Reader{client: client, machine: newMachine(0), storage: watchStorage(0), user: at.User}, nil
}

// Watch has readings include what the host tells of the server's process; pid is
// its number on this host, 0 where it is elsewhere or not known. It is called once,
// before the first reading.
func (r *Reader) Watch(pid int) { r.machine, r.storage = newMachine(pid), watchStorage(pid) }

// Read takes a reading of all counters. Those that this platform or server
// does not have, or refuses to tell, stay zero.
func (r *Reader) Read(ctx context.Context) (matrix.Counters, error) {
	counters, err := r.info(ctx)
	if err != nil {
		return matrix.Counters{}, err
	}
	if counters.Config, err = r.config(ctx); err != nil {
		return matrix.Counters{}, err
	}
	counters.At = time.Now()
	r.machine.read(&counters)
	r.storage.read(&counters.Persistence, counters.Config)
	return counters, nil
}

// Now reads what the host tells of itself, without a server.
func Now() matrix.Counters {
	counters := matrix.Counters{At: time.Now()}
	newMachine(0).read(&counters)
	return counters
}

// info is what INFO says, or why the server refuses to tell.
func (r *Reader) info(ctx context.Context) (matrix.Counters, error) {
	text, err := r.client.Info(ctx).Result()
	var refusal redis.Error
	switch {
	case errors.As(err, &refusal):
		return matrix.Counters{NoInfo: r.hide(quiet(err).Error()), Persistence: refusedPersistence()}, nil
	case err != nil:
		return matrix.Counters{}, fmt.Errorf("read INFO: %w", quiet(err))
	}
	return parseInfo(text), nil
}

// hide takes the user's name out of a refusal: it belongs to the environment.
func (r *Reader) hide(text string) string {
	if r.user == "" {
		return text
	}
	return strings.ReplaceAll(text, "User "+r.user+" ", "User *** ")
}

// config is what CONFIG GET * says, nil where the server refuses to tell.
func (r *Reader) config(ctx context.Context) (map[string]string, error) {
	config, err := r.client.ConfigGet(ctx, "*").Result()
	var refusal redis.Error
	switch {
	case errors.As(err, &refusal):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the configuration: %w", quiet(err))
	}
	return config, nil
}

// Close closes the connection.
func (r *Reader) Close() error { return errors.Join(r.client.Close(), r.storage.close()) }

// parseInfo reads what INFO says; the fields are in every version from 2.8 on,
// but for used_cpu_*_main_thread and total_forks (6.2), and aof_delayed_fsync and
// aof_current_size, which are there only while AOF is on.
func parseInfo(text string) matrix.Counters {
	info := matrix.ParseInfo(text)
	return matrix.Counters{
		RunID:        info["run_id"],
		ServerCPU:    info.Seconds("used_cpu_sys") + info.Seconds("used_cpu_user"),
		MainCPU:      info.Seconds("used_cpu_sys_main_thread") + info.Seconds("used_cpu_user_main_thread"),
		ChildCPU:     info.Seconds("used_cpu_sys_children") + info.Seconds("used_cpu_user_children"),
		Commands:     info.Integer("total_commands_processed"),
		Evicted:      info.Integer("evicted_keys"),
		Keys:         info.Keys(),
		AOFError:     info["aof_last_write_status"] == "err",
		RDBError:     info["rdb_last_bgsave_status"] == "err",
		RewriteError: info["aof_last_bgrewrite_status"] == "err",
		Persistence:  infoPersistence(info),
		AOFDelayed:   info.Integer("aof_delayed_fsync"),
		Forks:        strings.Join([]string{info["total_forks"], info["rdb_last_save_time"], info["latest_fork_usec"]}, " "),
		Saving:       info.Integer("rdb_bgsave_in_progress")+info.Integer("aof_rewrite_in_progress") > 0,
	}
}

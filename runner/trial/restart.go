package trial

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// mostWarm is the share of the files that may stay in the page cache.
const mostWarm = 0.05

// restart fills a server, stops it in order and starts it again.
func (a *attempt) restart(ctx context.Context) error {
	site, err := a.site()
	if err != nil {
		return err
	}
	server, err := a.start(ctx, site, Start{})
	if err != nil {
		return err
	}
	facts := server.Facts()
	data := dataset{values{a.Seed, a.Cell.Load.ValueSize}, a.Cell.Load.Keyspace}
	client := connect(facts.Endpoint, 1)
	err = errors.Join(a.prepare(ctx, client, data), client.Close())
	if err != nil || a.sample.Status != matrix.StatusOK {
		return err
	}
	if err := server.Leave(ctx); err != nil {
		return err
	}
	if a.sample.Trial.AOF, a.sample.Trial.RDB, err = sizes(site.dir); err != nil {
		return err
	}
	if err := a.chill(site.dir); err != nil || a.sample.Status != matrix.StatusOK {
		return err
	}
	return a.again(ctx, site, data)
}

// prepare fills the data set, has it on disk, and tells the server to end.
func (a *attempt) prepare(ctx context.Context, client *redis.Client, data dataset) (err error) {
	a.sample.Trial.Keys = int64(data.keys)
	if a.sample.Trial.Data, err = data.fill(ctx, client); err != nil {
		return err
	}
	if err := a.persist(ctx, client); err != nil {
		return err
	}
	// Its reply is the end of the connection.
	if err := client.Do(ctx, "SHUTDOWN", "NOSAVE").Err(); err != nil {
		if reply, refused := errors.AsType[redis.Error](err); refused {
			return fmt.Errorf("stop the server: %w", reply)
		}
	}
	return nil
}

// persist has the data in the files that the server is started on: its AOF, or
// without one an RDB.
func (a *attempt) persist(ctx context.Context, client *redis.Client) error {
	info, err := settle(ctx, client)
	if err != nil {
		return err
	}
	if info["aof_enabled"] != "1" {
		if err := client.Save(ctx).Err(); err != nil {
			return fmt.Errorf("save the data set: %w", said(err))
		}
		if a.saves() == "" {
			a.note("", "started on an RDB that was saved for the test: nothing of this setup saves one")
		}
		return nil
	}
	if !a.Cell.Load.Rewrite {
		return nil
	}
	if err := client.BgRewriteAOF(ctx).Err(); err != nil {
		return fmt.Errorf("rewrite the AOF: %w", said(err))
	}
	if info, err = settle(ctx, client); err != nil {
		return err
	}
	if status := info["aof_last_bgrewrite_status"]; status != "ok" {
		return fmt.Errorf("rewrite the AOF: its status is %q; see the server's log", status)
	}
	return nil
}

// saves are the setup's save points, "" for none.
func (a *attempt) saves() string {
	for _, d := range a.Setup.Config {
		if d.Name == "save" && len(d.Args) > 0 && d.Args[0] != "" {
			return fmt.Sprint(d.Args)
		}
	}
	return ""
}

// again starts the server on its data, and checks what it has of them.
func (a *attempt) again(ctx context.Context, site place, data dataset) error {
	last := data.keys - 1
	before := a.counters()
	server, err := a.start(ctx, site, Start{Ready: untilRead(dataKey(last), data.of(uint64(last)))})
	if err != nil {
		return err
	}
	a.sample.Host = a.counters().Since(before)
	facts := server.Facts()
	client := connect(facts.Endpoint, 1)
	if err := errors.Join(data.whole(ctx, client), client.Close()); err != nil {
		return logged(err, facts.Log)
	}
	a.sample.Trial.Restart = time.Duration(facts.Info.StartNanos)
	a.sample.Trial.Loaded = loaded(facts.Log)
	return nil
}

// counters are those of the host, none where nobody reads them.
func (a *attempt) counters() matrix.Counters {
	if a.host == nil {
		return matrix.Counters{}
	}
	return a.host()
}

// chill sees to the page cache: a server that is to start with a cold one finds
// none of its files in memory.
func (a *attempt) chill(dir string) error {
	if a.Cell.Load.Cache != matrix.CacheCold {
		return nil
	}
	left, err := dropCache(dir)
	if err != nil {
		return fmt.Errorf("drop the server's files from the page cache: %w", err)
	}
	if of := a.sample.Trial.AOF + a.sample.Trial.RDB; float64(left) > mostWarm*float64(of) {
		a.invalid("use storage that is no memory, or cache: warm",
			"%d of the files' %d bytes could not be dropped from the page cache", left, of)
	}
	return nil
}

package bench

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// census is how many keys a server of our own has, and how many it has evicted.
// Of an attached one it is not told: others may use it.
type census struct {
	known         bool
	keys, evicted int64
}

func (c *control) census(ctx context.Context) (census, error) {
	if !c.owned {
		return census{}, nil
	}
	keys, err := c.client.DBSize(ctx).Result()
	if err != nil {
		return census{}, err
	}
	info, err := c.client.Info(ctx, "stats").Result()
	return census{true, keys, matrix.ParseInfo(info).Integer("evicted_keys")}, err
}

// grownTo says what is wrong with the numbers after keys were set, none of
// which was there before unless some is true.
func (c census) grownTo(after census, keys int64, some bool) string {
	added := after.keys - c.keys
	switch {
	case !c.known:
		return ""
	case after.evicted > c.evicted:
		return fmt.Sprintf("the server evicted %d keys", after.evicted-c.evicted)
	case added > keys || added < keys && (!some || after.keys < keys):
		return fmt.Sprintf("the server has %d keys more, not %d,", added, keys)
	}
	return ""
}

// count is the number of elements of a recipe's key.
func (c *control) count(ctx context.Context, r recipe) (int64, error) {
	return c.client.Do(ctx, r.count, c.prefix+r.key).Int64()
}

// remove deletes one of our keys.
func (c *control) remove(ctx context.Context, key string) error {
	return c.client.Del(ctx, c.prefix+key).Err()
}

// spotCheck looks at samples of a family, spread evenly, and says what is wrong
// with the first that does not hold a value of the load's sizes, or has no time
// to live where it should.
func (c *control) spotCheck(ctx context.Context, r recipe, load matrix.Load) (complaint string, err error) {
	const samples = 32
	pipe := c.client.Pipeline()
	for i := range min(samples, load.Keyspace) {
		number := i * load.Keyspace / min(samples, load.Keyspace)
		key := fmt.Sprintf("%s%s%0*d", c.prefix, r.key, digits, number)
		pipe.StrLen(ctx, key)
		if r.lasting {
			pipe.Do(ctx, "TTL", key)
		}
	}
	replies, err := pipe.Exec(ctx)
	var refusal redis.Error
	if errors.As(err, &refusal) {
		return printable(err.Error()), nil
	}
	if err != nil {
		return "", err
	}
	for _, reply := range replies {
		if complaint := unlike(reply, load.ValueSize); complaint != "" {
			return complaint, nil
		}
	}
	return "", nil
}

// unlike says what is wrong with a reply to STRLEN or TTL.
func unlike(reply redis.Cmder, sizes matrix.Sizes) string {
	switch got := reply.(type) {
	case *redis.IntCmd:
		if !sizes.Holds(int(got.Val())) {
			return fmt.Sprintf("%v holds %d bytes instead of %v", reply.Args()[1], got.Val(), sizes)
		}
	case *redis.Cmd:
		if left, err := got.Int64(); err != nil || left <= 0 {
			return fmt.Sprintf("%v does not expire", reply.Args()[1])
		}
	}
	return ""
}

// install loads a test's script or functions.
func (c *control) install(ctx context.Context, test matrix.Test) error {
	if test.Script != "" {
		if err := c.client.ScriptLoad(ctx, test.Script).Err(); err != nil {
			return fmt.Errorf("load the script of %s: %w", test.Name, err)
		}
	}
	if test.Function == "" {
		return nil
	}
	c.functions = true
	if err := c.client.FunctionLoadReplace(ctx, test.Function).Err(); err != nil {
		return fmt.Errorf("load the function of %s: %w", test.Name, err)
	}
	return nil
}

// uninstall removes what install loaded and others can see. The cache of
// scripts cannot be told to forget one.
func (c *control) uninstall(ctx context.Context) error {
	if !c.functions {
		return nil
	}
	err := c.client.FunctionDelete(ctx, matrix.FunctionLibrary).Err()
	c.functions = err != nil
	return err
}

// Command redis-matrix compares Redis versions and configurations side by
// side: it starts one real server per setup, drives it, and prints the setups
// in tables.
//
// Data goes to stdout and everything else to stderr. The exit codes are those
// of the constants below; 1 and 2 are never used, since make and shells use
// them for their own.
package main

import (
	"context"
	"os"

	"github.com/redis/go-redis/v9/logging"

	"redismatrix/runner/launch"
)

func main() {
	if launch.Guard() {
		return
	}
	logging.Disable() // what the Redis client has to say is in its errors
	ctx, stop := watchSignals(context.Background(), os.Stderr, os.Exit)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)
	stop()
	os.Exit(code)
}

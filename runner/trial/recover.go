package trial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"redismatrix/matrix"
)

// recover starts a server on what a crash has left in a site, and has the files
// repaired on a copy where it refuses them; it is nil where nothing can be made of
// them. How that went is noted in crash. A server that died of them, or did not
// come to an end with them, is an error.
func (a *attempt) recover(ctx context.Context, site place, crash *matrix.Crash) (Server, error) {
	server, err := a.start(ctx, site, Start{})
	if err == nil {
		crash.Recovery = matrix.RecoveryLoaded
		if cut := saying(server.Facts().Log, cuts); len(cut) > 0 {
			crash.Recovery, crash.Detail = matrix.RecoveryCut, strings.Join(cut, " | ")
		}
		return server, nil
	}
	why := refused(err)
	if why == "" {
		return nil, fmt.Errorf("start the server after its crash: %w", err)
	}
	crash.Recovery, crash.Detail = matrix.RecoveryRefused, why
	return a.repair(ctx, site, crash)
}

// refused is what a server said that did not take the data it found, "" where it
// came to another end.
func refused(err error) string {
	ended, itself := errors.AsType[*EndedError](err)
	if !itself || !ended.Exited {
		return ""
	}
	return strings.Join(saying(ended.Log, refusals), " | ")
}

// repair repairs a copy of a site's files, as far as the server's program can, and
// starts a server on them.
func (a *attempt) repair(ctx context.Context, site place, crash *matrix.Crash) (Server, error) {
	said, _, err := site.Check(ctx, false)
	if err != nil {
		crash.Check = err.Error() // without an AOF there is nothing to be repaired
		return nil, ctx.Err()
	}
	crash.Check = verdict(said)
	other, err := a.site()
	if err != nil {
		return nil, err
	}
	if err := copyFiles(site.dir, other.dir); err != nil {
		return nil, fmt.Errorf("copy the files to repair them: %w", err)
	}
	if _, whole, err := other.Check(ctx, true); err != nil || !whole {
		return nil, err
	}
	server, err := a.start(ctx, other, Start{})
	switch {
	case err == nil:
		crash.Recovery = matrix.RecoveryRepaired
		return server, nil
	case refused(err) != "":
		return nil, nil
	}
	return nil, fmt.Errorf("start the server on repaired files: %w", err)
}

// verdict is the last that a program said that checks an AOF, before it asked.
func verdict(said string) string {
	var last string
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "This will shrink") && !strings.Contains(line, "[y/N]") {
			last = line
		}
	}
	return last
}

package probe

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"redismatrix/matrix"
)

// options are those that send a server of any age nothing but what is asked.
func options(at matrix.Endpoint) *redis.Options {
	return &redis.Options{
		Network: at.Network, Addr: at.Address, DB: at.DB, Username: at.User, Password: at.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, DialerRetries: 1,
		Dialer:   at.SecureDial(new(net.Dialer).DialContext, os.ReadFile, os.ReadDir),
		PoolSize: 1, PipelinePoolSize: -1,
		ContextTimeoutEnabled: true, ReadTimeout: patience,
	}
}

// quiet says what an error means, and what can be done. It drops an error reply
// that may echo the handshake's arguments, the password among them, as Redis
// 4.0 and 5.0 do.
func quiet(err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("no reply for %v: is the server stopped, or busy with a long command?", patience)
	case strings.Contains(strings.ToLower(err.Error()), "hello"):
		return errors.New("the server refused the handshake: check the user and the password")
	}
	remedy := matrix.ConnectRemedy(err)
	if reply, ok := errors.AsType[redis.Error](err); ok {
		remedy = matrix.ReplyRemedy(reply.Error())
	}
	if remedy == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, remedy)
}

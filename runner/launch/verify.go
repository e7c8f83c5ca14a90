package launch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"redismatrix/matrix"
)

// expected is what must hold of the server that answers; 0 is not looked at.
type expected struct{ pid, port int }

// What tells that another server may answer than the one started.
var (
	errStranger = errors.New("another server answers")
	errNoInfo   = errors.New("ask INFO")
)

// prove has the server at an endpoint say what it is and compares that with
// what was asked for: product and version, process and port, every directive.
// Of ServerInfo it fills what the server itself can tell.
func prove(ctx context.Context, at matrix.Endpoint, setup matrix.Setup, want expected) (matrix.ServerInfo, error) {
	client := connect(at)
	info, err := interview(ctx, client, setup, want)
	if err = errors.Join(err, client.Close()); err != nil {
		return info, fmt.Errorf("check the server at %s: %w", at.Address, redact(mend(err), at))
	}
	return info, nil
}

// connect opens a client that sends nothing but what it is asked to.
func connect(at matrix.Endpoint) *redis.Client {
	return redis.NewClient(&redis.Options{
		Network: at.Network, Addr: at.Address, DB: at.DB, Username: at.User, Password: at.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, DialerRetries: 1,
		Dialer:   at.SecureDial(new(net.Dialer).DialContext, os.ReadFile, os.ReadDir),
		PoolSize: 1, PipelinePoolSize: -1,
		ContextTimeoutEnabled: true,
	})
}

// mend adds to an error what can be done about it.
func mend(err error) error {
	remedy := matrix.ConnectRemedy(err)
	if reply, ok := errors.AsType[redis.Error](err); ok {
		remedy = matrix.ReplyRemedy(reply.Error())
	}
	if remedy == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, remedy)
}

func interview(ctx context.Context, client *redis.Client, setup matrix.Setup, want expected) (matrix.ServerInfo, error) {
	text, err := client.Info(ctx).Result()
	if err != nil {
		return matrix.ServerInfo{}, fmt.Errorf("%w: %w", errNoInfo, err)
	}
	said := facts(matrix.ParseInfo(text))
	info, version, err := said.identify()
	if err != nil {
		return info, err
	}
	if err := errors.Join(said.belong(want), said.match(version, setup.Server)); err != nil {
		return info, err
	}
	if info.Config, err = readBack(ctx, client, info.Name(), setup.Config); err != nil {
		return info, err
	}
	info.Effective, err = readAll(ctx, client)
	return info, err
}

// facts are what INFO says, to be checked.
type facts matrix.Info

// identify reads product, version and build.
func (f facts) identify() (matrix.ServerInfo, matrix.Version, error) {
	product, number := matrix.Redis, f["redis_version"]
	switch name := f["server_name"]; name {
	case "", "redis":
	case "valkey":
		product, number = matrix.Valkey, f["valkey_version"]
	default:
		return matrix.ServerInfo{}, matrix.Version{}, fmt.Errorf("the server calls itself %q; only Redis and Valkey are known", name)
	}
	version, err := matrix.ParseVersion(string(product) + "-" + number)
	if err != nil {
		return matrix.ServerInfo{}, version, fmt.Errorf("the server says its version is %q: %w", number, err)
	}
	return matrix.ServerInfo{
		Product: product, Version: number, Build: f["redis_build_id"], RunID: f["run_id"],
		Allocator: f["mem_allocator"], Compiler: f["gcc_version"],
	}, version, nil
}

// belong reports that the server is not the process that was started.
func (f facts) belong(want expected) error {
	if f["run_id"] == "" {
		return errors.New("the server tells no run_id")
	}
	if want.pid != 0 && f["process_id"] != strconv.Itoa(want.pid) {
		return fmt.Errorf("%w: it is process %s, started was %d", errStranger, f["process_id"], want.pid)
	}
	if want.port != 0 && f["tcp_port"] != strconv.Itoa(want.port) {
		return fmt.Errorf("%w: its port is %s, asked for was %d", errStranger, f["tcp_port"], want.port)
	}
	return nil
}

// match reports that the server has not the version that was asked for.
func (f facts) match(got matrix.Version, ref matrix.ServerRef) error {
	if ref.Version.Matches(got) {
		return nil
	}
	asked := ref.Version.String()
	if ref.Text != asked {
		asked += " (" + ref.Text + ")"
	}
	return fmt.Errorf("asked for %s, but it is %s; correct the name or what it points at in server.servers", asked, got)
}

// redact takes user and password out of an error: servers 4.0 and 5.0 repeat
// what they were sent.
func redact(err error, at matrix.Endpoint) error {
	text := err.Error()
	for _, secret := range []string{at.Password, at.User} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

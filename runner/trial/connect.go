package trial

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"redismatrix/matrix"
)

// replyTime is how long a server may take for a reply: SAVE and storage that is
// slow take their time.
const replyTime = 10 * time.Minute

// connect opens a client of so many connections that sends nothing but what it
// is asked to.
func connect(at matrix.Endpoint, connections int) *redis.Client {
	return redis.NewClient(&redis.Options{
		Network: at.Network, Addr: at.Address, Username: at.User, Password: at.Password,
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		MaxRetries:               -1, DialerRetries: 1,
		PoolSize: connections, PipelinePoolSize: -1, PoolTimeout: replyTime,
		ReadTimeout: replyTime, WriteTimeout: replyTime, ContextTimeoutEnabled: true,
	})
}

// said adds to an error of the server what can be done about it.
func said(err error) error {
	remedy := matrix.ConnectRemedy(err)
	if reply, ok := errors.AsType[redis.Error](err); ok {
		remedy = matrix.ReplyRemedy(reply.Error())
	}
	if remedy == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, remedy)
}

// askEvery is how long a server that does not answer yet is left alone.
const askEvery = 200 * time.Microsecond

var errAbsent = errors.New("it has not the key any more")

// untilRead asks the server at an address for a key until it gives the value.
func untilRead(key, value string) func(ctx context.Context, address string) error {
	return func(ctx context.Context, address string) error {
		for {
			loading, err := askFor(ctx, address, key, value)
			switch {
			case err == nil:
				return nil
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case !loading:
				return fmt.Errorf("read %s after the start: %w", key, err)
			}
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(askEvery):
			}
		}
	}
}

// askFor asks for a key over one connection, as long as that is there. loading is
// true where the server may come to answer.
func askFor(ctx context.Context, address, key, value string) (loading bool, err error) {
	l, err := dial(ctx, address)
	if err != nil {
		return true, err
	}
	defer l.Close() //nolint:errcheck // nothing was written
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	for {
		got, found, err := l.get(key)
		reply, refused := errors.AsType[replyError](err)
		switch {
		case err == nil && !found:
			return false, errAbsent
		case err == nil && got != value:
			return false, errors.New("its value is not the one that was written")
		case err == nil:
			return false, nil
		case !strings.HasPrefix(string(reply), "LOADING"):
			return !refused, err
		}
		time.Sleep(askEvery)
	}
}

// link is a connection that is waited on for every reply.
type link struct {
	net.Conn
	reader *bufio.Reader
}

func dial(ctx context.Context, address string) (link, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return link{}, err
	}
	return link{conn, bufio.NewReader(conn)}, nil
}

// replyError is a reply that is an error.
type replyError string

func (e replyError) Error() string { return string(e) }

// RedisError makes it one of those that have a remedy.
func (replyError) RedisError() {}

// send sends a command and gives the first line of its reply.
func (l link) send(words ...string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(word), word)
	}
	if _, err := l.Write([]byte(b.String())); err != nil {
		return "", err
	}
	return l.line()
}

func (l link) line() (string, error) {
	line, err := l.reader.ReadString('\n')
	if err != nil {
		return "", err
	}
	line = strings.TrimSuffix(line, "\r\n")
	if text, refused := strings.CutPrefix(line, "-"); refused {
		return "", replyError(text)
	}
	return line, nil
}

// set writes a key, and returns when that is answered.
func (l link) set(key, value string) error {
	reply, err := l.send("SET", key, value)
	if err == nil && reply != "+OK" {
		err = fmt.Errorf("SET is answered with %q", reply)
	}
	return err
}

// waitAOF returns when what this connection has written is synced to the AOF of
// the server.
func (l link) waitAOF() error {
	if _, err := l.send("WAITAOF", "1", "0", "0"); err != nil { // "*2": this server, and replicas
		return err
	}
	synced, err := l.line()
	if err == nil && synced != ":1" {
		err = fmt.Errorf("WAITAOF is answered with %q", synced)
	}
	if err != nil {
		return err
	}
	_, err = l.line()
	return err
}

// get reads a key whose value is a line of text.
func (l link) get(key string) (value string, found bool, err error) {
	head, err := l.send("GET", key)
	if err != nil {
		return "", false, err
	}
	length, err := strconv.Atoi(strings.TrimPrefix(head, "$"))
	if err != nil || length < 0 {
		return "", false, err
	}
	value, err = l.line()
	return value, true, err
}

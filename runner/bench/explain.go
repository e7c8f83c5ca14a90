package bench

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// hide takes secrets, such as a user's name and password, out of a text.
func hide(text string, secrets ...string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	return text
}

// redact is hide for an error, which stays the same where it tells nothing.
func redact(err error, secrets ...string) error {
	if text := hide(err.Error(), secrets...); text != err.Error() {
		return errors.New(text)
	}
	return err
}

// explain says of an error of the control connection what it means and what can
// be done, and tells neither user nor password.
func (s *Session) explain(err error) error {
	err = explain(err)
	if reply, ok := errors.AsType[redis.Error](err); ok && matrix.ReplyRemedy(reply.Error()) != "" {
		err = fmt.Errorf("%w; %s", err, matrix.ReplyRemedy(reply.Error()))
	}
	return redact(err, s.at.User, s.at.Password)
}

// explainLost says of a connection that ended in mid-measurement what that may
// mean.
func explainLost(err error) error {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, end) {
			return fmt.Errorf("%w; did the server end, or drop its clients (timeout, maxmemory-clients, CLIENT KILL)? See its log", err)
		}
	}
	return err
}

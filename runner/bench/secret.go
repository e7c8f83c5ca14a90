package bench

import (
	"errors"
	"fmt"
	"strings"

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

package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// tryAll tries the commands of the spec's own that any of the load's tests
// sends, so that one that can never be right ends a cell before it costs time.
// What may be right on other data or on another version (a type, a key that is
// not there yet, an unknown command) is left to the test that sends it.
func (s *Session) tryAll(ctx context.Context) error {
	if s.allTried {
		return nil
	}
	for _, name := range s.load.Tests {
		test, _ := s.load.Test(name)
		if err := s.try(ctx, test); err != nil && !mayBeRight(err) {
			return fmt.Errorf("prepare %s: %w", name, err)
		}
	}
	s.allTried = true
	return nil
}

// mayBeRight reports that a server refused a command for another reason than
// how it is written.
func mayBeRight(err error) bool {
	if _, ok := errors.AsType[unknown](err); ok {
		return true
	}
	text := strings.ToLower(err.Error())
	return isRefusal(err) && !strings.Contains(text, "wrong number of arguments for") && !strings.Contains(text, "syntax error")
}

// try has the server execute, once, each command of the spec's own that the
// test sends, before anything is measured; that it refuses one is an error with
// its words. Where keys have a prefix it finds out first which words are keys.
func (s *Session) try(ctx context.Context, test matrix.Test) error {
	for _, part := range test.Parts {
		if err := s.try(ctx, part.Test); err != nil {
			return err
		}
	}
	if s.tried(test) {
		return nil
	}
	keys, err := s.findKeys(ctx, test.Command)
	if err != nil {
		return fmt.Errorf("find the keys of `%s`: %w", strings.Join(test.Command, " "), err)
	}
	words := s.filled(test.Command, s.valueSize())
	for _, i := range keys {
		words[i] = s.at.Prefix + words[i]
	}
	if _, err := s.control.ask(ctx, words); err != nil {
		return fmt.Errorf("try `%s`: %w", strings.Join(test.Command, " "), err)
	}
	s.own[ownID(test)] = keys
	s.touch(test, 1)
	return nil
}

// tried reports whether nothing in the test is still to be tried.
func (s *Session) tried(test matrix.Test) bool {
	if slices.ContainsFunc(test.Parts, func(part matrix.Part) bool { return !s.tried(part.Test) }) {
		return false
	}
	_, tried := s.own[ownID(test)]
	return tried || !test.Own
}

// ownID tells commands of the spec's own apart.
func ownID(test matrix.Test) string { return strings.Join(test.Command, "\x00") }

// filled is a command with a number or a value in the place of each
// placeholder, as a request has them.
func (s *Session) filled(command []string, valueSize int) []string {
	from := source{rng: rand.NewPCG(keySeed, 0), keys: s.keys, values: s.values, seq: &s.seq}
	words := make([]string, len(command))
	for i, word := range command {
		var t template
		t.word(word, valueSize)
		words[i] = string(from.append(nil, t))
	}
	return words
}

// findKeys says which words of a command are keys, where that matters: where
// they have a prefix. The server is asked what the keys are, and then, with each
// word in turn replaced by a mark, whether the mark is among them. One that
// cannot tell, as no 2.8 can, leaves commands whose keys are known.
func (s *Session) findKeys(ctx context.Context, command []string) ([]int, error) {
	if s.at.Prefix != "" && scripting[strings.ToUpper(command[0])] {
		return nil, fmt.Errorf("%s can reach keys that it does not name, which on an attached server are somebody else's; have redis-matrix start the server, or use bench --keep where the server's own keys are meant", command[0])
	}
	if s.at.Prefix == "" || len(command) == 1 {
		return nil, nil
	}
	words := s.filled(command, 1)
	keys, err := s.control.keysOf(ctx, words)
	if cannotTell(err) {
		if found, known := surelyKeys(words); known {
			return found, nil
		}
	}
	if isRefusal(err) && strings.Contains(err.Error(), "Invalid command specified") {
		return nil, unknown(command[0])
	}
	if err != nil {
		return nil, fmt.Errorf("each needs the prefix %s, but COMMAND GETKEYS: %w; correct the command, or have redis-matrix start the server where this one knows no GETKEYS", s.at.Prefix, err)
	}
	var found []int
	for i := 1; i < len(words) && len(keys) > 0; i++ {
		const mark = "redis-matrix?"
		marked := slices.Clone(words)
		marked[i] = mark
		// A word that cannot be replaced is an option or a number.
		with, err := s.control.keysOf(ctx, marked)
		if err != nil && !isRefusal(err) {
			return nil, err
		}
		if slices.Contains(with, mark) {
			found = append(found, i)
		}
	}
	if len(found) != len(keys) {
		return nil, fmt.Errorf("the server names %d (%s), which are not %d of its words", len(keys), strings.Join(keys, " "), len(found))
	}
	return found, nil
}

// scripting are the commands whose scripts can reach any key, and flush all.
var scripting = wordSet("EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO")

// keysOf is what the server takes for the keys of a command.
func (c *control) keysOf(ctx context.Context, words []string) ([]string, error) {
	reply, err := c.ask(ctx, slices.Concat([]string{"COMMAND", "GETKEYS"}, words))
	if err != nil && strings.Contains(err.Error(), "no key arguments") {
		return nil, nil
	}
	list, _ := reply.([]any)
	keys := make([]string, len(list))
	for i := range list {
		keys[i], _ = list[i].(string)
	}
	return keys, err
}

// refusal is an error reply.
type refusal string

func (r refusal) Error() string { return "the server refused: " + string(r) }

// Refused says that the error is the server's answer: all there is to say of it
// has been said, and its log holds no more.
func (refusal) Refused() {}

func isRefusal(err error) bool {
	var r refusal
	return errors.As(err, &r)
}

// cannotTell says whether an error is that of a server without COMMAND GETKEYS.
func cannotTell(err error) bool {
	return isRefusal(err) && (strings.Contains(err.Error(), "unknown command") || strings.Contains(err.Error(), "Unknown subcommand"))
}

// unknown is a command that the server does not know.
type unknown string

func (u unknown) Error() string { return "the server does not know " + string(u) }

// Refused is refusal.Refused.
func (unknown) Refused() {}

// ask has the server execute a command. nil is an answer, an error reply a
// refusal.
func (c *control) ask(ctx context.Context, words []string) (any, error) {
	args := make([]any, len(words))
	for i, word := range words {
		args[i] = word
	}
	reply, err := c.client.Do(ctx, args...).Result()
	var failure redis.Error
	switch {
	case errors.Is(err, redis.Nil):
		return nil, nil
	case errors.As(err, &failure):
		return nil, refusal(printable(failure.Error()))
	}
	return reply, err
}

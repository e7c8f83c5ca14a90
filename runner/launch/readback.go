package launch

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// readBack asks the server for the effective values of the directives in
// config and compares them. All differences stand in the error. name is the
// server's in messages.
func readBack(ctx context.Context, client *redis.Client, name string, config []matrix.Directive) ([]matrix.Directive, error) {
	asked := byName(config)
	replies := make([]*redis.MapStringStringCmd, len(asked))
	_, err := client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, a := range asked {
			replies[i] = pipe.ConfigGet(ctx, a.name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ask CONFIG GET: %w", err)
	}
	var effective []matrix.Directive
	var differences []string
	for i, a := range asked {
		found, known := answer(a.name, replies[i].Val())
		if difference := a.compare(found, known); difference != "" {
			differences = append(differences, difference)
		}
		effective = append(effective, a.effective(found)...)
	}
	if len(differences) > 0 {
		return effective, fmt.Errorf("%s does not run as asked: %s; ask for values that it takes as they are",
			name, strings.Join(differences, "; "))
	}
	return effective, nil
}

// readAll asks for the whole configuration, nil where the server refuses to tell.
func readAll(ctx context.Context, client *redis.Client) ([]matrix.Directive, error) {
	told, err := client.ConfigGet(ctx, "*").Result()
	if _, refused := errors.AsType[redis.Error](err); refused {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ask CONFIG GET *: %w", err)
	}
	return matrix.Effective(told), nil
}

// answer is the value in a reply to CONFIG GET. A server may answer under the
// directive's newer name.
func answer(name string, reply map[string]string) (value string, known bool) {
	if value, known = reply[name]; known {
		return value, true
	}
	for _, value := range reply {
		return value, len(reply) == 1
	}
	return "", false
}

// asking is all that a setup asks of one directive: the words of each line.
type asking struct {
	name  string
	lines [][]string
}

// byName gathers directives by their names, in the order of first mention.
func byName(config []matrix.Directive) []asking {
	var all []asking
	at := map[string]int{}
	for _, d := range config {
		name := strings.ToLower(d.Name)
		i, ok := at[name]
		if !ok {
			i = len(all)
			at[name] = i
			all = append(all, asking{name: name})
		}
		all[i].add(lines(d))
	}
	return all
}

// add adds lines; where a directive holds one value the last line wins.
func (a *asking) add(lines [][]string) {
	if a.name == "save" && len(lines) == 1 && isEmpty(lines[0]) || !a.repeats() {
		a.lines = nil
	}
	a.lines = append(a.lines, lines...)
}

func (a *asking) repeats() bool {
	return a.name == "save" || a.name == "client-output-buffer-limit"
}

func isEmpty(words []string) bool { return strings.Join(words, "") == "" }

// text is what was asked, as one value.
func (a *asking) text() string {
	var words []string
	for _, line := range a.lines {
		words = append(words, line...)
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// compare says how the effective value differs, "" where it does not.
func (a *asking) compare(found string, known bool) string {
	switch {
	case !known:
		return fmt.Sprintf("%s asked %q, the server does not know it or does not tell", a.name, a.text())
	case equal(a.name, a.text(), found):
		return ""
	}
	return fmt.Sprintf("%s asked %q, found %q", a.name, a.text(), found)
}

// effective is a value that was read back, in the form in which it is asked.
func (a *asking) effective(found string) []matrix.Directive {
	if found == "" {
		return []matrix.Directive{{Name: a.name, Args: []string{""}}}
	}
	var all []matrix.Directive
	for _, words := range lines(matrix.Directive{Name: a.name, Args: strings.Fields(found)}) {
		all = append(all, matrix.Directive{Name: a.name, Args: words})
	}
	return all
}

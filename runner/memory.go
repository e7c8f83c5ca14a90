package runner

import (
	"cmp"
	"context"
	"fmt"

	"redismatrix/matrix"
)

// Bounds of what can be told of the memory that keys need.
const (
	// leastGrowth is the least that the keys of a test have to take together, in
	// bytes. With its first key a server allocates up to 2.6 KiB once (Redis 8.0;
	// others 0.2 KiB), which then is no more than 5 % of it.
	leastGrowth = 60 << 10
	// mostOthers is how many other keys there may be for each of the test's: they
	// share the table of keys, whose size is a power of two.
	mostOthers = 0.01
	// mostDoubt is the share of the memory which may be something else's.
	mostDoubt = 0.02
	// perWord is what servers may keep for each word of a command that came over
	// a connection, and do not tell (client.argv in server.h): before 6.0 of the
	// last command, from 8.0 on of the longest.
	perWord = 8
	// A data set is filled over fillConnections, with commands of up to fillPairs
	// keys and values that have fillBytes together.
	fillConnections, fillPairs, fillBytes = 8, 200, 32 << 10
)

// scale weighs the keys that the tests of a session work on: the first of its
// load that work on numbered keys, all on the same.
type scale struct {
	driven
	load matrix.Load
	// families are those of the keys, none before base was read.
	families []string
	base     matrix.Memory
	// words are those of the longest command of the session's tests; filled is
	// true where a data set was filled since base was read.
	words  int
	filled bool
	// told is what was last told that can be trusted; nil where nothing was.
	told *matrix.KeyMemory
}

// tare reads what the server holds before the first test is prepared.
func (s *scale) tare(ctx context.Context, test matrix.Test) (err error) {
	s.words = max(s.words, test.Words())
	if !s.load.Tells(matrix.MetricMemoryPerKey, test.Name) {
		return nil
	}
	s.filled = s.filled || test.Fills() || s.load.Preloads(test)
	if s.families == nil {
		s.families, _ = test.Families()
		s.base, err = s.reader.Memory(ctx)
	}
	return err
}

// weigh tells what the keys of the test need when it has ended; nil where they
// are not among those that are weighed. What only reads keys that were weighed
// before leaves them as they are.
func (s *scale) weigh(ctx context.Context, test matrix.Test) (*matrix.KeyMemory, error) {
	if !s.load.Tells(matrix.MetricMemoryPerKey, test.Name) {
		return nil, nil
	}
	now, err := s.reader.Memory(ctx)
	if err != nil {
		return nil, err
	}
	grown := growth{scale: *s, now: now}
	told := &matrix.KeyMemory{Keys: now.Keys - s.base.Keys, Bytes: grown.bytes()}
	switch fault, doubt := grown.fault(), grown.doubtful(); {
	case fault != nil:
		told.Untold, told.Remedy = fault.Text, fault.Remedy
	case doubt == nil:
		s.told = told
	case s.told != nil && test.Reads():
		return s.told, nil
	default:
		told.Untold, told.Remedy = doubt.Text, doubt.Remedy
	}
	return told, nil
}

// growth is what the scale shows at the end of a test.
type growth struct {
	scale
	now matrix.Memory
}

// bytes is by how much the data grew.
func (g growth) bytes() int64 { return g.now.Used - g.now.Aside - (g.base.Used - g.base.Aside) }

// keys is how many keys the test works on.
func (g growth) keys() int64 { return int64(g.load.Keyspace) * int64(len(g.families)) }

// fault is why the growth is not that of the keys alone, or not of all of them;
// nil where it is.
func (g growth) fault() *matrix.Note {
	for _, check := range []func() *matrix.Note{g.refused, g.others, g.complete, g.unsettled, g.little} {
		if fault := check(); fault != nil {
			return fault
		}
	}
	return nil
}

func (g growth) refused() *matrix.Note {
	refused := cmp.Or(g.base.Refused, g.now.Refused)
	if refused == "" {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the server refuses to tell (%s)", refused),
		Remedy: "allow INFO and CLIENT LIST to the user",
	}
}

// others wants the server to have held nothing else when the keys were made. Of
// a server that is not ours alone nobody knows what becomes of other keys.
func (g growth) others() *matrix.Note {
	switch held := g.base.Keys; {
	case held > 0 && !g.Endpoint().Owned:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server held %d keys of others", held),
			Remedy: "use a server that holds nothing else",
		}
	case float64(held) > mostOthers*float64(g.keys()):
		return &matrix.Note{
			Text:   fmt.Sprintf("the server held %d other keys already", held),
			Remedy: "run this test before those that make them",
		}
	}
	return nil
}

// complete wants all keys of the test to be there: how many are would say how
// fast the server is, and the size of its table of keys with it.
func (g growth) complete() *matrix.Note {
	switch have, want := g.now.Keys-g.base.Keys, g.keys(); {
	case have < want:
		return &matrix.Note{
			Text:   fmt.Sprintf("only %d of the %d keys of this test were there", have, want),
			Remedy: "measure for longer, with fewer keys, or with a test after it that reads them, such as GET after SET",
		}
	case have > want:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server got %d keys where the test makes %d", have, want),
			Remedy: "keep other clients away from the server",
		}
	}
	return nil
}

// unsettled finds a server that holds what is no data and does not tell how
// much: of old servers, connections that were not there before.
func (g growth) unsettled() *matrix.Note {
	switch {
	case g.base.Freeing || g.now.Freeing:
		return &matrix.Note{Text: "the server was still freeing what had been deleted", Remedy: "measure for longer"}
	case g.now.Partly && g.base.Clients != g.now.Clients:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server had %d connections before and %d after the test, and does not tell what they take", g.base.Clients, g.now.Clients),
			Remedy: "keep other clients away from the server",
		}
	}
	return nil
}

func (g growth) little() *matrix.Note {
	if g.bytes() >= leastGrowth {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("the keys take %d bytes together, which is too little to tell from what a server needs for itself", g.bytes()),
		Remedy: "use a larger keyspace, or larger values",
	}
}

// doubtful finds that too much of the growth may be what connections hold.
func (g growth) doubtful() *matrix.Note {
	doubt := g.base.Doubt + g.now.Doubt + int64(g.load.Clients*g.words*perWord)
	if g.filled {
		pairs := min(fillPairs, fillBytes/max(1, int64(g.load.ValueSize.Mean())))
		doubt += fillConnections * (1 + 2*pairs) * perWord
	}
	if float64(doubt) <= mostDoubt*float64(g.bytes()) {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("of the %d bytes by which memory grew, up to %d may be the connections'", g.bytes(), doubt),
		Remedy: "use a larger keyspace, larger values, or fewer clients",
	}
}

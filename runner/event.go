package runner

import (
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// event wants what the server was asked for to have been done.
func (e evidence) event(sample *matrix.Sample) *matrix.Note {
	if !e.load.AsksFor() {
		return nil
	}
	name := strings.ToUpper(e.load.Event)
	i := slices.IndexFunc(sample.Events, func(of matrix.Event) bool { return of.Kind == e.load.Event })
	switch {
	case i < 0:
		return &matrix.Note{Text: "the test was over before the server was asked for its " + name, Remedy: "measure for longer"}
	case sample.Events[i].Reason != "":
		return &matrix.Note{Text: "the server refused " + name + ": " + sample.Events[i].Reason, Remedy: "see the server's log: it may not be able to fork, or to write"}
	case sample.Events[i].Failed:
		return &matrix.Note{Text: "the server's " + name + " failed", Remedy: "see the server's log, and the free space of its disk"}
	}
	return nil
}

// lasting says that an event went on when the test was over.
func (e evidence) lasting(sample *matrix.Sample) *matrix.Note {
	for _, event := range sample.Events {
		if event.End > sample.Elapsed {
			return &matrix.Note{
				Text: fmt.Sprintf("%s went on for %.1f s after the test was over: what it cost then is not in the numbers",
					strings.ToUpper(event.Kind), (event.End - sample.Elapsed).Seconds()),
				Remedy: "measure for longer, or with fewer keys",
			}
		}
	}
	return nil
}

package runner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"redismatrix/matrix"
)

// measured is a test, or a part of a mix, and what came back for it.
type measured struct {
	test             matrix.Test
	requests, misses int64
}

// parts are what the sample's requests were: those of the test, or of each part
// of a mix.
func (e evidence) parts(sample *matrix.Sample) []measured {
	if len(e.test.Parts) == 0 || len(e.test.Parts) != len(sample.Commands) {
		return []measured{{e.test, sample.Requests, sample.Misses}}
	}
	parts := make([]measured, len(e.test.Parts))
	for i, part := range e.test.Parts {
		parts[i] = measured{part.Test, sample.Commands[i].Requests, sample.Commands[i].Misses}
	}
	return parts
}

// mayMiss reports that a request may find nothing.
func (m measured) mayMiss() bool {
	return m.test.Reply.MayMiss || slices.ContainsFunc(m.test.Lead, func(s matrix.Step) bool { return s.Reply.MayMiss })
}

// scripted reports that a request runs a script or a function, whose commands
// the server counts too.
func (m measured) scripted() bool {
	words := [][]string{m.test.Command}
	for _, step := range m.test.Lead {
		words = append(words, step.Command)
	}
	return slices.ContainsFunc(words, func(command []string) bool {
		return len(command) > 0 && slices.Contains(
			[]string{"EVAL", "EVALSHA", "FCALL"}, strings.TrimSuffix(strings.ToUpper(command[0]), "_RO"))
	})
}

// replies wants every reply to be what the test implies.
func (e evidence) replies(sample *matrix.Sample) *matrix.Note {
	switch {
	case sample.Errors > 0:
		return &matrix.Note{
			Text:   fmt.Sprintf("%d of %d replies were errors: %s", sample.Errors, sample.Requests, sample.FirstError),
			Remedy: cmp.Or(matrix.ReplyRemedy(sample.FirstError), "see the server's log"),
		}
	case sample.Requests == 0:
		return &matrix.Note{Text: "nothing was measured", Remedy: "measure for longer"}
	}
	for _, part := range e.parts(sample) {
		if part.misses > 0 && !part.mayMiss() {
			return e.missed(part)
		}
	}
	return nil
}

// missed says that reads found less than they must have.
func (e evidence) missed(part measured) *matrix.Note {
	note := matrix.Note{
		Text:   fmt.Sprintf("%d of %d requests found less than the test implies", part.misses, part.requests),
		Remedy: "something else removes keys from this server",
	}
	if len(e.test.Parts) > 0 {
		note.Text = fmt.Sprintf("%d of %d requests of %s found less than it implies", part.misses, part.requests, part.test.Name)
		note.Remedy = "another part of the mix, or something else, removes what it reads"
	}
	return &note
}

// ownCommands is what a reading adds to the count of the next one: INFO and
// CONFIG GET.
const ownCommands = 2

// counted holds the replies against what the server says it has processed. On a
// server of our own nobody else has anything to say, since a single command of
// others can change all that follows; what scripts call cannot be told from it.
func (e evidence) counted(sample *matrix.Sample) *matrix.Note {
	processed, sent := e.after.Commands-e.before.Commands-sample.Asked, int64(0)
	scripted := false
	for _, part := range e.parts(sample) {
		sent += part.requests * int64(len(part.test.Lead)+1)
		scripted = scripted || part.scripted()
	}
	switch {
	case e.untold():
		return nil
	case processed < 0:
		return &matrix.Note{Text: "the server's statistics were reset meanwhile", Remedy: "keep other clients away from the server"}
	case processed < sent:
		return &matrix.Note{
			Text:   fmt.Sprintf("the server counts %d commands where %d were answered", processed, sent),
			Remedy: "something stands between redis-matrix and the server, or resets its statistics",
		}
	case e.owned && !scripted && processed > sent+ownCommands:
		return &matrix.Note{
			Text:   fmt.Sprintf("other clients sent the server commands meanwhile: %d", processed-sent-ownCommands),
			Remedy: "keep other clients away from the server",
		}
	}
	return nil
}

// others says that clients of somebody else kept an attached server busy.
func (e evidence) others(sample *matrix.Sample) *matrix.Note {
	foreign := e.after.Commands - e.before.Commands - ownCommands - sample.Asked
	for _, part := range e.parts(sample) {
		if foreign -= part.requests * int64(len(part.test.Lead)+1); part.scripted() {
			return nil
		}
	}
	if e.owned || e.untold() || foreign <= 0 {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("other clients sent this server commands meanwhile: %d", foreign),
		Remedy: "measure a server that nobody else uses",
	}
}

// width wants every connection to have had something to send. In an open loop
// they take turns.
func (e evidence) width(*matrix.Sample) *matrix.Note {
	least := int64(e.load.Clients) * int64(e.load.Pipeline)
	if e.load.Requests == 0 || e.load.Requests >= least || e.load.Rate > 0 {
		return nil
	}
	return &matrix.Note{
		Text:   fmt.Sprintf("%d requests do not keep %d clients with a pipeline of %d busy", e.load.Requests, e.load.Clients, e.load.Pipeline),
		Remedy: fmt.Sprintf("ask for %d requests or more, or for a duration instead", least),
	}
}

// synced wants WAITAOF to have been answered after a sync. Each sync is waited for by
// at most one request of every connection: what such a connection sent behind it is
// carried out only then. Where syncs are not counted that stays open.
func (e evidence) synced(sample *matrix.Sample) *matrix.Note {
	if command := e.test.Command; len(command) == 0 || !strings.EqualFold(command[0], "WAITAOF") {
		return nil
	}
	if sample.Persistence == nil || sample.Persistence.Syncs == nil {
		return nil
	}
	syncs := *sample.Persistence.Syncs
	if sample.Requests <= (syncs+1)*int64(e.load.Clients) {
		return nil
	}
	return &matrix.Note{
		Text: fmt.Sprintf("WAITAOF was answered before a sync: %d times over %d connections, with %d syncs in all",
			sample.Requests, e.load.Clients, syncs),
		Remedy: "use a version that waits (Redis 7.4.0 to 7.4.2 and Valkey 8.1.1 do not with everysec, see redis/redis#13793)",
	}
}

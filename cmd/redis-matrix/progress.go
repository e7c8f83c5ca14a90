package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"redismatrix/matrix"
	"redismatrix/runner"
)

// lineEvery is how often a line of progress is printed where none can be drawn
// over.
const lineEvery = 5 * time.Second

// progress shows a run's events.
type progress struct {
	display display
	// told holds what has been complained of already, so that a fault that
	// every round repeats is printed once.
	told map[string]bool
	rate string // of the last sample, or its status where that is not ok
	// expected is the time that the whole run takes, for as long as nothing is
	// measured that tells better.
	expected time.Duration
}

// display shows how far a run is and prints lines that stay.
type display interface {
	// advance shows that done of total samples are measured.
	advance(done, total int, text string)
	say(line string)
	close()
}

// newProgress chooses the display: a bar on a terminal, lines elsewhere,
// nothing when quiet.
func newProgress(c console, quiet bool, expected time.Duration) *progress {
	p := &progress{told: map[string]bool{}, expected: expected}
	switch {
	case quiet:
		p.display = silence{}
	case c.live():
		p.display = &bar{w: c.err}
	default:
		p.display = &lines{w: c.err, now: time.Now}
	}
	return p
}

// show takes one event.
func (p *progress) show(e runner.Event) {
	switch e.Kind {
	case runner.RunStarted:
		p.display.say(p.ahead(e))
	case runner.SetupFailed:
		p.complain(e.Setup, "", matrix.StatusFailed, errorText(e.Err))
	case runner.SampleAgain:
		p.rate = e.Test + " void, to be measured again"
	case runner.SampleDone:
		p.sample(e)
	case runner.Undecidable:
		p.warn(e.Text)
	case runner.RunDone:
		p.display.close()
		return
	}
	p.display.advance(e.Done, e.Total, p.text(e))
}

// ahead says what is still to be done: up to the most, where the run may end
// before.
func (p *progress) ahead(e runner.Event) string {
	most := e.Total - e.Done
	least := max(0, e.Least-e.Done)
	if least >= most {
		return fmt.Sprintf("%s to measure, about %s", plural(most, "sample"), brief(p.left(e)))
	}
	return fmt.Sprintf("%s to %s to measure, at most about %s", count(least), plural(most, "sample"), brief(p.left(e)))
}

// sample notes the rate, or complains of a sample that cannot be trusted: its
// rate is shown nowhere.
func (p *progress) sample(e runner.Event) {
	if e.Sample == nil {
		return
	}
	p.rate = e.Test + " " + string(e.Sample.Status)
	if e.Sample.Status == matrix.StatusOK && e.Sample.Trial == nil {
		p.rate = e.Test + " " + count(int64(e.Sample.RPS)) + "/s"
	}
	if e.Sample.Status == matrix.StatusOK || p.told[key(e.Setup, "", matrix.StatusFailed, e.Sample.Reason)] {
		return
	}
	reason := e.Sample.Reason
	if e.Sample.Remedy != "" {
		reason += "; " + e.Sample.Remedy
	}
	p.complain(e.Cell, e.Test, e.Sample.Status, reason)
}

// complain prints a fault unless it has been printed before.
func (p *progress) complain(where, test string, status matrix.Status, reason string) {
	if k := key(where, test, status, reason); !p.told[k] {
		p.told[k] = true
		if test != "" {
			where += " " + test
		}
		p.display.say(fmt.Sprintf("%s: %s: %s", status, where, printable(reason)))
	}
}

// warn prints once what later rounds may say otherwise, in other numbers.
func (p *progress) warn(text string) {
	const told = "undecidable"
	if !p.told[told] {
		p.told[told] = true
		p.display.say(text)
	}
}

func key(where, test string, status matrix.Status, reason string) string {
	if test != "" {
		reason = "" // the figures in it differ from round to round
	}
	return where + "\x00" + test + "\x00" + string(status) + "\x00" + reason
}

// text says what is being done.
func (p *progress) text(e runner.Event) string {
	text := brief(p.left(e)) + " left"
	if p.rate != "" {
		text += " · " + p.rate
	}
	if e.Kind == runner.SampleStarted {
		text += " · now " + e.Test
	}
	if where := cmp.Or(e.Cell, e.Setup); where != "" {
		text += " · " + where
	}
	return text
}

// left is the time left, by what was measured or else by what is expected.
func (p *progress) left(e runner.Event) time.Duration {
	if e.Remaining > 0 || e.Total == 0 {
		return e.Remaining
	}
	return time.Duration(float64(p.expected) * float64(e.Total-e.Done) / float64(e.Total))
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// silence is the display of --quiet.
type silence struct{}

func (silence) advance(int, int, string) {}
func (silence) say(string)               {}
func (silence) close()                   {}

// lines prints a line now and then.
type lines struct {
	w    io.Writer
	now  func() time.Time
	last time.Time
}

func (l *lines) advance(done, total int, text string) {
	if now := l.now(); now.Sub(l.last) >= lineEvery {
		l.last = now
		l.say(fmt.Sprintf("%s/%s · %s", count(done), count(total), text))
	}
}

func (l *lines) say(line string) { say(l.w, "%s", line) }

func (l *lines) close() {}

// bar draws over one line of a terminal.
type bar struct {
	w   io.Writer
	bar *progressbar.ProgressBar
}

// barWidth is the width of the bar itself, barFrame that of the percentage and
// the blanks around.
const (
	barWidth = 20
	barFrame = 12
)

func (b *bar) advance(done, total int, text string) {
	if b.bar == nil {
		b.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(b.w),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionClearOnFinish())
	}
	room := width(b.w) - barWidth - barFrame
	_ = b.bar.Set(done)
	b.bar.Describe(cut(fmt.Sprintf("%s/%s · %s", count(done), count(total), text), room))
}

// say prints a line above the bar.
func (b *bar) say(line string) {
	if b.bar == nil {
		say(b.w, "%s", line)
		return
	}
	_ = b.bar.Clear()
	say(b.w, "%s", line)
	_ = b.bar.RenderBlank()
}

func (b *bar) close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// cut shortens text to a number of characters, 0 or less leaving nothing.
func cut(text string, room int) string {
	runes := []rune(text)
	switch {
	case room <= 0:
		return ""
	case len(runes) <= room:
		return text
	default:
		return string(runes[:room-1]) + "…"
	}
}

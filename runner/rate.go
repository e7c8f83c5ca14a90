package runner

import (
	"strings"
	"time"

	"redismatrix/matrix"
)

// rateLeast is the share of an offered rate below which it was not achieved.
const rateLeast = 0.99

// achieved is the share of what was offered that was achieved, 1 at most. Where
// all that was due was sent it is by how much the schedule was overrun: how many
// requests chance made due within it does not matter then. What the last reply
// usually takes is no overrun.
func achieved(sample *matrix.Sample) float64 {
	if sample.Schedule <= 0 { // sending ended early
		return min(1, sample.RPS/sample.Offered)
	}
	took := sample.Elapsed - time.Duration(service(sample).P50)
	return share(sample.Schedule, max(sample.Schedule, took))
}

// keptUp reports that a rate was offered and achieved.
func keptUp(sample *matrix.Sample) bool {
	return sample.Offered > 0 && sample.Unsent == 0 && achieved(sample) >= rateLeast
}

// behind says that less was achieved than was offered, in words that samples
// share: a table's footnotes are few then. The sample has the numbers.
func (e evidence) behind(sample *matrix.Sample) *matrix.Note {
	if sample.Offered <= 0 || keptUp(sample) {
		return nil
	}
	var texts []string
	if got := achieved(sample); got < rateLeast {
		texts = append(texts, shortfall(got)+" of the offered rate was achieved")
	}
	if sample.Unsent > 0 {
		texts = append(texts, "requests that were due were never sent")
	}
	remedy := "offer less, or take its response times for those of an overloaded server"
	if e.tellsCPU() && e.interval() >= shortest && e.serverShare() < serverBusy {
		remedy = "the server had time left: use more clients, or a pipeline; or offer less"
	}
	return &matrix.Note{Text: strings.Join(texts, "; "), Remedy: remedy}
}

// shortfall is about how much of an offered rate was achieved, below rateLeast.
func shortfall(achieved float64) string {
	switch {
	case achieved < 0.5:
		return "less than half"
	case achieved < 0.9:
		return "less than 90 %"
	}
	return "less than 99 %"
}

// service is the distribution of times from a request's being sent.
func service(sample *matrix.Sample) matrix.Latency {
	if sample.Service != nil {
		return *sample.Service
	}
	return sample.Latency
}

const (
	// stalledLimit is the share of the measured time that a single reply may
	// take before that is said.
	stalledLimit = 0.25
	// stalledTimes is how many times as long as half of the replies it must
	// have taken: where many wait for each other, all take long.
	stalledTimes = 10
)

// stalled says that a reply took much of the time, although replies usually do
// not. Time that a request waited to be sent does not count. A test that is over
// in less than shortest shows nothing of that.
func (e evidence) stalled(sample *matrix.Sample) *matrix.Note {
	took := service(sample)
	if sample.Elapsed < shortest || share(time.Duration(took.Max), sample.Elapsed) <= stalledLimit || took.Max < stalledTimes*took.P50 {
		return nil
	}
	return &matrix.Note{
		Text:   "the slowest reply took more than a quarter of the measured time, and ten times as long as half of the replies",
		Remedy: "measure for longer, and more often; the server's log may say what it did",
	}
}

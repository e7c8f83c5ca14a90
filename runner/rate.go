package runner

import (
	"math"
	"strings"
	"time"

	"redismatrix/matrix"
)

// rateLeast is the share of an offered rate below which it was not achieved.
const rateLeast = 0.99

// keptUp reports that a rate was offered and achieved. How many requests are due
// in a time varies where they are independent of each other, by the root of
// their number (Poisson): three times that is no shortfall.
func (e evidence) keptUp(sample *matrix.Sample) bool {
	if sample.Offered <= 0 || sample.Unsent > 0 {
		return false
	}
	least := rateLeast
	if e.load.Arrival == matrix.ArrivalPoisson {
		least -= 3 / math.Sqrt(float64(max(sample.Requests, 1)))
	}
	return sample.RPS >= least*sample.Offered
}

// behind says that less was achieved than was offered, in words that samples
// share: a table's footnotes are few then. The sample has the numbers.
func (e evidence) behind(sample *matrix.Sample) *matrix.Note {
	if sample.Offered <= 0 || e.keptUp(sample) {
		return nil
	}
	var texts []string
	if sample.RPS < rateLeast*sample.Offered {
		texts = append(texts, shortfall(sample.RPS/sample.Offered)+" of the offered rate was achieved")
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

// stalledLimit is the share of the measured time that a single reply may take
// before that is said.
const stalledLimit = 0.25

// stalled says that nothing came back for much of the time. Time that a request
// waited to be sent does not count.
func (e evidence) stalled(sample *matrix.Sample) *matrix.Note {
	if share(time.Duration(service(sample).Max), sample.Elapsed) <= stalledLimit {
		return nil
	}
	return &matrix.Note{
		Text:   "a reply took more than a quarter of the measured time: the server, its disk or the host stood still",
		Remedy: "use a longer duration and more rounds; see the server's log in servers/",
	}
}

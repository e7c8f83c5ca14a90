package runner

import (
	"testing"
	"time"

	"redismatrix/matrix"
)

// offered is a sample of 1000 requests a second over one second, of which half
// were answered within 3 ms, and all by a time.
func offered(took time.Duration, change func(*matrix.Sample)) matrix.Sample {
	return with(func(s *matrix.Sample) {
		s.Offered, s.Due, s.Schedule, s.Elapsed, s.ThreadBusy = 1000, 1000, time.Second, took, 0.5
		s.RPS, s.Service = 1000/took.Seconds(), &matrix.Latency{P50: int64(3 * ms)}
		if change != nil {
			change(s)
		}
	})
}

// cut is one of which requests were never sent.
func cut(rps float64, unsent int64) matrix.Sample {
	return offered(2*time.Second, func(s *matrix.Sample) { s.RPS, s.Unsent, s.Schedule = rps, unsent, 0 })
}

// calm leaves the client time.
func calm(e *evidence) {
	e.after.ClientCPU, e.after.PerCPU[1] = 500*ms, matrix.CPUTime{User: 500 * ms, Idle: 500 * ms}
}

func TestJudgeARate(t *testing.T) {
	const overloaded = "offer less, or take its response times for those of an overloaded server"
	const unused = "the server had time left: use more clients, or a pipeline; or offer less"
	const nearly, part, little = "less than 99 % of the offered rate was achieved",
		"less than 90 % of the offered rate was achieved", "less than half of the offered rate was achieved"
	const unsent = "requests that were due were never sent"
	notes(t, map[string]judgement{
		"achieved":              {sample: offered(time.Second, nil), change: calm},
		"a last reply":          {sample: offered(1012*ms, nil), change: calm},
		"a little behind":       {sample: offered(1014*ms, nil), change: calm, text: nearly, remedy: overloaded},
		"a server that is slow": {sample: offered(1200*ms, func(s *matrix.Sample) { s.Service.P50 = int64(195 * ms) }), change: calm},
		"not achieved":          {sample: offered(1630*ms, nil), change: calm, text: part, remedy: overloaded},
		"not sent":              {sample: cut(999, 7), change: calm, text: unsent, remedy: overloaded},
		"neither":               {sample: cut(100, 900), change: calm, text: little + "; " + unsent, remedy: overloaded},
		"a server with time left": {
			sample: offered(1630*ms, nil), change: func(e *evidence) { calm(e); e.serve(500 * ms) }, text: part, remedy: unused,
		},
		// Of a random schedule of 1000 a second, 935 were due in that second.
		"fewer by chance": {sample: offered(time.Second, func(s *matrix.Sample) { s.Due, s.RPS = 935, 935 }), change: calm},
		"fewer by chance, and behind": {
			sample: offered(1070*ms, func(s *matrix.Sample) { s.Due, s.RPS = 1065, 1000 }), change: calm, text: nearly, remedy: overloaded,
		},
	})
}

// TestAStall does not take the wait of a request that could not be sent for one
// of the server, nor that of many connections for each other, nor what one reply
// takes of a time that is over at once.
func TestAStall(t *testing.T) {
	const text = "the slowest reply took more than a quarter of the measured time, and ten times as long as half of the replies"
	const remedy = "measure for longer, and more often; the server's log may say what it did"
	latency := func(p50, longest time.Duration) matrix.Latency {
		return matrix.Latency{P50: int64(p50), Max: int64(longest)}
	}
	sample := func(elapsed time.Duration, latency matrix.Latency, service *matrix.Latency) matrix.Sample {
		return with(func(s *matrix.Sample) { s.Elapsed, s.Latency, s.Service = elapsed, latency, service })
	}
	slow, fast := latency(ms, 300*ms), latency(ms, 2*ms)
	notes(t, map[string]judgement{
		"closed loop":         {sample: sample(time.Second, slow, nil), text: text, remedy: remedy},
		"open loop":           {sample: sample(time.Second, slow, &slow), text: text, remedy: remedy},
		"a backlog":           {sample: sample(time.Second, slow, &fast)},
		"not long":            {sample: sample(2*time.Second, slow, nil)},
		"a thousand clients":  {sample: sample(time.Second, latency(280*ms, 300*ms), nil)},
		"as good as all wait": {sample: sample(time.Second, latency(31*ms, 300*ms), nil)},
		"over at once":        {sample: sample(10*ms, latency(100*time.Microsecond, 6*ms), nil)},
	})
}

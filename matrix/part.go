package matrix

import "strings"

// partPrefix begins the names of a mix's parts.
const partPrefix = TestMix + "/"

// PartName is the name under which a part of the mix stands in tables and
// selectors, such as "MIX/SET", as if it were a test.
func PartName(test string) string { return partPrefix + test }

// CutPart is the test that a name such as "MIX/SET" stands for; false where it
// is no part of a mix.
func CutPart(name string) (test string, part bool) {
	if test, part = strings.CutPrefix(name, partPrefix); !part || test == "" {
		return "", false
	}
	return test, true
}

// Part is the result of one part of a mix, with the status of the whole: a mix
// that is not to be trusted has no parts that are. Rounds that did not record
// the part are left out.
func (res Result) Part(test string) Result {
	part := res
	part.Test, part.Samples = PartName(test), nil
	for _, s := range res.Samples {
		if of, recorded := s.Part(test); recorded {
			part.Samples = append(part.Samples, of)
		}
	}
	return part
}

// Part is what the sample measured of one part of a mix, false where it did not
// record that. Elapsed, Offered and what is said in words remain those of the
// whole; CPU time, threads and the host's use, which no part has of its own, are
// zero.
func (s Sample) Part(test string) (Sample, bool) {
	for _, c := range s.Commands {
		if c.Test != test {
			continue
		}
		return Sample{
			Cell: s.Cell, Test: PartName(test), Round: s.Round,
			Status: s.Status, Reason: s.Reason, Remedy: s.Remedy, Notes: s.Notes,
			Started: s.Started, Elapsed: s.Elapsed, Offered: s.Offered,
			Requests: c.Requests, Errors: c.Errors, Hits: c.Hits, Misses: c.Misses, RPS: c.RPS,
			Sent: c.Sent, Received: c.Received, Latency: c.Latency, Service: c.Service, Recorded: c.Recorded,
		}, true
	}
	return Sample{}, false
}

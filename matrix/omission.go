package matrix

// Omission is a test that is not compared, since a server cannot do it, or since
// another tool recorded nothing of it. What cannot be is known beforehand, and has
// a reason: it makes nothing invalid.
type Omission struct {
	Cell string `json:"cell"`
	Test string `json:"test"`
	// Server is which one cannot, such as "redis 2.8.24"; Reason says why.
	Server string `json:"server"`
	Reason string `json:"reason"`
}

// NotRecorded is why a test is n/a of which a recording has nothing: the server
// may well be able to do it.
const NotRecorded = "not recorded"

// String says why the test is not compared: "redis 2.8.24 cannot do it: needs
// Redis 5.0".
func (o Omission) String() string {
	if o.Reason == NotRecorded {
		return "not recorded of " + o.Server
	}
	return o.Server + " cannot do it: " + o.Reason
}

// omission is that of a test that a side cannot do.
func (s side) omission(test string) Omission {
	return Omission{Cell: s.cell.ID, Test: test, Server: s.server(), Reason: s.cell.NA[test]}
}

// able reports whether a side can do a test.
func (s side) able(test string) bool {
	return s.run.result(s.cell.ID, test).Status != StatusNA
}

// omitted are the tests of the run's cells that they or their baselines cannot
// do. Cells of which nothing can be compared are not among them.
func (r *Run) omitted() []Omission {
	var omitted []Omission
	baselines := r.Plan.Baselines()
	for _, cell := range r.Plan.Cells {
		base, found := baselines.Of(cell)
		if !found || cell.Control || !r.comparable(cell, base) {
			continue
		}
		for _, test := range cell.Load.Tests {
			for _, s := range []side{{r, cell}, {r, base}} {
				if !s.able(test) {
					omitted = append(omitted, s.omission(test))
					break
				}
			}
		}
	}
	return omitted
}

// omission is why the test is not compared; false where it is.
func (t commonTest) omission() (Omission, bool) {
	if !t.now.able(t.name) {
		return t.now.omission(t.name), true
	}
	for _, old := range t.old {
		if old.able(t.name) {
			return Omission{}, false
		}
	}
	return t.old[len(t.old)-1].omission(t.name), true
}

// sift takes the tests out that a server cannot do. Those of cells of which
// nothing is left cannot be compared at all.
func sift(tests []commonTest) (left []commonTest, omitted []Omission, lost []commonTest) {
	able := map[string]bool{}
	for _, t := range tests {
		if _, cannot := t.omission(); !cannot {
			able[t.now.cell.ID] = true
		}
	}
	for _, t := range tests {
		why, cannot := t.omission()
		switch {
		case !cannot:
			left = append(left, t)
		case able[t.now.cell.ID]:
			omitted = append(omitted, why)
		default:
			lost = append(lost, t)
		}
	}
	return left, omitted, lost
}

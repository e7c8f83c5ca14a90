package matrix

// Problem is one mistake in a spec.
type Problem struct {
	File         string // as given; "--set" for an override
	Line, Column int    // from 1; 0 where there is no place
	Text         string // the offending text
	Message      string // what is wrong with it
	Remedy       string // what would be accepted
}

// Problems are all mistakes of a spec, in the order of their places. It is the
// error that Parse and NewPlan return.
type Problems []Problem

// Package matrix is the language of the experiment: what is compared (Spec,
// Axis), what that unfolds into (Plan, Setup, Cell), what servers of each
// version can do (the capability table), which tests exist (Test), and what
// was measured (Run, Result, Sample).
//
// The package does no I/O beyond io.Reader and io.Writer; it neither starts
// servers nor draws tables.
package matrix

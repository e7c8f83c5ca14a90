package matrix

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// NewRun is the document of a run of plan in which nothing is measured yet.
// Tool is the version of redis-matrix.
func NewRun(tool, id string, plan *Plan) *Run {
	return &Run{
		Schema: Schema, Tool: tool, ID: id, State: StateRunning,
		Digest:  plan.Spec.Digest(),
		Plan:    *plan,
		Servers: map[string]ServerInfo{},
		Results: plan.Results(),
	}
}

// Digest is the SHA-256 of the spec as canonical JSON, in hexadecimal. Specs
// that ask for the same have the same digest, however they are written.
func (s *Spec) Digest() string {
	// The encoder sorts the keys of maps; a Spec holds nothing that it cannot
	// encode.
	text, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Write writes the run as indented JSON.
func (r *Run) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	return nil
}

// ReadRun reads what Write wrote. A document of another schema version is
// refused, one whose plan is not that of the spec that the run was begun with,
// and one that holds what its plan does not. Results are derived anew from their
// samples, whatever the document says of them: without samples a result is
// missing, or n/a where the plan says so.
func ReadRun(from io.Reader) (*Run, error) {
	run, _, err := readRun(from, false)
	return run, err
}

// readRun reads a document, and gives its samples in the chunks in which they stand
// there, too; lean is true where their histograms are left out.
func readRun(from io.Reader, lean bool) (*Run, []*chunk, error) {
	run, chunks, err := documentReader{newPieces(from), newSampleReader(lean)}.run()
	if err == nil {
		err = run.complete()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read run: %w", noDocument(err))
	}
	return run, chunks, nil
}

// complete checks what was read, and derives what follows from the rest.
func (r *Run) complete() error {
	spec := r.Plan.Spec
	if spec == nil {
		return errors.New("it has no spec")
	}
	if spec.Rounds < 1 || spec.Rounds > maxRounds {
		return fmt.Errorf("its spec has %d rounds; accepted are 1 to %d", spec.Rounds, maxRounds)
	}
	if r.Stopped != nil {
		if err := spec.allows(*r.Stopped); err != nil {
			return err
		}
	}
	if r.Servers == nil {
		r.Servers = map[string]ServerInfo{}
	}
	err := r.consistent()
	if err == nil {
		err = r.refold()
	}
	if err != nil {
		return fmt.Errorf("%w; take back what changed the document since it was written, or run anew", err)
	}
	return nil
}

// wholeDocument is what to name instead of what is no document.
const wholeDocument = "name a run's directory, or a run.json as redis-matrix wrote it"

// noDocument says of what is no JSON, or not all of it, what can be done.
func noDocument(err error) error {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, kind := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is empty or cut off (unexpected end of JSON input); copy it again from the run's directory, or run anew")
	case syntax, kind:
		return fmt.Errorf("%w; %s", err, wholeDocument)
	}
	return err
}

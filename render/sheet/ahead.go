package sheet

import "io"

// ahead compresses what is written to it while more is being made.
type ahead struct {
	to     io.WriteCloser
	chunks chan []byte
	// free are chunks that were compressed, failed is closed at the first error, and
	// ended has the outcome.
	free   chan []byte
	failed chan struct{}
	ended  chan error
	chunk  []byte
}

// Chunks have chunkSize bytes, and at most mostAhead of them wait.
const (
	chunkSize = 128 << 10
	mostAhead = 8
)

// newAhead begins to compress with a compressor, which it closes.
func newAhead(to io.WriteCloser) *ahead {
	return &ahead{to: to}
}

// start begins to work beside the writer: small parts are not worth it.
func (a *ahead) start() {
	a.chunks, a.free = make(chan []byte, mostAhead), make(chan []byte, mostAhead+2)
	a.failed, a.ended = make(chan struct{}), make(chan error, 1)
	go a.work(a.chunks)
}

// work compresses chunks until there are no more.
func (a *ahead) work(chunks <-chan []byte) {
	var err error
	for chunk := range chunks {
		if err == nil {
			if _, err = a.to.Write(chunk); err != nil {
				close(a.failed)
			}
		}
		a.free <- chunk[:0]
	}
	a.ended <- err
}

// Write takes what is to be compressed.
func (a *ahead) Write(p []byte) (int, error) {
	a.chunk = append(a.chunk, p...)
	if len(a.chunk) < chunkSize {
		return len(p), nil
	}
	if a.chunks == nil {
		a.start()
	}
	select {
	case a.chunks <- a.chunk:
	case <-a.failed:
		return 0, a.end()
	}
	select {
	case a.chunk = <-a.free:
	default:
		a.chunk = make([]byte, 0, chunkSize+gathered)
	}
	return len(p), nil
}

// end waits until what was written is compressed.
func (a *ahead) end() error {
	if a.chunks == nil {
		return nil
	}
	close(a.chunks)
	a.chunks = nil
	return <-a.ended
}

// Close compresses the rest.
func (a *ahead) Close() error {
	if err := a.end(); err != nil {
		return err
	}
	if _, err := a.to.Write(a.chunk); err != nil {
		return err
	}
	return a.to.Close()
}

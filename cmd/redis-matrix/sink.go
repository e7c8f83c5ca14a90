package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"redismatrix/render"
)

// sink takes a command's data.
type sink struct {
	format  string
	options render.Options
	chart   int
	chosen  bool
	// to is stdout, or a device or pipe that was named; nil for a file.
	to io.Writer
	// path is the file that is replaced as a whole; "" where there is none.
	path string
}

// openSink makes sure that the file named path can be written, and is none of the
// inputs.
func openSink(format, path string, inputs ...string) (*sink, error) {
	for _, input := range inputs {
		if sameFile(path, input) {
			return nil, usagef("%s is read, and would be overwritten: name another file with -o", path)
		}
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	device, err := openTarget(path)
	if err != nil {
		return nil, usagef("open output: %w; name a file in a directory that can be written to", err)
	}
	if device != nil {
		return &sink{format: format, to: device}, nil
	}
	return &sink{format: format, path: path}, nil
}

// sameFile reports whether two paths are one file, be it by a link. Devices and
// pipes are not overwritten.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil || !one.Mode().IsRegular() {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// openTarget opens path where it is a device or a pipe. Of a file it only makes
// sure that it can be replaced.
func openTarget(path string) (device *os.File, err error) {
	existing, err := os.OpenFile(path, os.O_WRONLY, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		info, err := existing.Stat()
		if err == nil && !info.Mode().IsRegular() {
			return existing, nil
		}
		if err := errors.Join(err, existing.Close()); err != nil {
			return nil, err
		}
	}
	beside, err := createBeside(path)
	if err != nil {
		return nil, err
	}
	return nil, errors.Join(beside.Close(), os.Remove(beside.Name()))
}

// createBeside makes the file that is later put in the place of path.
func createBeside(path string) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("%s.%d.part", path, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// report lays a report out, and writes it.
func (s *sink) report(report render.Report) error {
	return s.write(func(w io.Writer) error {
		return render.Write(w, s.format, report, s.options)
	})
}

// show writes value where the format is JSON, and else the report.
func (s *sink) show(report render.Report, value any) error {
	if s.format != "json" {
		return s.report(report)
	}
	return s.write(func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(value)
	})
}

// write writes what lay gives, as a whole or not at all. A reader that has
// gone away from stdout is no error.
func (s *sink) write(lay func(io.Writer) error) error {
	if s.path != "" {
		return s.replace(lay)
	}
	var laid bytes.Buffer
	if err := lay(&laid); err != nil {
		return fmt.Errorf("lay out %s: %w", s.format, err)
	}
	if _, err := laid.WriteTo(s.to); err != nil && !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// replace puts a file with what lay gives in the place of the sink's. It is not
// held in memory: spreadsheets can be large.
func (s *sink) replace(lay func(io.Writer) error) error {
	file, err := createBeside(s.path)
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	out := bufio.NewWriterSize(file, 1<<16)
	err = lay(out)
	switch flushed := out.Flush(); {
	case err != nil && flushed == nil:
		err = fmt.Errorf("lay out %s: %w", s.format, err)
	case flushed != nil: // which lay may have wrapped
		err = fmt.Errorf("write output: %w", flushed)
	}
	if err == nil {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := os.Rename(file.Name(), s.path); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

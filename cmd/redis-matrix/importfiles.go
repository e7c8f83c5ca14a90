package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
	"redismatrix/runner/recorded"
)

// sources are the files, read.
func (f *importFlags) sources(c console, args []string) ([]recorded.Source, error) {
	sources := make([]recorded.Source, len(args))
	texts := map[string]recorded.Text{}
	for i, arg := range args {
		path, first, last, err := cutPart(arg)
		if err != nil {
			return nil, err
		}
		if _, read := texts[path]; !read {
			if texts[path], err = f.read(c, path); err != nil {
				return nil, err
			}
		}
		sources[i] = recorded.Source{Text: texts[path], First: first, Last: last}
		if len(f.as) == 0 {
			continue
		}
		if sources[i].As, err = coordinates(f.as[i]); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

// inputFiles are the files that arguments name, without their parts.
func inputFiles(args []string) []string {
	var paths []string
	for _, arg := range args {
		path, _, _, err := cutPart(arg)
		if err != nil {
			continue // which is said when it is read
		}
		paths = append(paths, path)
	}
	return paths
}

// cutPart splits FILE#N and FILE#N..M, unless there is a file of this name.
func cutPart(arg string) (path string, first, last int, err error) {
	i := strings.LastIndexByte(arg, '#')
	if _, unknown := os.Stat(arg); unknown == nil || i < 0 {
		return arg, 0, 0, nil
	}
	from, to, several := strings.Cut(arg[i+1:], "..")
	if !several {
		to = from
	}
	first, err = strconv.Atoi(from)
	last, wrong := strconv.Atoi(to)
	if err != nil || wrong != nil || first < 1 || last < first {
		return "", 0, 0, fmt.Errorf("%q names no part; write FILE#N or FILE#N..M, from 1", arg)
	}
	return arg[:i], first, last, nil
}

// stdin is the name under which the standard input is read.
const stdin = "-"

// read reads a file, or the standard input.
func (f *importFlags) read(c console, path string) (recorded.Text, error) {
	read := recorded.Read
	if f.tables.DecimalComma {
		read = recorded.ReadCommas
	}
	if f.asTables() {
		read = func(name string, from io.Reader) (recorded.Text, error) {
			return recorded.ReadTables(name, from, f.tables)
		}
	}
	if path == stdin {
		return read(path, c.in)
	}
	if err := readable(path); err != nil {
		return recorded.Text{}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return recorded.Text{}, fmt.Errorf("import: %w", err)
	}
	defer file.Close()
	return read(path, file)
}

// readable is the error of what is no file that can be read to its end.
func readable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("import: %w", err)
	case info.IsDir():
		return fmt.Errorf("import %s: it is a directory; name the files in it", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("import %s: it is no file; what a program prints is read by import -", path)
	case info.Size() > recorded.MostBytes:
		return fmt.Errorf("import %s: it has %s, and no more than %s is read; cut out what was measured",
			path, bytesText(info.Size()), bytesText(recorded.MostBytes))
	}
	return nil
}

// asTables tells whether the files are to be read as tables.
func (f *importFlags) asTables() bool {
	t := f.tables
	return f.tabular || t.Rows != "" || t.Columns != "" || t.Metric != "" || len(t.Metrics)+len(t.Scale) > 0
}

// coordinates reads AXIS=VALUE[,AXIS=VALUE...].
func coordinates(text string) ([]matrix.Coordinate, error) {
	var at []matrix.Coordinate
	for part := range strings.SplitSeq(text, ",") {
		axis, value, ok := strings.Cut(part, "=")
		if axis, value = strings.TrimSpace(axis), strings.TrimSpace(value); !ok || axis == "" || value == "" || axis == matrix.AxisTest {
			return nil, fmt.Errorf("--as %q names no value; write AXIS=VALUE, such as version=2.8.4", text)
		}
		if slices.ContainsFunc(at, func(known matrix.Coordinate) bool { return known.Axis == axis }) {
			return nil, fmt.Errorf("--as %q has two values of %s", text, axis)
		}
		at = append(at, matrix.Coordinate{Axis: axis, Value: recorded.Value(axis, value)})
	}
	return at, nil
}

// runName is what the run is called.
func (f *importFlags) runName(first string) string {
	if f.name != "" {
		return f.name
	}
	path, _, _, _ := cutPart(first) // it was cut before
	if path == stdin {
		return "stdin"
	}
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

package trial

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// size is how long the file is with all its changes.
func (f *file) size() int {
	size := 0
	for _, c := range f.changes {
		if size += len(c.text); c.cut {
			size = c.size
		}
	}
	return size
}

// content is the file after so many of its changes.
func (f *file) content(changes int) string {
	var b strings.Builder
	for _, c := range f.changes[:changes] {
		if c.cut {
			whole := b.String()
			b.Reset()
			b.WriteString(whole[:min(c.size, len(whole))])
		}
		b.WriteString(c.text)
	}
	return b.String()
}

// survivors are the files and directories that survive now.
func (r *replay) survivors() (files map[string]*file, dirs []string) {
	files = map[string]*file{}
	for _, n := range r.names[:r.kept] {
		switch {
		case n.dir:
			dirs = append(dirs, n.to)
			continue
		case n.file == nil:
			n.file = files[n.from]
			delete(files, n.from)
		}
		if n.to != "" && n.file != nil {
			files[n.to] = n.file
		}
	}
	return files, dirs
}

// restore makes what survives now anew in another directory.
func (r *replay) restore(to string) error {
	files, dirs := r.survivors()
	for _, dir := range dirs {
		if err := os.MkdirAll(r.elsewhere(dir, to), 0o700); err != nil {
			return fmt.Errorf("make what survives: %w", err)
		}
	}
	for path, f := range files {
		if err := os.WriteFile(r.elsewhere(path, to), []byte(f.content(f.kept)), 0o600); err != nil {
			return fmt.Errorf("make what survives: %w", err)
		}
	}
	return nil
}

func (r *replay) elsewhere(path, to string) string {
	return filepath.Join(to, strings.TrimPrefix(path, r.dir))
}

// agree compares the files that are there with what was followed. What was under way
// when the server came to its end may have added to a file, or renamed it. Where they differ, something was
// missed, and nothing that follows from it is to be trusted.
func (r *replay) agree(underWay map[*call]bool) error {
	seen := map[string]bool{}
	errs := []error{eachFile(r.dir, func(name string, _ fs.FileInfo) error {
		path := filepath.Join(r.dir, name)
		seen[path] = true
		return r.agreeOn(path, underWay)
	})}
	for path := range r.files {
		if !seen[path] && !renamed(path, underWay) {
			errs = append(errs, fmt.Errorf("compare the trace with the files: %s is not there", path))
		}
	}
	return errors.Join(errs...)
}

func (r *replay) agreeOn(path string, underWay map[*call]bool) error {
	f := r.files[path]
	if renamed(path, underWay) {
		return nil
	}
	if f == nil {
		return fmt.Errorf("compare the trace with the files: it does not tell of %s", path)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("compare the trace with the files: %w", err)
	}
	followed := f.content(len(f.changes))
	longer := written(path, underWay) && strings.HasPrefix(string(content), followed)
	if string(content) != followed && !longer {
		return fmt.Errorf("compare the trace with the files: %s has %d bytes that are not the %d which were followed", path, len(content), f.size())
	}
	return nil
}

// written reports whether a call that is under way may be adding to a file.
func written(path string, underWay map[*call]bool) bool {
	for c := range underWay {
		if on, _ := descriptor(c.arg(0)); on == path && c.name == "write" {
			return true
		}
	}
	return false
}

// renamed reports whether a call that is under way, and no write, may be changing a
// file or giving it its name.
func renamed(path string, underWay map[*call]bool) bool {
	for c := range underWay {
		for _, arg := range c.args {
			if on, _ := descriptor(arg); on == path && c.name != "write" && !c.syncs() {
				return true
			}
			if plain, _, err := text(arg); err == nil && c.name != "write" && filepath.Base(plain) == filepath.Base(path) {
				return true
			}
		}
	}
	return false
}

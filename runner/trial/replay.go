package trial

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// replay follows what a server does with the files below a directory, and knows
// at every moment what of it would survive a loss of power. It is a bound: what
// the system calls do not force to the storage is held to be lost, although the
// kernel may have written it by then.
//
// Of a file survives what had been written to it before its last fsync or
// fdatasync began that was over by then. Names are held to survive in the order in
// which they were changed, as they do in file systems with an ordered journal
// (ext4, XFS): all that were changed before some change to a file do once a sync
// of that file is over that began after it. fsync of a directory does the same for
// the changes in it. A new name alone makes fdatasync write nothing.
type replay struct {
	dir   string
	files map[string]*file // by path, as the server sees them
	dirs  map[string]*file
	names []naming
	// kept is how many of names survive.
	kept int
	// begun is what syncs that are not over yet will make survive.
	begun map[*call]promise
}

// file is a file or a directory, whatever it is called.
type file struct {
	changes []change
	// kept is how many of changes survive.
	kept int
	// data and meta are how many names there were when data of the file were last
	// changed, and anything of it.
	data, meta int
}

// change is text that is added to a file, or with cut a length that it is cut to.
type change struct {
	text string
	cut  bool
	size int
}

// naming is a change of names: to stands for what from stood for, or for file
// where that is set; "" is no name.
type naming struct {
	file     *file
	from, to string
	dir      bool
}

// promise is what a sync makes survive when it is over.
type promise struct {
	file           *file
	changes, names int
}

func newReplay(dir string) *replay {
	return &replay{dir: dir, files: map[string]*file{}, dirs: map[string]*file{dir: {}}, begun: map[*call]promise{}}
}

// follow takes one step.
func (r *replay) follow(s step) error {
	if err := r.take(s); err != nil {
		return fmt.Errorf("follow %s(%s): %w", s.call.name, excerpt(strings.Join(s.call.args, ", ")), err)
	}
	return nil
}

func (r *replay) take(s step) error {
	c := s.call
	if c.syncs() {
		r.sync(c, s.leave)
		return nil
	}
	if !s.leave || c.result < 0 {
		return nil
	}
	switch c.name {
	case "open", "openat", "creat":
		return r.open(c)
	case "write":
		return r.write(c)
	case "ftruncate":
		return r.truncate(c)
	case "rename", "renameat", "renameat2":
		return r.rename(c)
	case "unlink", "unlinkat":
		return r.unlink(c)
	case "mkdir", "mkdirat":
		return r.mkdir(c)
	}
	return r.unknown(c)
}

// sync remembers what a sync will make survive, and does so when it is over.
func (r *replay) sync(c *call, over bool) {
	if over {
		promised, known := r.begun[c]
		delete(r.begun, c)
		if known && c.result == 0 {
			promised.file.kept = max(promised.file.kept, promised.changes)
			r.kept = max(r.kept, promised.names)
		}
		return
	}
	path, gone := descriptor(c.arg(0))
	if gone {
		return // its end can be seen by nobody
	}
	if f := r.files[path]; f != nil {
		names := f.data
		if c.name == "fsync" {
			names = f.meta
		}
		r.begun[c] = promise{f, len(f.changes), names}
	} else if f := r.dirs[path]; f != nil {
		r.begun[c] = promise{f, 0, f.meta}
	}
}

// open makes a file that is not there, and empties one that is where it is told
// to.
func (r *replay) open(c *call) error {
	flags := strings.Join(c.args, " ")
	path := c.path
	if path == "" || !r.below(path) {
		return nil
	}
	creates := c.name == "creat" || strings.Contains(flags, "O_CREAT")
	f := r.files[path]
	switch {
	case f == nil && r.dirs[path] == nil && creates:
		f = &file{}
		r.files[path] = f
		r.name(naming{file: f, to: path})
		f.data, f.meta = len(r.names), len(r.names)
	case f != nil && (c.name == "creat" || strings.Contains(flags, "O_TRUNC")) && f.size() > 0:
		r.change(f, change{cut: true})
	}
	return nil
}

func (r *replay) write(c *call) error {
	f, err := r.written(c.arg(0))
	if f == nil || err != nil {
		return err
	}
	plain, cut, err := text(c.arg(1))
	if err != nil {
		return err
	}
	if cut || int64(len(plain)) < c.result {
		return fmt.Errorf("the trace holds less than the %d bytes that were written; use smaller values", c.result)
	}
	r.change(f, change{text: plain[:c.result]})
	return nil
}

func (r *replay) truncate(c *call) error {
	f, err := r.written(c.arg(0))
	if f == nil || err != nil {
		return err
	}
	size, err := strconv.Atoi(c.arg(1))
	if err != nil || size > f.size() {
		return fmt.Errorf("the file has %d bytes, and cannot be cut to %s", f.size(), c.arg(1))
	}
	r.change(f, change{cut: true, size: size})
	return nil
}

// written is the file that a descriptor of a change stands for; nil for what is no
// file of interest, or has no name any more.
func (r *replay) written(arg string) (*file, error) {
	path, gone := descriptor(arg)
	if gone || !r.below(path) {
		return nil, nil
	}
	f := r.files[path]
	if f == nil {
		return nil, fmt.Errorf("nobody has made the file %s", path)
	}
	return f, nil
}

func (r *replay) change(f *file, c change) {
	f.changes = append(f.changes, c)
	f.data, f.meta = len(r.names), len(r.names)
}

func (r *replay) rename(c *call) error {
	paths, err := r.paths(c)
	if err != nil || len(paths) != 2 {
		return err
	}
	from, to := paths[0], paths[1]
	f := r.files[from]
	if f == nil && !r.below(from) && !r.below(to) {
		return nil
	}
	if f == nil {
		return fmt.Errorf("nobody has made the file %s", from)
	}
	delete(r.files, from)
	r.files[to] = f
	r.name(naming{from: from, to: to})
	f.meta = len(r.names)
	return nil
}

func (r *replay) unlink(c *call) error {
	paths, err := r.paths(c)
	if err != nil || len(paths) != 1 || r.files[paths[0]] == nil {
		return err
	}
	delete(r.files, paths[0])
	r.name(naming{from: paths[0]})
	return nil
}

func (r *replay) mkdir(c *call) error {
	paths, err := r.paths(c)
	if err != nil || len(paths) != 1 || !r.below(paths[0]) {
		return err
	}
	r.dirs[paths[0]] = &file{}
	r.name(naming{to: paths[0], dir: true})
	return nil
}

// name changes names, of which the directories that hold them take note.
func (r *replay) name(n naming) {
	r.names = append(r.names, n)
	for _, path := range []string{n.from, n.to} {
		if dir := r.dirs[filepath.Dir(path)]; path != "" && dir != nil {
			dir.meta = len(r.names)
		}
	}
}

// unknown refuses calls that would have to be followed, on files of interest.
func (r *replay) unknown(c *call) error {
	for _, arg := range c.args {
		path, _ := descriptor(arg)
		if plain, _, err := text(arg); err == nil {
			path = r.absolute(plain)
		}
		if r.below(path) {
			return fmt.Errorf("what it does cannot be followed")
		}
	}
	return nil
}

// paths are the names that a call is given, whole.
func (r *replay) paths(c *call) ([]string, error) {
	var paths []string
	base := r.dir
	for _, arg := range c.args {
		if arg == "" || arg[0] != '"' {
			if path, _ := descriptor(arg); path != "" {
				base = path
			}
			continue
		}
		plain, cut, err := text(arg)
		if err != nil || cut {
			return nil, fmt.Errorf("the name %s cannot be read", excerpt(arg))
		}
		if !filepath.IsAbs(plain) {
			plain = filepath.Join(base, plain)
		}
		paths = append(paths, filepath.Clean(plain))
	}
	return paths, nil
}

func (r *replay) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(r.dir, path)
}

// below reports whether a path is one of the directory's.
func (r *replay) below(path string) bool { return strings.HasPrefix(path, r.dir+"/") }

// arg is an argument, "" where there is none.
func (c *call) arg(n int) string {
	if n >= len(c.args) {
		return ""
	}
	return c.args[n]
}

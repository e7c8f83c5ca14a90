package runner

import "os"

// Running reports that a redis-matrix is measuring the run in dir now, which
// its journal's lock tells. It is false where dir has no journal.
func Running(dir string) bool {
	file, err := os.Open(journalPath(dir))
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // only read
	return lock(file) != nil
}

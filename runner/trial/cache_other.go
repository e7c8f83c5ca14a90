//go:build !linux

package trial

import "errors"

// dropCache cannot be done here.
func dropCache(string) (int64, error) {
	return 0, errors.New("only Linux can; use cache: warm")
}

//go:build unix && !linux

package launch

import "testing"

func readOnly(t testing.TB, _ string) { t.Skip("mounts are made on Linux only") }

func smallDisk(t testing.TB, _ int) string {
	t.Skip("mounts are made on Linux only")
	return ""
}

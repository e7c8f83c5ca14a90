//go:build !linux

package probe

import "redismatrix/matrix"

// storage reads nothing on a host that is not Linux.
type storage struct{}

func watchStorage(int) storage { return storage{} }

func (*storage) close() error { return nil }

func (*storage) read(p *matrix.Persistence, _ map[string]string) {
	why := matrix.Note{Text: "only Linux tells what a server does to its storage", Remedy: "measure on Linux"}
	for _, name := range []string{matrix.UntoldWritten, matrix.UntoldSyncs, matrix.UntoldRDBSize} {
		p.Leave(name, why)
	}
}

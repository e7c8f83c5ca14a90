package probe

import "redismatrix/matrix"

// infoPersistence is what INFO tells of the AOF: aof_current_size and
// aof_delayed_fsync are there only while it is on.
func infoPersistence(info matrix.Info) matrix.Persistence {
	var p matrix.Persistence
	for _, at := range []struct {
		field, untold string
		to            **int64
	}{
		{"aof_current_size", matrix.UntoldAOFSize, &p.AOFSize},
		{"aof_delayed_fsync", matrix.UntoldAOFDelayed, &p.AOFDelayed},
	} {
		if _, told := info[at.field]; told {
			*at.to = new(info.Integer(at.field))
		} else {
			p.Leave(at.untold, matrix.Note{Text: "the server has no AOF"})
		}
	}
	return p
}

// refusedPersistence is what is known of a server that refuses INFO.
func refusedPersistence() matrix.Persistence {
	var p matrix.Persistence
	why := matrix.Note{Text: "the server refuses INFO", Remedy: "allow INFO to the user"}
	p.Leave(matrix.UntoldAOFSize, why)
	p.Leave(matrix.UntoldAOFDelayed, why)
	return p
}

package matrix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseServerRef(t *testing.T) {
	v70 := Version{Redis, []int{7, 0}}
	for _, c := range []struct {
		text, location string
		want           ServerRef
	}{
		{"7.0", "", ServerRef{"7.0", RefVersion, v70, ""}},
		{"7.0.x", "", ServerRef{"7.0.x", RefVersion, v70, ""}},
		{"valkey-8.1", "", ServerRef{"valkey-8.1", RefVersion, Version{Valkey, []int{8, 1}}, ""}},
		{"./redis-server", "", ServerRef{"./redis-server", RefBinary, Version{}, "./redis-server"}},
		{"/opt/redis-2.8/src/redis-server", "", ServerRef{"/opt/redis-2.8/src/redis-server", RefBinary, Version{}, "/opt/redis-2.8/src/redis-server"}},
		{"image:valkey/valkey:8", "", ServerRef{"image:valkey/valkey:8", RefImage, Version{}, "valkey/valkey:8"}},
		{"7.0", "/opt/redis-server", ServerRef{"7.0", RefBinary, v70, "/opt/redis-server"}},
		{"7.0", "image:registry.local:5000/redis:7", ServerRef{"7.0", RefImage, v70, "registry.local:5000/redis:7"}},
		{"7.0", "attach:localhost:6379", ServerRef{"7.0", RefAttach, v70, "localhost:6379"}},
		{"7.0", "attach:[::1]:6379", ServerRef{"7.0", RefAttach, v70, "[::1]:6379"}},
	} {
		got, err := ParseServerRef(c.text, c.location)
		if err != nil {
			t.Errorf("%s at %q: %v", c.text, c.location, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s at %q: %s", c.text, c.location, diff)
		}
	}
}

func TestParseServerRefRejects(t *testing.T) {
	for _, c := range []struct{ text, location, want string }{
		{"soon", "", `accepted: a line such as "7.0"`},
		{"soon", "", `a path with a '/' and "image:NAME"`},
		{"image:", "", `no image's name, such as "redis:7.0"`},
		{"image:a b", "", "no image's name"},
		{"attach:localhost:6379", "", `server.servers: {"7.0": "attach:localhost:6379"}`},
		{"mine", "/opt/redis-server", `read version "mine"`},
		{"7.0", "redis-server", `accepted: a path such as`},
		{"7.0", "image:", "no image's name"},
		{"7.0", "attach:localhost", "missing port"},
		{"7.0", "attach:localhost:0", "a port from 1 to 65535"},
		{"7.0", "attach::6379", "is no HOST:PORT"},
		{"7.0", "attach:h:70000", "a port from 1 to 65535"},
	} {
		ref, err := ParseServerRef(c.text, c.location)
		if err == nil {
			t.Errorf("%s at %q: accepted as %+v", c.text, c.location, ref)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at %q: error %q lacks %q", c.text, c.location, err, c.want)
		}
	}
}

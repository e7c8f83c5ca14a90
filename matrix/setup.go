package matrix

// Setup is the server-side part of a cell: everything that decides how a
// server is started. Cells that differ only on load axes share a setup.
type Setup struct {
	// ID is readable and unique in its plan, such as
	// "version=7.0 appendonly=always"; it names log files and journal entries.
	ID string `json:"id"`
	// Server is what the version axis asks for.
	Server ServerRef `json:"server"`
	Launch Launch    `json:"launch"`
	// Config holds every directive that is asked for, appendonly, appendfsync
	// (while AOF is on) and save always among them, in the oldest spelling.
	Config []Directive `json:"config"`
	CPUs   string      `json:"cpus"`
	// Storage is where the server keeps its data; nil for the run's directory.
	Storage *Storage `json:"storage,omitempty"`
	// TLS is true where a cell of the setup connects with TransportTLS.
	TLS bool `json:"tls,omitempty"`
	// NA is why this server cannot be set up so ("io-threads needs Redis 6.0"),
	// "" where it can.
	NA string `json:"na,omitempty"`
}

// RefKind tells what a ServerRef points at.
type RefKind string

// What a version axis' value can point at.
const (
	RefVersion RefKind = "version" // a product and line, found among what is installed
	RefBinary  RefKind = "binary"  // a path
	RefImage   RefKind = "image"   // a container image
	RefAttach  RefKind = "attach"  // a running server
)

// ServerRef is a value of the version axis, with what spec.server.servers says
// of it.
type ServerRef struct {
	// Text is the value as written, such as "7.0", "valkey-8.1", "/opt/redis".
	Text string  `json:"text"`
	Kind RefKind `json:"kind"`
	// Version is what must be running. Its zero value accepts anything (a path
	// or an image that no version names).
	Version Version `json:"version,omitzero"`
	// Location is the path, the image's name or the address; "" for RefVersion.
	Location string `json:"location,omitempty"`
}

// Endpoint is where a started server is reached.
type Endpoint struct {
	Network string `json:"network"` // "tcp" or "unix"
	Address string `json:"address"`
	// Socket is the path of the server's unix socket, "" where it has none.
	Socket string `json:"socket,omitempty"`
	// Owned is false for an attached server: it is never flushed, and only keys
	// with Prefix are written and removed.
	Owned  bool   `json:"owned"`
	Prefix string `json:"prefix,omitempty"`
	// Keep is true where an attached server is filled for others: keys have no
	// prefix, and none is ever removed.
	Keep bool `json:"keep,omitempty"`
	// DB is the number of the database that is used.
	DB int `json:"db,omitempty"`
	// CPUs are those of this host that the server may use, which are not taken
	// from it; empty where it is elsewhere.
	CPUs []int `json:"-"`
	// TLS is how the server is reached with TransportTLS, nil where it cannot
	// be.
	TLS *TLS `json:"-"`
	// User and Password authenticate; they come from the environment and are
	// never written anywhere.
	User     string `json:"-"`
	Password string `json:"-"`
}

// TLS is how a server is reached over TLS. The files are PEM.
type TLS struct {
	// Address is where the server speaks TLS.
	Address string
	// CAFile holds the authorities to trust, and CADir is a directory of such
	// files; the system's where both are "".
	CAFile, CADir string
	// CertFile and KeyFile are this client's certificate; "" for none.
	CertFile, KeyFile string
	// ServerName is what the server's certificate must be for; "" takes the
	// address' host.
	ServerName string
	// Insecure takes any certificate.
	Insecure bool
	// Ciphers are the names of the suites of TLS 1.2 to offer; nil for Go's.
	Ciphers []string
}

// ServerInfo is what really ran for a setup.
type ServerInfo struct {
	Product Product `json:"product"`
	// Version is the exact version, such as "7.0.15".
	Version string `json:"version"`
	// Build is redis_build_id, Digest the SHA-256 of the binary or the image's
	// digest, Size the binary's size in bytes (0 where unknown).
	Build  string `json:"build,omitempty"`
	Digest string `json:"digest,omitempty"`
	Size   int64  `json:"size_bytes,omitempty"`
	// Launch is how it was started, never LaunchAuto. Path is the binary or the
	// image.
	Launch Launch `json:"launch"`
	Path   string `json:"path,omitempty"`
	// RunID and PID are INFO's run_id and the process id as this host sees it
	// (0 where that cannot be known).
	RunID string `json:"run_id"`
	PID   int    `json:"pid"`
	// CPUs is the cpuset that the server is pinned to, "" for none.
	CPUs string `json:"cpus,omitempty"`
	// Config holds the effective values of the asked directives, read back.
	Config []Directive `json:"config,omitempty"`
	// Effective is the whole configuration at the server's start in the run's
	// first round, as the function of that name tells it; empty where the server
	// refused to tell, and in documents of programs that did not record it.
	Effective []Directive `json:"effective,omitempty"`
	// Allocator and Compiler as INFO gives them.
	Allocator string `json:"allocator,omitempty"`
	Compiler  string `json:"compiler,omitempty"`
	// Started is how long the start took until the server answered, in
	// nanoseconds.
	StartNanos int64 `json:"start_ns"`
	// Warnings hold for every result of the server, such as a published port.
	Warnings []Note `json:"warnings,omitempty"`
}

// Name is the product and exact version, such as "redis 7.0.15".
func (s ServerInfo) Name() string {
	return string(s.Product) + " " + s.Version
}

// Note is a remark on a number: what is to be known, and what to do about it.
type Note struct {
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}

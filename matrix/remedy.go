package matrix

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"strings"
	"syscall"
)

// replyRemedies say what can be done about an error reply, by what it begins
// with.
var replyRemedies = []struct{ begins, remedy string }{
	{"NOAUTH", "give REDIS_MATRIX_PASSWORD, and REDIS_MATRIX_USER for any user but the default one"},
	{"WRONGPASS", "correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD"},
	{"ERR invalid password", "correct REDIS_MATRIX_PASSWORD"},
	{"ERR Client sent AUTH", "the server has no password: unset REDIS_MATRIX_PASSWORD"},
	{"ERR AUTH ", "the default user has no password: unset REDIS_MATRIX_PASSWORD, or give REDIS_MATRIX_USER"},
	{"ERR wrong number of arguments for 'auth'", "servers before Redis 6.0 have no users: unset REDIS_MATRIX_USER"},
	{"NOPERM", "allow the user the commands and keys (ACL SETUSER NAME +@all ~*), or name another in REDIS_MATRIX_USER"},
	{"DENIED", "the server is in protected mode: give it a password, or set protected-mode no where its network is safe"},
	{"ERR max number of clients", "raise the server's maxclients, or lower clients"},
	{"LOADING", "wait until the server has loaded its data"},
	{"READONLY", "measure a primary, not a replica"},
	{"MASTERDOWN", "measure a primary, not a replica"},
	{"OOM", "raise the server's maxmemory, or use fewer keys or smaller values"},
	{"MISCONF", "the server cannot persist: see its log, and the free space of its disk"},
	{"BUSY", "a script keeps the server busy: SCRIPT KILL ends it"},
	{"MOVED", "measure a server that is no part of a cluster (cluster-enabled no)"},
	{"ASK", "measure a server that is no part of a cluster (cluster-enabled no)"},
	{"CROSSSLOT", "measure a server that is no part of a cluster (cluster-enabled no)"},
	{"CLUSTERDOWN", "measure a server that is no part of a cluster (cluster-enabled no)"},
}

// ReplyRemedy is what can be done about a server's error reply, "" where that
// is not known.
func ReplyRemedy(reply string) string {
	for _, r := range replyRemedies {
		if strings.HasPrefix(reply, r.begins) {
			return r.remedy
		}
	}
	return ""
}

// connectRemedies say what can be done where a connection fails, by its error.
var connectRemedies = []struct {
	is     error
	remedy string
}{
	{syscall.ECONNREFUSED, "is the server running there?"},
	{fs.ErrNotExist, "is the server running, with this unixsocket?"},
	{syscall.EACCES, "this user may not use the socket: see the server's unixsocketperm"},
	{syscall.EMFILE, "this process may not open so many files: raise `ulimit -n`, or lower clients"},
	{syscall.ENFILE, "this host has no more files to open: raise fs.file-max, or lower clients"},
	{syscall.EADDRNOTAVAIL, "this host has no local port left for that address: wait a minute, widen net.ipv4.ip_local_port_range, lower clients, or use transport unix"},
	{syscall.EHOSTUNREACH, "correct the address, or see the firewalls between"},
	{syscall.ENETUNREACH, "correct the address, or see the firewalls between"},
	{syscall.ETIMEDOUT, "correct the address, or see the firewalls between"},
	{io.EOF, "does the server speak TLS there, or are there too many clients for it (maxclients)?"},
	{io.ErrUnexpectedEOF, "does the server speak TLS there, or are there too many clients for it (maxclients)?"},
	{syscall.ECONNRESET, "does the server speak TLS there, or are there too many clients for it (maxclients)?"},
	{syscall.EPIPE, "does the server speak TLS there, or are there too many clients for it (maxclients)?"},
}

// ConnectRemedy is what can be done where a server cannot be connected to, ""
// where that is not known.
func ConnectRemedy(err error) string {
	if remedy := tlsRemedy(err); remedy != "" {
		return remedy
	}
	for _, r := range connectRemedies {
		if errors.Is(err, r.is) {
			return r.remedy
		}
	}
	if _, unknown := errors.AsType[*net.DNSError](err); unknown {
		return "correct the name of the host"
	}
	return ""
}

// tlsRemedy is what can be done where a TLS handshake fails. What the other
// side says of that has no type in crypto/tls.
func tlsRemedy(err error) string {
	if _, plain := errors.AsType[tls.RecordHeaderError](err); plain {
		return "the server does not speak TLS there: use its tls-port, or transport tcp"
	}
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); unknown {
		return "name the certificate of its authority in REDIS_MATRIX_TLS_CA (bench: --cacert)"
	}
	if _, other := errors.AsType[x509.HostnameError](err); other {
		return "say what the certificate is for in REDIS_MATRIX_TLS_SERVER_NAME (bench: --sni)"
	}
	if _, invalid := errors.AsType[x509.CertificateInvalidError](err); invalid {
		return "give the server a valid certificate"
	}
	if !strings.Contains(err.Error(), "remote error: tls: ") {
		return ""
	}
	if strings.Contains(err.Error(), "certificate") {
		return "give a certificate that the server trusts in REDIS_MATRIX_TLS_CERT and REDIS_MATRIX_TLS_KEY (bench: --cert, --key)"
	}
	return "see the server's tls-protocols and tls-ciphers"
}

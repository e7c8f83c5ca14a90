package bench

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"redismatrix/matrix"
)

// modern are the names of the folders of servers with TLS, users and RESP3.
func modern(name string) bool {
	version, redis := strings.CutPrefix(name, "redis-")
	return !redis || len(version) > 0 && version[0] >= '6'
}

// certify writes a certificate that vouches for itself, for 127.0.0.1, and its
// key.
func certify(t testing.TB) (cert, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	signed, errSign := x509.CreateCertificate(rand.Reader, about, about, &secret.PublicKey, secret)
	text, errKey := x509.MarshalPKCS8PrivateKey(secret)
	if errSign != nil || errKey != nil {
		t.Fatal(errSign, errKey)
	}
	write := func(name, kind string, bytes []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", text)
}

// startTLS is start for a server that speaks TLS too, at its endpoint's TLS.
func startTLS(t testing.TB, binary string, options ...string) *instance {
	t.Helper()
	cert, key := certify(t)
	port := freePort(t)
	s := start(t, binary, append([]string{
		"--tls-port", port, "--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", cert, "--tls-auth-clients", "no",
	}, options...)...)
	s.at.TLS = &matrix.TLS{Address: "127.0.0.1:" + port, CAFile: cert}
	return s
}

// each runs a test on every server that is here and has what came with 6.0.
func eachModern(t *testing.T, test func(t *testing.T, binary string)) {
	t.Helper()
	for name, binary := range binaries(t) {
		if modern(name) {
			t.Run(name, func(t *testing.T) { test(t, binary) })
		}
	}
}

// few are tests of each kind of reply.
var few = []string{"PING_INLINE", "SET", "GET", "INCR", "LPOP", "ZPOPMIN", "LRANGE_100", "MSET", "XADD"}

// addsUp balances the books of tests over one session's connections.
func (s *instance) addsUp(t *testing.T, load matrix.Load, names []string) {
	t.Helper()
	session := (&instance{t: t, at: s.at, ask: s.ask}).open(s.at, load)
	for _, name := range names {
		if test, _ := matrix.LookupTest(name); s.knows(test) {
			t.Run(name, func(t *testing.T) { s.check(t, session, test, load) })
		}
	}
}

// Whatever the connections are, all tests run, and what is counted is what the
// server counts.
func TestTransportsAddUp(t *testing.T) {
	loads := map[string]struct {
		tests  []string
		change func(*matrix.Load)
	}{
		"RESP3": {matrix.TestNames(), func(l *matrix.Load) { l.Protocol = 3 }},
		"TLS":   {few, func(l *matrix.Load) { l.Transport = matrix.TransportTLS }},
		"TLS and RESP3": {few, func(l *matrix.Load) {
			l.Transport, l.Protocol, l.Pipeline = matrix.TransportTLS, 3, 7
		}},
		"TLS, large": {few, func(l *matrix.Load) {
			l.Transport, l.ValueSize, l.Keyspace, l.Requests = matrix.TransportTLS, matrix.FixedSize(100_000), 50, 10
		}},
		"unix":           {few, func(l *matrix.Load) { l.Transport = matrix.TransportUnix }},
		"unix and RESP3": {few, func(l *matrix.Load) { l.Transport, l.Protocol = matrix.TransportUnix, 3 }},
	}
	eachModern(t, func(t *testing.T, binary string) {
		socket := filepath.Join(shortDir(t), "s")
		server := startTLS(t, binary, "--unixsocket", socket)
		server.at.Socket = socket
		for name, tt := range loads {
			t.Run(name, func(t *testing.T) {
				load := someLoad()
				load.Requests = 200
				tt.change(&load)
				server.addsUp(t, load, tt.tests)
			})
		}
	})
}

// shortDir is a directory whose path leaves room for a socket's name.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "rm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func TestOldServersRefuseRESP3(t *testing.T) {
	for name, binary := range binaries(t) {
		if modern(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := start(t, binary)
			load := someLoad()
			load.Protocol = 3
			check(t, s.at, impatient(t, s.at, load), "HELLO 3: the server does not speak RESP3, which came with Redis 6.0; use protocol 2")
		})
	}
}

// A server that speaks only TLS is emptied and asked over TLS as well.
func TestOpenWhereAllIsTLS(t *testing.T) {
	eachModern(t, func(t *testing.T, binary string) {
		s := startTLS(t, binary)
		at := s.at
		at.Address = at.TLS.Address
		s.do("SET", "old", "1")
		load := someLoad()
		load.Transport = matrix.TransportTLS
		s.open(at, load)
		if n := s.number("DBSIZE"); n != 0 {
			t.Errorf("%d keys are left", n)
		}
	})
}

func TestDialTLSFails(t *testing.T) {
	s := startTLS(t, anyServer(t))
	other, _ := certify(t)
	tests := map[string]struct {
		change func(*matrix.TLS)
		want   string
	}{
		"stranger":   {func(c *matrix.TLS) { c.CAFile = other }, `TLS handshake: tls: failed to verify certificate: x509: certificate signed by unknown authority (possibly because of "x509: ECDSA verification failure" while trying to verify candidate authority certificate "test"); name the certificate of its authority in REDIS_MATRIX_TLS_CA (bench: --cacert)`},
		"other name": {func(c *matrix.TLS) { c.ServerName = "redis.internal" }, `TLS handshake: tls: failed to verify certificate: x509: certificate is not valid for any names, but wanted to match redis.internal; say what the certificate is for in REDIS_MATRIX_TLS_SERVER_NAME (bench: --sni)`},
		"plain":      {func(c *matrix.TLS) { c.Address = s.at.Address }, "TLS handshake: no answer for 200ms: is the server stopped, or are there too many clients for it? Does it speak TLS there?"},
		"web server": {func(c *matrix.TLS) {
			c.Address = listen(t, always("HTTP/1.1 400 Bad Request\r\n\r\n")).Address
		}, "TLS handshake: tls: first record does not look like a TLS handshake; the server does not speak TLS there: use its tls-port, or transport tcp"},
		"closes": {func(c *matrix.TLS) {
			c.Address = listen(t, func(*peer, []string) bool { return false }).Address
		}, "TLS handshake: EOF; does the server speak TLS there, or are there too many clients for it (maxclients)?"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at, secure, load := s.at, *s.at.TLS, someLoad()
			at.TLS, load.Transport = &secure, matrix.TransportTLS
			tt.change(at.TLS)
			got := impatient(t, at, load)
			if want := "open a connection to " + secure.Address + ": " + tt.want; got != want {
				t.Errorf("error %q\nwant  %q", got, want)
			}
		})
	}
}

// A plain client at the port for TLS.
func TestDialPlainToTLS(t *testing.T) {
	eachModern(t, func(t *testing.T, binary string) {
		s := startTLS(t, binary)
		at := s.at
		at.Address, at.TLS = at.TLS.Address, nil
		if got := impatient(t, at, someLoad()); !strings.Contains(got, "TLS") {
			t.Errorf("error %q", got)
		} else {
			t.Log(got)
		}
	})
}

// Clients show a certificate where they have one, and the server wants it.
func TestDialShowsItsCertificate(t *testing.T) {
	eachModern(t, func(t *testing.T, binary string) {
		cert, key := certify(t)
		s := startTLS(t, binary, "--tls-auth-clients", "yes", "--tls-ca-cert-file", cert)
		load := someLoad()
		load.Transport = matrix.TransportTLS
		const want = " in REDIS_MATRIX_TLS_CERT and REDIS_MATRIX_TLS_KEY (bench: --cert, --key)"
		if got := impatient(t, s.at, load); !strings.HasSuffix(got, want) {
			t.Errorf("error %q, want %q", got, want)
		}
		s.at.TLS.CertFile, s.at.TLS.KeyFile = cert, key
		s.open(s.at, load)
	})
}

func TestDialOffersCiphers(t *testing.T) {
	s := startTLS(t, anyServer(t), "--tls-protocols", "TLSv1.2", "--tls-ciphers", "ECDHE-ECDSA-AES256-GCM-SHA384")
	load := someLoad()
	load.Transport = matrix.TransportTLS
	s.at.TLS.Ciphers = []string{"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"}
	if got := impatient(t, s.at, load); !strings.HasSuffix(got, "; see the server's tls-protocols and tls-ciphers") {
		t.Errorf("error %q", got)
	}
	s.at.TLS.Ciphers = []string{"tls_ecdhe_ecdsa_with_aes_256_gcm_sha384"}
	s.open(s.at, load)
}

// What users, and servers with one password for all, refuse and allow.
func TestDialAuthenticates(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		s := start(t, binary)
		s.do("CONFIG", "SET", "requirepass", "sesame-open")
		s.ask = redis.NewClient(&redis.Options{Addr: s.at.Address, Password: "sesame-open", Protocol: 2})
		t.Cleanup(func() { _ = s.ask.Close() })
		old := s.do("INFO", "server").(string)
		protocols := []int{2}
		if !strings.Contains(old, "redis_version:2.") && !strings.Contains(old, "redis_version:3.") &&
			!strings.Contains(old, "redis_version:4.") && !strings.Contains(old, "redis_version:5.") {
			protocols = append(protocols, 3)
			s.do("ACL", "SETUSER", "alibaba", "on", ">cave", "~*", "+@all")
			s.do("ACL", "SETUSER", "thief", "on", ">cave", "~*", "-@all", "+get")
		}
		if len(protocols) > 1 {
			s.tellsNoUser(t)
		}
		for _, protocol := range protocols {
			s.refuses(t, protocol, "", "", "NOAUTH ", "; give REDIS_MATRIX_PASSWORD, and REDIS_MATRIX_USER for any user but the default one")
			s.refuses(t, protocol, "", "sesame-shut", "", "REDIS_MATRIX_PASSWORD")
			s.admits(t, protocol, "", "sesame-open")
			if len(protocols) == 1 {
				s.refuses(t, protocol, "alibaba", "sesame-open", "AUTH: ERR wrong number of arguments for 'auth' command; servers before Redis 6.0 have no users: unset REDIS_MATRIX_USER", "")
				continue
			}
			s.refuses(t, protocol, "alibaba", "sesame-open", "WRONGPASS ", "; correct REDIS_MATRIX_USER and REDIS_MATRIX_PASSWORD")
			s.refuses(t, protocol, "thief", "cave", "PING: NOPERM ", "; allow the user the commands and keys (ACL SETUSER NAME +@all ~*), or name another in REDIS_MATRIX_USER")
			s.admits(t, protocol, "alibaba", "cave")
		}
	})
}

// refuses checks the error of a connection with user and password, which must
// not stand in it.
func (s *instance) refuses(t *testing.T, protocol int, user, password, want, remedy string) {
	t.Helper()
	at, load := s.at, someLoad()
	at.User, at.Password, load.Protocol = user, password, protocol
	got := impatient(t, at, load)
	if !strings.Contains(got, want) || !strings.HasSuffix(got, remedy) || strings.Contains(got, "sesame") || strings.Contains(got, "cave") ||
		user != "" && strings.Contains(got, user) {
		t.Errorf("protocol %d, user %q: error %q, want %q", protocol, user, got, want+remedy)
	}
}

// admits checks that a session with user and password measures.
func (s *instance) admits(t *testing.T, protocol int, user, password string) {
	t.Helper()
	at, load := s.at, someLoad()
	at.User, at.Password, load.Protocol = user, password, protocol
	session := (&instance{t: t, at: s.at}).open(at, load)
	test, _ := matrix.LookupTest("SET")
	sample, err := session.Measure(t.Context(), test)
	if err != nil || sample.Errors > 0 || sample.Requests != load.Requests {
		t.Errorf("protocol %d, user %q: %d requests, %d errors (%s), error %v", protocol, user, sample.Requests, sample.Errors, sample.FirstError, err)
	}
}

func TestDialTooManyClients(t *testing.T) {
	eachServer(t, func(t *testing.T, binary string) {
		s := start(t, binary, "--maxclients", "10")
		load := someLoad()
		load.Clients = 50
		_, err := connect(t.Context(), s.at, load, "")
		const want = "PING: ERR max number of clients reached; raise the server's maxclients, or lower clients"
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	})
}

func TestExplainLoss(t *testing.T) {
	lost, other := fmt.Errorf("PING: %w", syscall.ECONNRESET), errors.New("other")
	secure := dialer{tls: &tls.Config{}}
	if got := secure.explainLoss(lost).Error(); !strings.Contains(got, "give one that it trusts in REDIS_MATRIX_TLS_CERT") {
		t.Errorf("got %q", got)
	}
	for name, got := range map[string]error{
		"plain":       (dialer{}).explainLoss(lost),
		"certificate": dialer{tls: &tls.Config{Certificates: make([]tls.Certificate, 1)}}.explainLoss(lost),
	} {
		if got != lost { //nolint:errorlint // the same one
			t.Errorf("%s: got %v", name, got)
		}
	}
	if got := secure.explainLoss(other); got != other { //nolint:errorlint // the same one
		t.Errorf("got %v", got)
	}
}

// tellsNoUser measures as a user who may write nothing, and as one who may not
// even look: servers say the user's name, and neither sample nor error does.
func (s *instance) tellsNoUser(t *testing.T) {
	t.Helper()
	s.do("ACL", "SETUSER", "sindbad", "on", ">cave", "~*", "+@all", "-set")
	s.do("ACL", "SETUSER", "morgiana", "on", ">cave", "~*", "+ping")
	at := s.at
	at.User, at.Password = "sindbad", "cave"
	session := (&instance{t: t, at: s.at}).open(at, someLoad())
	test, _ := matrix.LookupTest("SET")
	sample, err := session.Measure(t.Context(), test)
	if err != nil || sample.Errors == 0 || !strings.HasPrefix(sample.FirstError, "NOPERM ") || strings.Contains(sample.FirstError, "sindbad") {
		t.Errorf("%d errors (%s), error %v", sample.Errors, sample.FirstError, err)
	}
	at.User = "morgiana"
	_, err = Open(t.Context(), at, someLoad())
	if err == nil || !strings.Contains(err.Error(), "empty the data set: NOPERM ") || strings.Contains(err.Error(), "morgiana") ||
		!strings.HasSuffix(err.Error(), "or name another in REDIS_MATRIX_USER") {
		t.Errorf("error %v", err)
	}
}

func TestRedact(t *testing.T) {
	err := errors.New("NOPERM User thief has no permissions")
	if got := redact(err, "thief", "").Error(); got != "NOPERM User *** has no permissions" {
		t.Errorf("got %q", got)
	}
	if got := redact(err, "", "sesame"); got != err { //nolint:errorlint // the same one
		t.Errorf("got %v", got)
	}
}

package matrix

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"
	"strings"
)

// Secure says that the address itself speaks TLS, as that of an attached server
// may: whatever is sent there goes over TLS. A server that redis-matrix starts
// has a plain address beside it.
func (e Endpoint) Secure() bool { return e.TLS != nil && e.TLS.Address == e.Address }

// Dial opens a connection, as net.Dialer's DialContext does.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// SecureDial is how go-redis connects to an address that speaks TLS: with open,
// and a handshake. It is nil, which is how go-redis connects itself, for any
// other. This package opens neither connections nor files: open is net.Dialer's
// DialContext, the others are those of TLS.Config.
func (e Endpoint) SecureDial(
	open Dial,
	readFile func(name string) ([]byte, error),
	readDir func(name string) ([]fs.DirEntry, error),
) Dial {
	if !e.Secure() {
		return nil
	}
	settings := *e.TLS // a client may go on dialling when its owner has left it
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		config, err := settings.Config(readFile, readDir)
		if err != nil {
			return nil, err
		}
		conn, err := open(ctx, network, address)
		if err != nil {
			return nil, err
		}
		secure := tls.Client(conn, config)
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = conn.Close() // the handshake has closed it where ctx ended
			return nil, explainHandshake(ctx, err)
		}
		return secure, nil
	}
}

// explainHandshake says of a handshake without an answer what that may mean: a
// server that speaks no TLS takes it for the beginning of a command, and waits
// for more.
func explainHandshake(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errors.New("TLS handshake: no answer in time; does the server speak TLS there?")
	}
	return fmt.Errorf("TLS handshake: %w", err)
}

// Config is a client's configuration, for TLS 1.2 and later. This package reads
// no files: readFile and readDir are os.ReadFile and os.ReadDir. The error
// tells all that is wrong.
func (t TLS) Config(
	readFile func(name string) ([]byte, error),
	readDir func(name string) ([]fs.DirEntry, error),
) (*tls.Config, error) {
	name, errName := t.serverName()
	roots, errRoots := t.authorities(readFile, readDir)
	certificates, errOwn := t.certificates(readFile)
	suites, errSuites := t.suites()
	return &tls.Config{
		MinVersion: tls.VersionTLS12, ServerName: name, RootCAs: roots, Certificates: certificates,
		CipherSuites: suites, InsecureSkipVerify: t.Insecure,
	}, errors.Join(errName, errRoots, errOwn, errSuites)
}

func (t TLS) serverName() (string, error) {
	if t.ServerName != "" {
		return t.ServerName, nil
	}
	host, _, err := net.SplitHostPort(t.Address)
	if err != nil {
		return "", fmt.Errorf("find the TLS server's name: %w", err)
	}
	return host, nil
}

// authorities are those to trust; nil stands for the system's. In a directory,
// files that hold no certificate are passed over.
func (t TLS) authorities(
	readFile func(name string) ([]byte, error),
	readDir func(name string) ([]fs.DirEntry, error),
) (*x509.CertPool, error) {
	if t.CAFile == "" && t.CADir == "" {
		return nil, nil
	}
	pool, found := x509.NewCertPool(), false
	if t.CAFile != "" {
		text, err := readFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("read the CA's certificate: %w", err)
		}
		if found = pool.AppendCertsFromPEM(text); !found {
			return nil, fmt.Errorf("read the CA's certificate: %s holds none in PEM", t.CAFile)
		}
	}
	if t.CADir == "" {
		return pool, nil
	}
	entries, err := readDir(t.CADir)
	if err != nil {
		return nil, fmt.Errorf("read the CAs' directory: %w", err)
	}
	for _, entry := range entries {
		if text, err := readFile(filepath.Join(t.CADir, entry.Name())); err == nil {
			found = pool.AppendCertsFromPEM(text) || found
		}
	}
	if !found {
		return nil, fmt.Errorf("read the CAs' directory: no file in %s holds a certificate in PEM", t.CADir)
	}
	return pool, nil
}

// certificates is the client's own, none where it has none.
func (t TLS) certificates(readFile func(name string) ([]byte, error)) ([]tls.Certificate, error) {
	switch {
	case t.CertFile == "" && t.KeyFile == "":
		return nil, nil
	case t.CertFile == "" || t.KeyFile == "":
		return nil, fmt.Errorf("read the client's certificate: it needs both a certificate (%q) and its key (%q)", t.CertFile, t.KeyFile)
	}
	cert, errCert := readFile(t.CertFile)
	key, errKey := readFile(t.KeyFile)
	if err := errors.Join(errCert, errKey); err != nil {
		return nil, fmt.Errorf("read the client's certificate: %w", err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("read the client's certificate %s and key %s: %w", t.CertFile, t.KeyFile, err)
	}
	return []tls.Certificate{pair}, nil
}

// suites are the numbers of the cipher suites. Go chooses those of TLS 1.3
// itself.
func (t TLS) suites() ([]uint16, error) {
	var numbers []uint16
	for _, name := range t.Ciphers {
		number, ok := suite(name)
		if !ok {
			return nil, fmt.Errorf("use cipher suite %q: accepted for TLS 1.2: %s", name, strings.Join(CipherNames(), ", "))
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

func suite(name string) (uint16, bool) {
	for _, s := range suites12() {
		if strings.EqualFold(s.Name, name) {
			return s.ID, true
		}
	}
	return 0, false
}

// CipherNames are the names that TLS.Ciphers may hold: those of IANA, such as
// TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, of the suites of TLS 1.2 that Go knows,
// the insecure ones last.
func CipherNames() []string {
	var names []string
	for _, s := range suites12() {
		names = append(names, s.Name)
	}
	return names
}

func suites12() []*tls.CipherSuite {
	var all []*tls.CipherSuite
	for _, s := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		if s.SupportedVersions[0] < tls.VersionTLS13 {
			all = append(all, s)
		}
	}
	return all
}

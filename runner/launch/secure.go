package launch

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/testcontainers/testcontainers-go"

	"redismatrix/matrix"
)

// Where the files are that a server speaks TLS with, in a directory.
const caFile, certFile, keyFile = "ca.pem", "cert.pem", "key.pem"

const (
	// publishedTLSPort is where a server in a network of its own speaks TLS.
	publishedTLSPort = 6380
	// certifiedDir is where a server has its certificate that cannot have a
	// directory of this host.
	certifiedDir = "/redis-matrix-tls"
)

// secure gives a server on this host a certificate in dir and a free port for
// TLS, and returns its words for them; none where the setup asks for no TLS.
func (s *starting) secure(dir string) ([]string, error) {
	if !s.setup.TLS {
		return nil, nil
	}
	port, err := s.launcher.port()
	if err != nil {
		return nil, fmt.Errorf("pick a free port for TLS: %w", err)
	}
	made, err := s.certify(dir)
	if err != nil {
		return nil, err
	}
	s.tls.Address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	return tlsWords(port, dir), errors.Join(
		writeSecret(path.Join(dir, certFile), made.cert), writeSecret(path.Join(dir, keyFile), made.key))
}

// certify makes a certificate, and has clients trust its authority alone.
func (s *starting) certify(dir string) (certificate, error) {
	made, err := certify(time.Now())
	if err != nil {
		return made, err
	}
	s.tls = &matrix.TLS{CAFile: path.Join(dir, caFile), ServerName: certifiedName}
	return made, writeSecret(s.tls.CAFile, made.ca)
}

func writeSecret(path string, text []byte) error {
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("write a certificate: %w", err)
	}
	return nil
}

func tlsWords(port int, dir string) []string {
	return []string{
		"--tls-port", strconv.Itoa(port), "--tls-cert-file", path.Join(dir, certFile), "--tls-key-file", path.Join(dir, keyFile),
		"--tls-ca-cert-file", path.Join(dir, caFile), "--tls-auth-clients", "no",
	}
}

// secureApart is secure for a container that shares no directory with this
// host: the engine copies the files into it.
func (s *containerStart) secureApart() ([]string, error) {
	if !s.setup.TLS {
		return nil, nil
	}
	dir, err := s.makeDir(s.launcher.options.Dir)
	if err != nil {
		return nil, err
	}
	made, err := s.certify(dir)
	s.copied = made.files()
	return tlsWords(publishedTLSPort, certifiedDir), err
}

// files are a certificate's in a container, where the server may run as any
// user.
func (c certificate) files() []testcontainers.ContainerFile {
	var files []testcontainers.ContainerFile
	for name, text := range map[string][]byte{caFile: c.ca, certFile: c.cert, keyFile: c.key} {
		files = append(files, testcontainers.ContainerFile{
			Reader: strings.NewReader(string(text)), ContainerFilePath: path.Join(certifiedDir, name), FileMode: 0o644,
		})
	}
	return files
}

// withoutTLS reports whether a server's log says that it does not know TLS.
func withoutTLS(log string) bool {
	return strings.Contains(log, "Bad directive") && strings.Contains(log, "tls-port")
}

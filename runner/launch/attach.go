package launch

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"redismatrix/matrix"
)

// Where user and password of attached servers come from, and how TLS is spoken
// with them.
const (
	userEnv     = "REDIS_MATRIX_USER"
	passwordEnv = "REDIS_MATRIX_PASSWORD"

	tlsEnv           = "REDIS_MATRIX_TLS"             // 1, or 0 to ignore the others
	tlsCAEnv         = "REDIS_MATRIX_TLS_CA"          // a file, or a directory of files
	tlsCertEnv       = "REDIS_MATRIX_TLS_CERT"        // a file
	tlsKeyEnv        = "REDIS_MATRIX_TLS_KEY"         // a file
	tlsServerNameEnv = "REDIS_MATRIX_TLS_SERVER_NAME" // what the certificate is for
)

// handshakeTime is how long a server may take for a TLS handshake.
const handshakeTime = 5 * time.Second

// attach checks a server that runs already at HOST:PORT. It is asked, and
// nothing else is done to it, at its Stop neither.
func (l *Launcher) attach(ctx context.Context, setup matrix.Setup, address string) (*Server, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("attach to %q: %w; accepted: attach:HOST:PORT", address, err)
	}
	secure, err := attachedTLS(address, os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("attach to %s: %w", address, err)
	}
	at := matrix.Endpoint{
		Network: "tcp", Address: address, TLS: secure,
		Prefix: "redis-matrix:" + cmp.Or(l.options.Run, strings.ToLower(rand.Text()[:10])) + ":",
		User:   os.Getenv(userEnv), Password: os.Getenv(passwordEnv),
	}
	ctx, cancel := context.WithTimeout(ctx, l.options.StartTimeout)
	defer cancel()
	if err := reachSecurely(ctx, at); err != nil {
		return nil, fmt.Errorf("attach to %s: %w", address, mend(err))
	}
	info, err := prove(ctx, at, setup, expected{})
	if err != nil {
		return nil, err
	}
	info.Launch, info.Path = matrix.LaunchAttach, address
	info.Warnings = []matrix.Note{{
		Text:   "the attached server is not restarted between rounds, and others may use it",
		Remedy: "have redis-matrix start a server of this version to compare it",
	}}
	return &Server{endpoint: at, info: info, stop: func(context.Context) error { return nil }}, nil
}

// attachedTLS is how TLS is spoken with an attached server, nil where the
// environment says nothing of TLS. A single setting is enough, so that none
// that was forgotten sends a password in plain.
func attachedTLS(address string, env func(string) string) (*matrix.TLS, error) {
	ca, cert, key, name := env(tlsCAEnv), env(tlsCertEnv), env(tlsKeyEnv), env(tlsServerNameEnv)
	switch on := env(tlsEnv); {
	case on == "0", on == "" && ca+cert+key+name == "":
		return nil, nil
	case on != "" && on != "1":
		return nil, fmt.Errorf("read %s=%q: accepted: 0, 1", tlsEnv, on)
	}
	settings := &matrix.TLS{Address: address, CAFile: ca, CertFile: cert, KeyFile: key, ServerName: name}
	if info, err := os.Stat(ca); err == nil && info.IsDir() {
		settings.CAFile, settings.CADir = "", ca
	}
	_, err := settings.Config(os.ReadFile, os.ReadDir)
	return settings, err
}

// reachSecurely connects, up to the TLS handshake where that is wanted.
func reachSecurely(ctx context.Context, at matrix.Endpoint) error {
	dial := at.SecureDial(new(net.Dialer).DialContext, os.ReadFile, os.ReadDir)
	if dial == nil {
		return reach(ctx, at.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, handshakeTime)
	defer cancel()
	conn, err := dial(ctx, at.Network, at.Address)
	if err != nil {
		return err
	}
	return conn.Close()
}

// reach connects, and no more: go-redis would tell of a failure on stderr.
func reach(ctx context.Context, address string) error {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return conn.Close()
}

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"

	"redismatrix/matrix"
	"redismatrix/runner/bench"
)

// attached is a server that runs already, as the runner sees one.
type attached struct {
	at   matrix.Endpoint
	info matrix.ServerInfo
}

func (a attached) Endpoint() matrix.Endpoint  { return a.at }
func (a attached) Info() matrix.ServerInfo    { return a.info }
func (attached) Stop(_ context.Context) error { return nil }

// endpoint is where the server is, as the flags, with what -u says among them,
// and the environment say.
func (f *benchFlags) endpoint(env func(string) string) (matrix.Endpoint, error) {
	var wrong mistakes
	at := matrix.Endpoint{
		Network: "tcp", Address: net.JoinHostPort(f.host, strconv.Itoa(f.port)), DB: f.database,
		User:     cmp.Or(f.user, env("REDIS_MATRIX_USER")),
		Password: cmp.Or(f.pass, env("REDIS_MATRIX_PASSWORD"), env("REDISCLI_AUTH")),
		Keep:     f.keep,
	}
	if !f.keep {
		at.Prefix = bench.KeyPrefix + strings.ToLower(rand.Text()[:10]) + ":"
	}
	if f.socket != "" {
		at.Network, at.Address, at.Socket = "unix", f.socket, f.socket
	}
	if f.tls.on {
		at.TLS = f.tls.settings(at.Address, &wrong)
	}
	wrong.check(f.user == "" || at.Password != "", "--user needs a password: set REDIS_MATRIX_PASSWORD")
	return at, errors.Join(wrong...)
}

// errURI names no part of a URI, which may hold a password.
var errURI = errors.New("-u: accepted is redis[s]://[[USER:]PASSWORD@]HOST[:PORT][/DB], with %XX for special characters")

// withURI are the flags with what -u stands for in the place of others.
func (f benchFlags) withURI() (benchFlags, error) {
	if f.uri == "" {
		return f, nil
	}
	at, err := url.Parse(f.uri)
	if err != nil || at.Scheme != "redis" && at.Scheme != "rediss" || at.Opaque != "" {
		return f, errURI
	}
	f.tls.on = f.tls.on || at.Scheme == "rediss"
	f.host = cmp.Or(at.Hostname(), f.host)
	if at.User != nil {
		user, pass := at.User.Username(), ""
		if given, ok := at.User.Password(); ok {
			pass = given
		} else {
			user, pass = "", user // a password alone
		}
		f.user, f.pass = cmp.Or(user, f.user), cmp.Or(pass, f.pass)
	}
	port, errPort := number(at.Port(), f.port)
	database, errDatabase := number(strings.Trim(at.Path, "/"), f.database)
	if errPort != nil || errDatabase != nil {
		return f, errURI
	}
	f.port, f.database = port, database
	return f, nil
}

// number reads a number, or takes the other where there is none.
func number(text string, otherwise int) (int, error) {
	if text == "" {
		return otherwise, nil
	}
	return strconv.Atoi(text)
}

// settings are the flags as the endpoint holds them.
func (t benchTLS) settings(address string, wrong *mistakes) *matrix.TLS {
	settings := &matrix.TLS{
		Address: address, CAFile: t.cacert, CADir: t.cacertdir,
		CertFile: t.cert, KeyFile: t.key, ServerName: t.sni, Insecure: t.insecure,
	}
	for name := range strings.SplitSeq(t.ciphers, ":") {
		if name != "" {
			settings.Ciphers = append(settings.Ciphers, cmp.Or(openSSLCiphers[name], name))
		}
	}
	if _, err := settings.Config(os.ReadFile, os.ReadDir); err != nil {
		*wrong = append(*wrong, err)
	}
	return settings
}

// openSSLCiphers are OpenSSL's names of the suites of TLS 1.2 that Go knows.
var openSSLCiphers = map[string]string{
	"ECDHE-ECDSA-AES128-GCM-SHA256": "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
	"ECDHE-ECDSA-AES256-GCM-SHA384": "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
	"ECDHE-ECDSA-CHACHA20-POLY1305": "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
	"ECDHE-RSA-AES128-GCM-SHA256":   "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
	"ECDHE-RSA-AES256-GCM-SHA384":   "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
	"ECDHE-RSA-CHACHA20-POLY1305":   "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
	"ECDHE-ECDSA-AES128-SHA":        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
	"ECDHE-ECDSA-AES256-SHA":        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
	"ECDHE-RSA-AES128-SHA":          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
	"ECDHE-RSA-AES256-SHA":          "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
	"AES128-GCM-SHA256":             "TLS_RSA_WITH_AES_128_GCM_SHA256",
	"AES256-GCM-SHA384":             "TLS_RSA_WITH_AES_256_GCM_SHA384",
}

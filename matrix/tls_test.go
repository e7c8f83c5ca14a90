package matrix

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestSecure(t *testing.T) {
	for name, tt := range map[string]struct {
		at   Endpoint
		want bool
	}{
		"plain":    {Endpoint{Address: "a:1"}, false},
		"beside":   {Endpoint{Address: "a:1", TLS: &TLS{Address: "a:2"}}, false},
		"only TLS": {Endpoint{Address: "a:1", TLS: &TLS{Address: "a:1"}}, true},
	} {
		if got := tt.at.Secure(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// pems holds a certificate that vouches for itself, and things that are none.
func pems(t *testing.T) fstest.MapFS {
	t.Helper()
	lender := httptest.NewTLSServer(nil)
	defer lender.Close()
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lender.Certificate().Raw})
	return fstest.MapFS{
		"ca.pem":        {Data: text},
		"dir/some.pem":  {Data: text},
		"dir/README":    {Data: []byte("no certificate")},
		"none/README":   {Data: []byte("no certificate")},
		"dir/deep/more": {},
	}
}

func TestTLSConfig(t *testing.T) {
	files := pems(t)
	suite := tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
	tests := map[string]struct {
		tls   TLS
		want  *tls.Config // its plain fields
		roots bool
	}{
		"bare":     {TLS{Address: "redis.internal:6380"}, &tls.Config{ServerName: "redis.internal"}, false},
		"IPv6":     {TLS{Address: "[::1]:6380"}, &tls.Config{ServerName: "::1"}, false},
		"name":     {TLS{Address: "x:1", ServerName: "redis"}, &tls.Config{ServerName: "redis"}, false},
		"insecure": {TLS{Address: "x:1", Insecure: true}, &tls.Config{ServerName: "x", InsecureSkipVerify: true}, false},
		"file":     {TLS{Address: "x:1", CAFile: "ca.pem"}, &tls.Config{ServerName: "x"}, true},
		"dir":      {TLS{Address: "x:1", CADir: "dir"}, &tls.Config{ServerName: "x"}, true},
		"both":     {TLS{Address: "x:1", CAFile: "ca.pem", CADir: "none"}, &tls.Config{ServerName: "x"}, true},
		"suites": {TLS{Address: "x:1", Ciphers: []string{"tls_ecdhe_rsa_with_aes_128_gcm_sha256"}},
			&tls.Config{ServerName: "x", CipherSuites: []uint16{suite}}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := tt.tls.Config(files.ReadFile, files.ReadDir)
			if err != nil {
				t.Fatal(err)
			}
			if (got.RootCAs != nil) != tt.roots || got.MinVersion != tls.VersionTLS12 || len(got.Certificates) > 0 {
				t.Errorf("roots %v, at least version %x, %d certificates", got.RootCAs, got.MinVersion, len(got.Certificates))
			}
			plain := func(c *tls.Config) []any { return []any{c.ServerName, c.InsecureSkipVerify, c.CipherSuites} }
			if diff := cmp.Diff(plain(tt.want), plain(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTLSConfigTellsAllThatIsWrong(t *testing.T) {
	files := pems(t)
	tests := map[string]struct {
		tls  TLS
		want []string
	}{
		"no port":          {TLS{Address: "x"}, []string{"find the TLS server's name: ", "missing port"}},
		"no file":          {TLS{Address: "x:1", CAFile: "no.pem"}, []string{"read the CA's certificate: ", "no.pem"}},
		"not PEM":          {TLS{Address: "x:1", CAFile: "dir/README"}, []string{"dir/README holds none in PEM"}},
		"no directory":     {TLS{Address: "x:1", CADir: "no"}, []string{"read the CAs' directory: "}},
		"empty directory":  {TLS{Address: "x:1", CADir: "none"}, []string{"no file in none holds a certificate in PEM"}},
		"no key":           {TLS{Address: "x:1", CertFile: "ca.pem"}, []string{`both a certificate ("ca.pem") and its key ("")`}},
		"no such key":      {TLS{Address: "x:1", CertFile: "ca.pem", KeyFile: "no.pem"}, []string{"read the client's certificate: ", "no.pem"}},
		"key that is none": {TLS{Address: "x:1", CertFile: "ca.pem", KeyFile: "ca.pem"}, []string{"read the client's certificate ca.pem and key ca.pem: "}},
		"TLS 1.3's suites": {TLS{Address: "x:1", Ciphers: []string{"TLS_AES_128_GCM_SHA256"}}, []string{
			`use cipher suite "TLS_AES_128_GCM_SHA256": accepted for TLS 1.2: `, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
		}},
		"all": {TLS{Address: "x", CAFile: "no.pem", KeyFile: "k", Ciphers: []string{"ROT13"}}, []string{
			"missing port", "read the CA's certificate", "both a certificate", `"ROT13"`,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := tt.tls.Config(files.ReadFile, files.ReadDir)
			if err == nil {
				t.Fatal("accepted")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q", err, want)
				}
			}
			if name == "no file" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("error %v is none of a missing file", err)
			}
		})
	}
}

func TestSecureDial(t *testing.T) {
	files := pems(t)
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	address := server.Listener.Addr().String()
	plain := func(context.Context, string, string) (net.Conn, error) {
		client, silent := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, silent) }()
		return client, nil
	}
	refused := func(context.Context, string, string) (net.Conn, error) { return nil, io.ErrUnexpectedEOF }
	open := new(net.Dialer).DialContext
	for name, tt := range map[string]struct {
		settings TLS
		open     Dial
		want     string
	}{
		"good":      {TLS{Insecure: true}, open, ""},
		"stranger":  {TLS{}, open, "TLS handshake: tls: failed to verify certificate"},
		"settings":  {TLS{CAFile: "no.pem"}, open, "read the CA's certificate: "},
		"not there": {TLS{}, refused, "unexpected EOF"},
		"plain":     {TLS{}, plain, "TLS handshake: no answer in time; does the server speak TLS there?"},
	} {
		t.Run(name, func(t *testing.T) {
			tt.settings.Address = address
			dial := Endpoint{Address: address, TLS: &tt.settings}.SecureDial(tt.open, files.ReadFile, files.ReadDir)
			ctx := t.Context()
			if name == "plain" {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 0)
				defer cancel()
			}
			conn, err := dial(ctx, "tcp", address)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if err == nil {
				_ = conn.Close()
			}
		})
	}
	if dial := (Endpoint{Address: address}).SecureDial(open, files.ReadFile, files.ReadDir); dial != nil {
		t.Error("an address that speaks no TLS is dialled with it")
	}
}

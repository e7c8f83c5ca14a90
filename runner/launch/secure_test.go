package launch

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/moby/moby/client"

	"redismatrix/matrix"
)

// secured has a setup speak TLS.
func secured(s matrix.Setup) matrix.Setup {
	s.TLS = true
	return s
}

// mustSpeakTLS checks that a server speaks TLS where its endpoint says, to
// clients that trust its own authority and to no others.
func mustSpeakTLS(t testing.TB, server *Server) {
	t.Helper()
	at := server.Endpoint()
	if at.TLS == nil || at.Secure() {
		t.Fatalf("endpoint %+v", at)
	}
	at.Address = at.TLS.Address
	client := connect(at)
	defer client.Close()
	info, err := client.Info(t.Context()).Result()
	if err != nil {
		t.Fatal(err)
	}
	if got := matrix.ParseInfo(info)["run_id"]; got != server.Info().RunID {
		t.Errorf("%s is another server", at.Address)
	}
	if conn, err := (&tls.Dialer{Config: &tls.Config{ServerName: certifiedName}}).DialContext(t.Context(), "tcp", at.Address); err == nil {
		_ = conn.Close()
		t.Error("the system's authorities vouch for it")
	}
}

// speaksTLS reports whether a server's packages are built with TLS.
func speaksTLS(server Installed) bool {
	return server.Version.Product == matrix.Valkey || server.Version.Numbers[0] >= 6
}

func TestBinarySpeaksTLS(t *testing.T) {
	eachBinary(t, func(t *testing.T, binary Installed) {
		l := newLauncher(t, Options{})
		if !speaksTLS(binary) {
			mustContain(t, refuse(t, l, secured(setup(binary, `save ""`))), "it was built without TLS; name another build")
			return
		}
		server := start(t, l, secured(setup(binary, `save ""`)))
		mustSpeakTLS(t, server)
		for _, name := range []string{caFile, certFile, keyFile} {
			path := filepath.Join(filepath.Dir(server.Endpoint().TLS.CAFile), name)
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v of %s, error %v", info.Mode(), path, err)
			}
		}
	})
}

func TestBinaryWithoutTLSHasNone(t *testing.T) {
	l := newLauncher(t, Options{})
	if at := start(t, l, setup(binaries(t)[0], `save ""`)).Endpoint(); at.TLS != nil {
		t.Errorf("TLS %+v", at.TLS)
	}
}

func TestBinaryTLSPortTaken(t *testing.T) {
	l := newLauncher(t, Options{})
	held := start(t, l, setup(binaries(t)[0], `save ""`))
	asked := 0
	l.port = func() (int, error) {
		if asked++; asked == 2 { // the first one for TLS
			return portOf(t, held), nil
		}
		return freePort()
	}
	mustSpeakTLS(t, start(t, l, secured(setup(binaries(t)[0], `save ""`))))
}

func portOf(t testing.TB, server *Server) int {
	t.Helper()
	client := connect(server.Endpoint())
	defer client.Close()
	info, err := client.Info(t.Context()).Result()
	if err != nil {
		t.Fatal(err)
	}
	return int(matrix.ParseInfo(info).Integer("tcp_port"))
}

func testContainerSpeaksTLS(t *testing.T, _ *client.Client, images []Installed) {
	l := newLauncher(t, Options{})
	mustSpeakTLS(t, start(t, l, secured(inImage(images[0], `save ""`))))
}

func testContainerApartSpeaksTLS(t *testing.T, _ *client.Client, images []Installed) {
	for name, bridged := range map[string]bool{"published": false, "bridged": true} {
		t.Run(name, func(t *testing.T) {
			l := newLauncher(t, Options{})
			e, err := l.containers.open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			e.shared, e.bridged = false, bridged
			mustSpeakTLS(t, start(t, l, secured(inImage(images[0], `save ""`))))
		})
	}
}

func TestCertify(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	made, err := certify(now)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(made.ca) {
		t.Fatal("the authority's certificate cannot be read")
	}
	block, _ := pem.Decode(made.cert)
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	for at, good := range map[time.Duration]bool{-2 * time.Hour: false, 0: true, 23 * time.Hour: true, 25 * time.Hour: false} {
		_, err := cert.Verify(x509.VerifyOptions{Roots: roots, DNSName: certifiedName, CurrentTime: now.Add(at)})
		if (err == nil) != good {
			t.Errorf("after %v: %v", at, err)
		}
	}
	if _, err := tls.X509KeyPair(made.cert, made.key); err != nil {
		t.Error(err)
	}
}

func TestAttachedTLS(t *testing.T) {
	dir := t.TempDir()
	made, err := certify(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		write(t, path, string(text), 0o600)
		return path
	}
	ca, cert, key := file("ca.pem", made.ca), file("cert.pem", made.cert), file("key.pem", made.key)
	const address = "redis.internal:6380"
	tests := map[string]struct {
		env  map[string]string
		want *matrix.TLS
		err  string
	}{
		"nothing":       {nil, nil, ""},
		"on":            {map[string]string{tlsEnv: "1"}, &matrix.TLS{Address: address}, ""},
		"off":           {map[string]string{tlsEnv: "0", tlsCAEnv: ca}, nil, ""},
		"neither":       {map[string]string{tlsEnv: "yes"}, nil, `read REDIS_MATRIX_TLS="yes": accepted: 0, 1`},
		"authority":     {map[string]string{tlsCAEnv: ca}, &matrix.TLS{Address: address, CAFile: ca}, ""},
		"authorities":   {map[string]string{tlsCAEnv: dir}, &matrix.TLS{Address: address, CADir: dir}, ""},
		"certificate":   {map[string]string{tlsCertEnv: cert, tlsKeyEnv: key}, &matrix.TLS{Address: address, CertFile: cert, KeyFile: key}, ""},
		"name":          {map[string]string{tlsServerNameEnv: "redis"}, &matrix.TLS{Address: address, ServerName: "redis"}, ""},
		"no key":        {map[string]string{tlsCertEnv: cert}, nil, "it needs both a certificate"},
		"no such file":  {map[string]string{tlsCAEnv: filepath.Join(dir, "no")}, nil, "no such file"},
		"no authority":  {map[string]string{tlsCAEnv: key}, nil, "holds none in PEM"},
		"not its key":   {map[string]string{tlsCertEnv: ca, tlsKeyEnv: key}, nil, "private key does not match public key"},
		"nor directory": {map[string]string{tlsCAEnv: t.TempDir()}, nil, "holds a certificate in PEM"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := attachedTLS(address, func(key string) string { return tt.env[key] })
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
}

// A server that speaks only TLS is asked over TLS, and what is wrong with its
// certificate, or with how it is reached, is told.
func TestAttachOverTLS(t *testing.T) {
	l := newLauncher(t, Options{StartTimeout: 2 * time.Second})
	for _, binary := range binaries(t) {
		if !speaksTLS(binary) {
			continue
		}
		t.Run(binary.Name, func(t *testing.T) {
			owned := start(t, l, secured(setup(binary, `save ""`)))
			secure := owned.Endpoint().TLS
			s := setup(Installed{})
			s.Server = matrix.ServerRef{Text: "there", Kind: matrix.RefAttach, Location: "attach:" + secure.Address}
			mustContain(t, decline(t, l, s), "check the server at "+secure.Address, "does the server speak TLS there")
			t.Setenv(tlsEnv, "1")
			mustContain(t, decline(t, l, s), "x509: ")
			t.Setenv(tlsCAEnv, secure.CAFile)
			mustContain(t, decline(t, l, s), "say what the certificate is for in REDIS_MATRIX_TLS_SERVER_NAME")
			t.Setenv(tlsServerNameEnv, certifiedName)
			server := start(t, l, s)
			if at := server.Endpoint(); !at.Secure() || server.Info().RunID != owned.Info().RunID {
				t.Errorf("endpoint %+v, run %s", at, server.Info().RunID)
			}
			s.Server.Location = "attach:" + owned.Endpoint().Address
			mustContain(t, decline(t, l, s), "TLS handshake: ", "does the server speak TLS there?")
		})
	}
}

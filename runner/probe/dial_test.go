package probe

import (
	"crypto/tls"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redismatrix/matrix"
)

// serveTLS is a fake server that speaks TLS and knows PING; it returns where,
// and the file with its certificate.
func serveTLS(t *testing.T) (address, ca string) {
	t.Helper()
	lender := httptest.NewTLSServer(nil) // of its certificate, for 127.0.0.1
	t.Cleanup(lender.Close)
	ca = filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lender.Certificate().Raw})
	if err := os.WriteFile(ca, text, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: lender.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = listener.Close(); <-done })
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			answer(conn, pings)
		}
	}()
	return listener.Addr().String(), ca
}

func TestOpenOverTLS(t *testing.T) {
	address, ca := serveTLS(t)
	at := matrix.Endpoint{Network: "tcp", Address: address, TLS: &matrix.TLS{Address: address, CAFile: ca}}
	reader, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
	at.TLS.CAFile = ""
	_, err = Open(t.Context(), at)
	if err == nil || !strings.Contains(err.Error(), "x509: ") || !strings.Contains(err.Error(), "; name the certificate of its authority in REDIS_MATRIX_TLS_CA") {
		t.Errorf("error %v", err)
	}
	at.TLS.CAFile = filepath.Join(t.TempDir(), "none")
	if _, err = Open(t.Context(), at); err == nil || !strings.Contains(err.Error(), "read the CA's certificate") {
		t.Errorf("error %v", err)
	}
}

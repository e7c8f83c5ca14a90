package matrix

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestReplyRemedy(t *testing.T) {
	tests := map[string]string{
		"NOAUTH Authentication required.":                                                  "REDIS_MATRIX_PASSWORD",
		"WRONGPASS invalid username-password pair or user is disabled.":                    "correct REDIS_MATRIX_USER",
		"ERR invalid password":                                                             "correct REDIS_MATRIX_PASSWORD",
		"ERR Client sent AUTH, but no password is set":                                     "unset REDIS_MATRIX_PASSWORD",
		"ERR AUTH <password> called without any password configured for the default user.": "no password",
		"ERR max number of clients reached":                                                "maxclients",
		"ERR max number of clients + cluster connections reached":                          "maxclients",
		"MOVED 866 127.0.0.1:7001":                                                         "cluster-enabled no",
		"OOM command not allowed when used memory > 'maxmemory'.":                          "raise the server's maxmemory",
	}
	for reply, want := range tests {
		if got := ReplyRemedy(reply); !strings.Contains(got, want) {
			t.Errorf("%s: remedy %q, want %q", reply, got, want)
		}
	}
	for _, reply := range []string{"", "ERR unknown command", "OO", " OOM"} {
		if got := ReplyRemedy(reply); got != "" {
			t.Errorf("%q: remedy %q", reply, got)
		}
	}
}

func TestConnectRemedy(t *testing.T) {
	dial := func(err error) error {
		return fmt.Errorf("open: %w", &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", err)})
	}
	tests := map[string]struct {
		err  error
		want string
	}{
		"refused":      {dial(syscall.ECONNREFUSED), "is the server running there?"},
		"no socket":    {dial(syscall.ENOENT), "with this unixsocket?"},
		"no access":    {dial(syscall.EACCES), "unixsocketperm"},
		"files":        {dial(syscall.EMFILE), "ulimit -n"},
		"ports":        {dial(syscall.EADDRNOTAVAIL), "ip_local_port_range"},
		"no route":     {dial(syscall.EHOSTUNREACH), "firewalls"},
		"end":          {fmt.Errorf("read: %w", io.EOF), "maxclients"},
		"reset":        {dial(syscall.ECONNRESET), "maxclients"},
		"name":         {&net.DNSError{Err: "no such host", Name: "x"}, "correct the name of the host"},
		"plain":        {tls.RecordHeaderError{Msg: "no"}, "transport tcp"},
		"stranger":     {x509.UnknownAuthorityError{}, "REDIS_MATRIX_TLS_CA"},
		"another name": {x509.HostnameError{Certificate: &x509.Certificate{}}, "REDIS_MATRIX_TLS_SERVER_NAME"},
		"expired":      {x509.CertificateInvalidError{Reason: x509.Expired}, "valid certificate"},
		"certificate":  {errors.New("remote error: tls: certificate required"), "REDIS_MATRIX_TLS_KEY"},
		"no cipher":    {errors.New("remote error: tls: handshake failure"), "tls-ciphers"},
		"nothing":      {errors.New("other"), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := ConnectRemedy(tt.err)
			if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("remedy %q, want %q", got, tt.want)
			}
		})
	}
}

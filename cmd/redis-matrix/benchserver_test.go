package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"redismatrix/matrix"
)

// environment looks variables up in "A=1 B=2".
func environment(text string) func(string) string {
	return func(name string) string {
		for pair := range strings.FieldsSeq(text) {
			if value, found := strings.CutPrefix(pair, name+"="); found {
				return value
			}
		}
		return ""
	}
}

// pointed reads the flags that say where the server is.
func pointed(t *testing.T, line, env string) (matrix.Endpoint, error) {
	t.Helper()
	var f benchFlags
	var cmd cobra.Command
	f.register(&cmd)
	if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	flags, err := f.withURI()
	at, errAt := flags.endpoint(environment(env))
	return at, errors.Join(err, errAt)
}

func TestBenchEndpoint(t *testing.T) {
	tests := []struct {
		line, env string
		want      matrix.Endpoint
	}{
		{"", "", matrix.Endpoint{Address: "127.0.0.1:6379"}},
		{"-h ::1 -p 1 --dbnum 3", "", matrix.Endpoint{Address: "[::1]:1", DB: 3}},
		{"-s /tmp/a", "", matrix.Endpoint{Network: "unix", Address: "/tmp/a", Socket: "/tmp/a"}},
		{"--keep", "", matrix.Endpoint{Address: "127.0.0.1:6379", Keep: true}},
		{"-a flag --user joe", "REDIS_MATRIX_USER=eve REDIS_MATRIX_PASSWORD=env", matrix.Endpoint{Address: "127.0.0.1:6379", User: "joe", Password: "flag"}},
		{"", "REDIS_MATRIX_USER=eve REDIS_MATRIX_PASSWORD=env REDISCLI_AUTH=cli", matrix.Endpoint{Address: "127.0.0.1:6379", User: "eve", Password: "env"}},
		{"--user joe", "REDISCLI_AUTH=cli", matrix.Endpoint{Address: "127.0.0.1:6379", User: "joe", Password: "cli"}},
		{"-u redis://", "", matrix.Endpoint{Address: "127.0.0.1:6379"}},
		{"-u redis://joe:p%40ss@example.org:7000/5 -h other -p 2", "", matrix.Endpoint{Address: "example.org:7000", DB: 5, User: "joe", Password: "p@ss"}},
		{"-u redis://pass@example.org", "", matrix.Endpoint{Address: "example.org:6379", Password: "pass"}},
		{"-u rediss://example.org", "", matrix.Endpoint{Address: "example.org:6379", TLS: &matrix.TLS{Address: "example.org:6379"}}},
		{"--tls --insecure --sni name --tls-ciphers ECDHE-RSA-AES128-GCM-SHA256:TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "", matrix.Endpoint{
			Address: "127.0.0.1:6379",
			TLS: &matrix.TLS{
				Address: "127.0.0.1:6379", ServerName: "name", Insecure: true,
				Ciphers: []string{"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"},
			},
		}},
	}
	for _, test := range tests {
		got, err := pointed(t, test.line, test.env)
		if test.want.Network == "" {
			test.want.Network = "tcp"
		}
		if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(matrix.Endpoint{}, "Prefix")); diff != "" || err != nil {
			t.Errorf("%s, %s: error %v (-want +got):\n%s", test.line, test.env, err, diff)
		}
		if own := regexp.MustCompile(`^redis-matrix:[a-z0-9]{10}:$`).MatchString(got.Prefix); own == got.Keep {
			t.Errorf("%s: prefix %q", test.line, got.Prefix)
		}
	}
}

// What is wrong with a URI is said without it, since it may hold a password.
func TestBenchEndpointRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"-u http://a":             errURI.Error(),
		"-u redis:a":              errURI.Error(),
		"-u redis://joe:pa/ss@a":  errURI.Error(),
		"-u redis://a/x":          errURI.Error(),
		"-u redis://a:x":          errURI.Error(),
		"--user joe":              "--user needs a password: set REDIS_MATRIX_PASSWORD",
		"--tls --cacert " + empty: "read the CA's certificate: " + empty + " holds none in PEM",
	} {
		_, err := pointed(t, line, "")
		if diff := cmp.Diff(want, errorText(err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
	_, err := pointed(t, "--tls --tls-ciphers NONE", "")
	if !strings.Contains(errorText(err), `use cipher suite "NONE": accepted for TLS 1.2: `) {
		t.Errorf("error %v", err)
	}
}

// Every name of OpenSSL's stands for a suite that there is.
func TestOpenSSLCiphers(t *testing.T) {
	for name, iana := range openSSLCiphers {
		if _, err := pointed(t, "--tls --tls-ciphers "+name, ""); err != nil {
			t.Errorf("%s, %s: %v", name, iana, err)
		}
	}
}

package launch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"time"
)

const (
	// certifiedName is what servers' certificates are for, wherever a server is
	// reached.
	certifiedName = "redis-matrix"
	// certifiedTime is how long a certificate is good for, and how much earlier
	// than now it begins, for clocks that differ.
	certifiedTime, certifiedBefore = 24 * time.Hour, time.Hour
)

// certificate is what a server needs to speak TLS, and its clients to trust it
// and nobody else, as PEM.
type certificate struct{ ca, cert, key []byte }

// certify makes a certificate, signed by an authority of its own whose key is
// forgotten at once.
func certify(now time.Time) (certificate, error) {
	authority := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: certifiedName + " authority"},
		NotBefore: now.Add(-certifiedBefore), NotAfter: now.Add(certifiedTime),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	server := x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: certifiedName}, DNSNames: []string{certifiedName},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return certificate{}, fmt.Errorf("make a key: %w", err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return certificate{}, fmt.Errorf("make a key: %w", err)
	}
	ca, errCA := x509.CreateCertificate(rand.Reader, &authority, &authority, &signer.PublicKey, signer)
	cert, errCert := x509.CreateCertificate(rand.Reader, &server, &authority, &key.PublicKey, signer)
	secret, errKey := x509.MarshalPKCS8PrivateKey(key)
	if err := errors.Join(errCA, errCert, errKey); err != nil {
		return certificate{}, fmt.Errorf("make a certificate: %w", err)
	}
	return certificate{ca: inPEM("CERTIFICATE", ca), cert: inPEM("CERTIFICATE", cert), key: inPEM("PRIVATE KEY", secret)}, nil
}

func inPEM(kind string, bytes []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes})
}

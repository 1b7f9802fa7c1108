package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"example.org/greeter/greeter"
)

// intruders calls a running plugin without its host's identity. Each entry is "" if the call went through.
func intruders(r *report, address net.Addr) {
	stranger := &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{selfSigned()}}
	nobody := &tls.Config{InsecureSkipVerify: true}
	r.Intruders["other certificate"] = intrude(address, credentials.NewTLS(stranger))
	r.Intruders["no certificate"] = intrude(address, credentials.NewTLS(nobody))
	r.Intruders["plaintext"] = intrude(address, insecure.NewCredentials())
}

func intrude(address net.Addr, identity credentials.TransportCredentials) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	dial := func(ctx context.Context, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, address.Network(), address.String())
	}
	conn, err := grpc.Dial("unused", grpc.WithContextDialer(dial), grpc.WithTransportCredentials(identity))
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	if _, err := greeter.Greet(ctx, conn, "intruder"); err != nil {
		return err.Error()
	}
	return ""
}

// selfSigned makes a certificate of the shape that go-plugin gives its hosts, which no plugin has been told about.
func selfSigned() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		NotBefore:             time.Now().Add(-time.Minute),
		NotAfter:              time.Now().Add(time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"example.org/greeter/greeter"
)

// impersonate serves under an identity that the handshake line does not announce: with another certificate
// ("wrong-certificate"), or with the announced certificate but the key of another one ("wrong-key"). To show that nothing
// else is wrong there is the honest case ("none").
func impersonate(deceit string) {
	announced, announcedKey := certificate()
	shown, key := certificate()
	switch deceit {
	case "wrong-key":
		shown = announced
	case "none":
		shown, key = announced, announcedKey
	}
	config := &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{shown}, PrivateKey: key}},
		ClientAuth:   tls.RequestClientCert,
	}
	directory, err := os.MkdirTemp(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "impostor")
	check(err)
	listener, err := net.Listen("unix", filepath.Join(directory, "s"))
	check(err)
	announce(listener, base64.RawStdEncoding.EncodeToString(announced))
	check(newServer(grpc.Creds(credentials.NewTLS(config))).Serve(listener))
}

// serveTCP serves in plaintext on a TCP port.
func serveTCP() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	announce(listener, "")
	check(newServer().Serve(listener))
}

func announce(listener net.Listener, certificate string) {
	fmt.Printf("1|6|%s|%s|grpc|%s\n", listener.Addr().Network(), listener.Addr(), certificate)
}

// newServer makes a server of the greeter and the health service, without go-plugin's own services.
func newServer(options ...grpc.ServerOption) *grpc.Server {
	s := grpc.NewServer(options...)
	greeter.Register(s, &server{version: 6})
	status := health.NewServer()
	status.SetServingStatus("plugin", grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(s, status)
	return s
}

func certificate() (der []byte, key *ecdsa.PrivateKey) {
	key, err := ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	check(err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		NotBefore:             time.Now().Add(-time.Minute),
		NotAfter:              time.Now().Add(time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	der, err = x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	check(err)
	return der, key
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "impostor:", err)
		os.Exit(1)
	}
}

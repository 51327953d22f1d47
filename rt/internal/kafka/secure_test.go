package kafka_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// certificate is one that signs itself, for 127.0.0.1.
func certificate(t *testing.T) (server, client *tls.Config) {
	key := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true}
	der := must[[]byte](t)(x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key))
	pool := x509.NewCertPool()
	pool.AddCert(must[*x509.Certificate](t)(x509.ParseCertificate(der)))
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, &tls.Config{RootCAs: pool}
}

func TestTLSAndSASL(t *testing.T) {
	server, client := certificate(t)
	k := must[*kfake.Cluster](t)(kfake.NewCluster(kfake.NumBrokers(1), kfake.TLS(server), kfake.EnableSASL(), kfake.SeedTopics(1, "t"),
		kfake.Superuser("SCRAM-SHA-256", "ann", "secret"), kfake.Superuser("SCRAM-SHA-512", "bob", "secret"), kfake.Superuser("PLAIN", "eve", "secret")))
	defer k.Close()
	for what, x := range map[string]struct {
		tls  *tls.Config
		sasl *kafka.SASL
		want string // of the error; empty for none
	}{
		"SCRAM-SHA-256":        {client, &kafka.SASL{Mechanism: "SCRAM-SHA-256", User: "ann", Password: "secret"}, ""},
		"SCRAM-SHA-512":        {client, &kafka.SASL{Mechanism: "SCRAM-SHA-512", User: "bob", Password: "secret"}, ""},
		"PLAIN":                {client, &kafka.SASL{Mechanism: "PLAIN", User: "eve", Password: "secret"}, ""},
		"a wrong password":     {client, &kafka.SASL{Mechanism: "SCRAM-SHA-256", User: "ann", Password: "guess"}, "the user and password"},
		"no login":             {client, nil, "check TLS and SASL settings"},
		"an unknown authority": {&tls.Config{RootCAs: x509.NewCertPool()}, nil, "check the TLS settings against the brokers' certificates"},
		"plain text":           {nil, nil, "check TLS and SASL settings"},
	} {
		c, err := kafka.Open(t.Context(), kafka.Config{Brokers: k.ListenAddrs(), TLS: x.tls, SASL: x.sasl, Timeout: 10 * time.Second})
		if x.want != "" {
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s: %v, want %q", what, err, x.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		p := c.NewProducer("", 0)
		ok(t, p.Init(t.Context()))
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values("t", what)))
		c.Close()
	}
}

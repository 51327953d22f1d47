package config

import (
	"crypto/tls"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestValuesThatDisagree(t *testing.T) {
	brokers := []string{"b:9092"}
	for _, c := range []struct {
		name string
		conf Config
		want string
	}{
		{"no id", Config{}, "configuration: application.id: found \"\""},
		{"dead letters to nowhere", Config{ProcessingHandler: DeadLetter}, "code: processing.exception.handler: found \"dlq\", expected errors.dead.letter.queue.topic.name"},
		{"the other handler", Config{DeserializationHandler: DeadLetter}, "deserialization.exception.handler"},
		{"slow commits", Config{CommitInterval: time.Minute}, "transaction.timeout.ms: found \"1m0s\", expected more than commit.interval.ms (1m0s)"},
		{"login without name", Config{BootstrapServers: brokers, SecurityProtocol: SASLSSL}, "expected sasl.username and sasl.password"},
		{"name without login", Config{SASLUsername: "u"}, "expected security.protocol SASL_PLAINTEXT or SASL_SSL"},
		{"certificate without key", Config{BootstrapServers: brokers, SecurityProtocol: SSL, TLSCertificate: "c"}, "both or neither"},
		{"certificates without TLS", Config{TLSCA: "ca.pem"}, "expected SSL or SASL_SSL"},
		{"TLS to the embedded broker", Config{SecurityProtocol: SSL}, "bootstrap.servers"},
	} {
		if c.name != "no id" {
			c.conf.ApplicationID = "a"
		}
		if _, err := Load(c.conf, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, expected %s", c.name, err, c.want)
		}
	}
}

// handshake connects to a server whose certificate is for 127.0.0.1 and example.com.
func handshake(t *testing.T, c Config, serverName string) error {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if c.TLSCA == "" {
		c.TLSCA = filepath.Join(t.TempDir(), "ca.pem")
		if err := os.WriteFile(c.TLSCA, ca, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.SecurityProtocol = SSL
	conf, err := c.TLS()
	if err != nil {
		return err
	}
	conf.ServerName = serverName
	conn, err := tls.Dial("tcp", server.Listener.Addr().String(), conf)
	if err == nil {
		err = conn.Close()
	}
	return err
}

func TestTLSChecksChainAndName(t *testing.T) {
	if err := handshake(t, Config{TLSIdentity: "https"}, "example.com"); err != nil {
		t.Errorf("right name: %v", err)
	}
	if err := handshake(t, Config{TLSIdentity: "https"}, "elsewhere.org"); err == nil {
		t.Error("a wrong name was accepted")
	}
	if err := handshake(t, Config{TLSIdentity: "none"}, "elsewhere.org"); err != nil {
		t.Errorf("a wrong name, not to be checked: %v", err)
	}
}

// Not checking the name must not mean trusting anyone.
func TestTLSWithoutNameStillChecksTheChain(t *testing.T) {
	c := Config{TLSIdentity: "none", SecurityProtocol: SSL}
	conf, err := c.TLS() // the system's authorities, which did not sign the test server's certificate
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	conf.ServerName = "elsewhere.org"
	if conn, err := tls.Dial("tcp", server.Listener.Addr().String(), conf); err == nil {
		conn.Close()
		t.Error("an unknown authority was accepted")
	}
}

func TestTLSFiles(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		conf Config
		want string
	}{
		{Config{TLSCA: empty}, "ssl.ca.location: found no certificate in"},
		{Config{TLSCA: "nowhere.pem"}, "ssl.ca.location: open nowhere.pem"},
		{Config{TLSCertificate: empty, TLSKey: empty}, "ssl.certificate.location and ssl.key.location"},
	} {
		c.conf.SecurityProtocol = SSL
		if _, err := c.conf.TLS(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, expected %s", err, c.want)
		}
	}
	if conf, err := (&Config{}).TLS(); conf != nil || err != nil {
		t.Errorf("plain: got %v, %v", conf, err)
	}
}

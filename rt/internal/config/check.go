package config

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
)

// check looks at what single values can't say about each other.
func (l *Loaded) check() (problems []error) {
	wrong := func(key, want string) {
		place := l.Origin[key]
		if place == "default" {
			place = "configuration"
		}
		problems = append(problems, &Problem{place, key, lookup(key).Shown(&l.Config), want})
	}
	if l.ApplicationID == "" {
		wrong("application.id", "expected a name: it is required")
	}
	if l.DeadLetterTopic == "" {
		const topic = "expected errors.dead.letter.queue.topic.name beside it"
		if l.DeserializationHandler == DeadLetter {
			wrong("deserialization.exception.handler", topic)
		}
		if l.ProcessingHandler == DeadLetter {
			wrong("processing.exception.handler", topic)
		}
		if l.ProductionHandler == DeadLetter {
			wrong("production.exception.handler", topic)
		}
	}
	if l.CommitInterval >= l.TransactionTimeout {
		wrong("transaction.timeout.ms", fmt.Sprintf("expected more than commit.interval.ms (%v)", l.CommitInterval))
	}
	if l.Login() && (l.SASLUsername == "" || l.SASLPassword == "") {
		wrong("security.protocol", "expected sasl.username and sasl.password beside it")
	}
	if !l.Login() && l.SASLUsername != "" {
		wrong("sasl.username", "expected security.protocol SASL_PLAINTEXT or SASL_SSL beside it")
	}
	if (l.TLSCertificate == "") != (l.TLSKey == "") {
		wrong("ssl.certificate.location", "expected ssl.key.location beside it, both or neither")
	}
	if !l.Secure() && (l.TLSCA != "" || l.TLSCertificate != "") {
		wrong("security.protocol", "expected SSL or SASL_SSL, because ssl. keys are set")
	}
	if l.Embedded() && (l.Secure() || l.Login()) {
		wrong("bootstrap.servers", "expected brokers, because security.protocol is set; the broker inside the process has none")
	}
	return problems
}

// TLS is the client side of connections to brokers, nil where they are plain.
func (c *Config) TLS() (*tls.Config, error) {
	if !c.Secure() {
		return nil, nil
	}
	t := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.TLSCA != "" {
		pem, err := os.ReadFile(c.TLSCA)
		if err != nil {
			return nil, fmt.Errorf("ssl.ca.location: %w", err)
		}
		t.RootCAs = x509.NewCertPool()
		if !t.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("ssl.ca.location: found no certificate in %s, expected PEM", c.TLSCA)
		}
	}
	if c.TLSCertificate != "" {
		pair, err := tls.LoadX509KeyPair(c.TLSCertificate, c.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("ssl.certificate.location and ssl.key.location: %w", err)
		}
		t.Certificates = []tls.Certificate{pair}
	}
	if c.TLSIdentity == "none" {
		skipName(t)
	}
	return t, nil
}

// skipName checks the chain of certificates but not whom they name: crypto/tls has one switch for both.
func skipName(t *tls.Config) {
	t.InsecureSkipVerify = true
	t.VerifyConnection = func(s tls.ConnectionState) error {
		opts := x509.VerifyOptions{Roots: t.RootCAs, Intermediates: x509.NewCertPool()}
		for _, c := range s.PeerCertificates[1:] {
			opts.Intermediates.AddCert(c)
		}
		_, err := s.PeerCertificates[0].Verify(opts)
		return err
	}
}

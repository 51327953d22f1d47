package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// place is the brokers that an application works with, and its state directory. Inside the application's process the
// broker dies with it; between two lives this process opens its data and looks.
type place struct {
	p      *program
	s      settings
	inside bool
	torn   int
}

// newPlace makes the topics.
func newPlace(ctx context.Context, p *program, brokers string, s settings) (*place, error) {
	pl := &place{p: p, s: s, inside: brokers == "embedded"}
	if !pl.inside {
		pl.s.brokers = brokers
		return pl, pl.topics(ctx)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	pl.s.port = port
	return pl, pl.between(func(reader) error { return nil })
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	n, _ := strconv.Atoi(port)
	return n, l.Close()
}

func (pl *place) address() string {
	if pl.inside {
		return fmt.Sprintf("127.0.0.1:%d", pl.s.port)
	}
	return pl.s.brokers
}

// topics makes the program's topics anew on brokers that outlive a run.
func (pl *place) topics(ctx context.Context) error {
	r, err := connect(ctx, pl.address())
	if err != nil {
		return err
	}
	defer r.Close()
	for name, n := range pl.p.topics {
		if _, created, err := r.CreateTopics(ctx, kafka.Spec{Name: name, Partitions: n, Configs: map[string]string{"retention.ms": "-1"}}); err != nil {
			return err
		} else if len(created) == 0 {
			return fmt.Errorf("topic %s exists; this needs brokers of its own", name)
		}
	}
	return nil
}

// between looks at the brokers while no application runs.
func (pl *place) between(look func(reader) error) error {
	if pl.inside {
		dir := filepath.Join(pl.s.dir, pl.s.id, "broker")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		b, err := broker.Start(dir, broker.Options{Port: pl.s.port, Topics: pl.p.topics})
		if err != nil {
			return err
		}
		defer b.Close()
		pl.torn += len(b.Torn())
	}
	ctx := context.Background()
	r, err := connect(ctx, pl.address())
	if err != nil {
		return err
	}
	defer r.Close()
	return look(r)
}

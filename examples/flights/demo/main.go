package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/examples/flights"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

func main() {
	rate := flag.Int("rate", 4000, "flights a second; 0 is as fast as it goes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := demo(ctx, *rate); ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "demo: interrupted")
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func demo(ctx context.Context, rate int) (err error) {
	all, airports, err := flights.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "stoatgen-flights-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	app, err := flights.NewFlights(rt.Config{
		ApplicationID: "flights",
		StateDir:      dir,
		Store:         rocks.Backend(),
		HTTPAddress:   "127.0.0.1:0",
		LogLevel:      slog.LevelError,
	})
	if err != nil {
		return err
	}
	stopped := make(chan error, 1)
	go func() { stopped <- app.Run(ctx) }() // ends with Close or ctx; read below
	select {
	case <-app.Ready():
	case err := <-stopped:
		return err
	}
	fmt.Printf("broker   %s   (kcat -b %[1]s -t %s)\nmetrics  http://%s/metrics\n\n", app.Brokers()[0], flights.WorstTopic, app.HTTPAddress())
	defer app.Close() // before the directory goes
	s := &show{board: newBoard(), screen: newScreen(os.Stdout, len(all))}
	if err := s.run(ctx, app, all, airports, rate, stopped); err != nil {
		return err
	}
	app.Close()
	if err := <-stopped; err != nil {
		return err
	}
	final(os.Stdout, s.board)
	if err := s.board.check(all, airports); err != nil {
		return err
	}
	fmt.Printf("\n%s hours and %d routes: equal to a direct computation over the CSV files.\n", grouped(len(s.board.hours)), len(s.board.worst))
	return nil
}

// show is what the goroutines of a run share.
type show struct {
	screen *screen
	mu     sync.Mutex
	board  *board // guarded by mu
}

// run replays and draws until as many rows have come as the direct computation has.
func (s *show) run(ctx context.Context, app *rt.App, all []flights.Flight, airports []flights.Located, rate int, stopped <-chan error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cl, err := kgo.NewClient(kgo.SeedBrokers(app.Brokers()...))
	if err != nil {
		return err
	}
	defer cl.Close()
	hours, routes := flights.Direct(all, airports)
	want := len(hours) + len(routes)
	ends := make(chan error, 2)
	go func() { ends <- replay(ctx, cl, all, airports, rate) }() // ends when all is sent, or with ctx
	go func() { ends <- watch(ctx, app.Brokers(), want, s.row) }()
	redraw := time.NewTicker(200 * time.Millisecond)
	defer redraw.Stop()
	for running := 2; running > 0; {
		select {
		case err := <-ends:
			if err != nil {
				return err
			}
			running--
		case err := <-stopped:
			return fmt.Errorf("the application ended early: %w", err)
		case <-redraw.C:
		}
		s.mu.Lock()
		s.screen.draw(s.board)
		s.mu.Unlock()
	}
	return nil
}

// replay sends the airports, older than every flight so that each finds its own, and then the flights.
func replay(ctx context.Context, cl *kgo.Client, all []flights.Flight, airports []flights.Located, rate int) error {
	if err := sendAirports(ctx, cl, airports, all[0].At-1); err != nil {
		return err
	}
	return sendFlights(ctx, cl, all, rate)
}

func (s *show) row(topic string, key, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.board.add(topic, key, value)
}

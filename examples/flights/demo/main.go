package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/examples/flights"
	"github.com/stoatgen/stoatgen/examples/internal/demo"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

func main() {
	rate := flag.Int("rate", 4000, "flights a second; 0 is as fast as it goes")
	flag.Parse()
	demo.Main(func(ctx context.Context) error { return fly(ctx, *rate) })
}

// configured is the application with its state below a directory.
func configured(dir string) (*rt.App, error) {
	return flights.NewFlights(rt.Config{
		ApplicationID: "flights",
		StateDir:      dir,
		Store:         rocks.Backend(),
		HTTPAddress:   "127.0.0.1:0",
		LogLevel:      slog.LevelError,
	})
}

func fly(ctx context.Context, rate int) error {
	all, airports, err := flights.Load()
	if err != nil {
		return err
	}
	s := &show{board: newBoard(), screen: newScreen(os.Stdout, len(all))}
	err = demo.Run(ctx, flights.WorstTopic, configured, func(ctx context.Context, app *rt.App) error {
		return s.run(ctx, app.Brokers(), all, airports, rate)
	})
	if err != nil {
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
func (s *show) run(ctx context.Context, brokers []string, all []flights.Flight, airports []flights.Located, rate int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cl, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		return err
	}
	defer cl.Close()
	hours, routes := flights.Direct(all, airports)
	want := len(hours) + len(routes)
	ends := make(chan error, 2)
	go func() { ends <- replay(ctx, cl, all, airports, rate) }() // ends when all is sent, or with ctx
	go func() { ends <- watch(ctx, brokers, want, s.row) }()
	redraw := time.NewTicker(200 * time.Millisecond)
	defer redraw.Stop()
	for running := 2; running > 0; {
		select {
		case err := <-ends:
			if err != nil {
				return err
			}
			running--
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

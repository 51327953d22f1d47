package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/stoatgen/stoatgen/examples/fraud"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the day that is made up")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := demo(ctx, *seed); ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "demo: interrupted")
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// configured is the application as an operator would run it: what can't be read or can't be goes to the dead letters.
func configured(dir string) (*rt.App, error) {
	return fraud.NewFraud(rt.Config{
		ApplicationID:          "fraud",
		StateDir:               dir,
		Store:                  rocks.Backend(),
		DeserializationHandler: rt.DeadLetter,
		ProcessingHandler:      rt.DeadLetter,
		DeadLetterTopic:        fraud.DeadLettersTopic,
		CommitInterval:         20 * time.Millisecond,
		HTTPAddress:            "127.0.0.1:0",
		LogLevel:               slog.LevelError,
	})
}

func demo(ctx context.Context, seed uint64) (err error) {
	messages, planted := fraud.Day(seed)
	dir, err := os.MkdirTemp("", "stoatgen-fraud-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	app, err := configured(dir)
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
	defer app.Close() // before the directory goes
	fmt.Printf("broker   %s   (kcat -b %[1]s -t %s)\nmetrics  http://%s/metrics\n\n", app.Brokers()[0], fraud.AlertsTopic, app.HTTPAddress())
	found, err := day(ctx, app.Brokers(), messages, stopped)
	if err != nil {
		return err
	}
	app.Close()
	if err := <-stopped; err != nil {
		return err
	}
	report(os.Stdout, found, planted)
	if err := check(found, messages, planted); err != nil {
		return err
	}
	fmt.Printf("\n%d frauds, each of them found and nothing else; every row equal to a direct computation over the day.\n", len(planted))
	return nil
}

// day replays messages until all of their results have come, or the application ends.
func day(ctx context.Context, brokers []string, messages []fraud.Message, stopped <-chan error) (found fraud.Found, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan error, 1)
	go func() { // ends when all is replayed and read, or with ctx
		found, err = replay(ctx, brokers, messages)
		ended <- err
	}()
	select {
	case err := <-ended:
		return found, err
	case err := <-stopped:
		cancel(err)
		<-ended
		return found, fmt.Errorf("the application ended early: %w", err)
	}
}

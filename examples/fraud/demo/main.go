package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/stoatgen/stoatgen/examples/fraud"
	"github.com/stoatgen/stoatgen/examples/internal/demo"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the day that is made up")
	flag.Parse()
	demo.Main(func(ctx context.Context) error { return day(ctx, *seed) })
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

// day replays a day, reports what was found, and compares that.
func day(ctx context.Context, seed uint64) error {
	messages, planted := fraud.Day(seed)
	var found fraud.Found
	err := demo.Run(ctx, fraud.AlertsTopic, configured, func(ctx context.Context, app *rt.App) (err error) {
		found, err = replay(ctx, app.Brokers(), messages)
		return err
	})
	if err != nil {
		return err
	}
	report(os.Stdout, found, planted)
	if err := check(found, messages, planted); err != nil {
		return err
	}
	fmt.Printf("\n%d frauds, each of them found and nothing else; every row equal to a direct computation over the day.\n", len(planted))
	return nil
}

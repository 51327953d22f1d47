// Package demo is what the demos of the examples have in common: an application that runs on the broker inside its own
// process, in a directory that is gone afterwards.
package demo

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/stoatgen/stoatgen/rt"
)

// Main runs a demo until it ends or is interrupted. The exit code is 1 unless it ended well.
func Main(demo func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err := demo(ctx)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "demo: interrupted")
	case err != nil:
		fmt.Fprintln(os.Stderr, "demo:", err)
	default:
		return
	}
	os.Exit(1)
}

// Run starts the application that create makes with its data below dir, says where it is and how to read topic, and stops
// it when during has returned. The context of during ends with the application; then the error is the application's.
func Run(ctx context.Context, topic string, create func(dir string) (*rt.App, error), during func(context.Context, *rt.App) error) error {
	dir, err := os.MkdirTemp("", "stoatgen-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	app, err := create(dir)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	stopped := make(chan error, 1)
	go func() { // ends with Close or ctx; read below
		err := app.Run(ctx)
		if err != nil {
			end(fmt.Errorf("the application ended early: %w", err))
		}
		stopped <- err
	}()
	select {
	case <-app.Ready():
	case err := <-stopped:
		return err
	}
	defer app.Close() // before the directory goes
	fmt.Printf("broker   %s   (kcat -b %[1]s -t %s)\nmetrics  http://%s/metrics\n\n", app.Brokers()[0], topic, app.HTTPAddress())
	if err := during(ctx, app); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	app.Close()
	return <-stopped
}

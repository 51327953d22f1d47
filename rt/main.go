package rt

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Main runs an application as a process: rt.Main(NewOrders(cfg)). SIGTERM and SIGINT stop it in order, a second one at
// once. It doesn't return; the exit code tells a supervisor what happened (ExitClean and the others).
func Main(app *App, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(ExitCode(err))
	}
	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() { // lives as long as the process
		s := <-signals
		app.log.Info("stopping: what was admitted is committed first", "signal", s.String())
		stop()
		s = <-signals
		app.log.Warn("stopped at once: the next start processes the last epoch again", "signal", s.String())
		os.Exit(ExitFailed)
	}()
	if err := app.Run(ctx); err != nil {
		app.log.Error("stopped", "error", err)
		os.Exit(ExitCode(err))
	}
	app.log.Info("stopped")
	os.Exit(ExitClean)
}

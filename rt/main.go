package rt

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// hung is how long behind shutdown.timeout.ms a process that doesn't end is ended.
const hung = 5 * time.Second

// growth is how much garbage may lie beside what is in use, in percent of it. Most of what is in use are batches, read
// and written, without a pointer in them: to look at them more often costs next to nothing (bench/RESULTS.md).
const growth = 40

// Main runs an application as a process: rt.Main(NewOrders(cfg)). SIGTERM and SIGINT stop it in order, a second one at
// once. It doesn't return; the exit code tells a supervisor what happened (ExitClean and the others). The garbage
// collector is set to less than its usual growth, unless GOGC says otherwise.
func Main(app *App, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(ExitCode(err))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() { // lives as long as the process
		s := <-signals
		app.log.Info("stopping: what was admitted is committed first", "signal", s.String())
		stop()
		select {
		case s = <-signals:
			app.log.Warn("stopped at once: the next start processes the last epoch again", "signal", s.String())
		case <-time.After(app.cfg.ShutdownTimeout + hung):
			app.log.Error("stopped at once: a function of the topology doesn't return; the next start processes the last epoch again")
		}
		os.Exit(ExitFailed)
	}()
	if err := app.Run(ctx); err != nil {
		app.log.Error("stopped", "error", err)
		os.Exit(ExitCode(err))
	}
	app.log.Info("stopped")
	os.Exit(ExitClean)
}

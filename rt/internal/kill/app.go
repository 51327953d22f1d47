package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

// settings are what the application is started with.
type settings struct {
	app     string // which program
	prefix  string // of its topics
	id      string // application.id
	brokers string // host:port,… ; empty: inside the process
	port    int    // of the broker inside the process
	dir     string
	fault   string
	point   string // where it dies, as in fail.Arm
	freeze  string // where it stands still, as in fail.ArmFreeze
	lanes   int
	goOn    bool // behind records that fail
	alo     bool
}

func (s *settings) flags(f *flag.FlagSet) {
	f.StringVar(&s.app, "app", "counting", "program: "+strings.Join(names(), " or "))
	f.StringVar(&s.prefix, "prefix", "", "of the topics' names")
	f.StringVar(&s.id, "id", "kill", "application.id")
	f.StringVar(&s.brokers, "brokers", "", "host:port; none: a broker inside the application's process")
	f.IntVar(&s.port, "port", 0, "of the broker inside the process")
	f.StringVar(&s.dir, "dir", "", "state directory")
	f.StringVar(&s.fault, "fault", "", "a mistake in the order of commits that must be found")
	f.StringVar(&s.point, "point", "", "kill point at which the application dies")
	f.StringVar(&s.freeze, "freeze", "", "kill point at which the application stands still until SIGCONT")
	f.IntVar(&s.lanes, "lanes", 2, "lanes")
	f.BoolVar(&s.goOn, "continue", false, "behind records that fail")
	f.BoolVar(&s.alo, "at-least-once", false, "without transactions")
}

// args are the command line of the application's process.
func (s *settings) args() []string {
	return []string{"app", "-app", s.app, "-prefix", s.prefix, "-id", s.id, "-brokers", s.brokers, "-port", fmt.Sprint(s.port), "-dir", s.dir, "-fault", s.fault,
		"-point", s.point, "-freeze", s.freeze, "-lanes", fmt.Sprint(s.lanes), fmt.Sprintf("-continue=%v", s.goOn), fmt.Sprintf("-at-least-once=%v", s.alo)}
}

// runApp is the application's process; it doesn't return.
func runApp(args []string) {
	var s settings
	f := flag.NewFlagSet("app", flag.ExitOnError)
	s.flags(f)
	_ = f.Parse(args) // exits
	err := fail.Arm(s.point)
	if s.freeze != "" {
		err = fail.ArmFreeze(s.freeze)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(rt.ExitRefused)
	}
	fail.ArmFault(s.fault)
	cfg := rt.Config{
		ApplicationID: s.id, StateDir: s.dir, EmbeddedPort: s.port, HTTPAddress: "off", Lanes: s.lanes, LogLevel: slog.LevelInfo,
		CommitInterval: 20 * time.Millisecond, StateFlushMaxBytes: 1 << 20, TransactionTimeout: 10 * time.Second,
		Store: rocks.Backend(),
	}
	if s.goOn {
		cfg.ProcessingHandler, cfg.DeserializationHandler = rt.Continue, rt.Continue
	}
	if s.brokers != "" {
		cfg.BootstrapServers = strings.Split(s.brokers, ",")
	}
	if s.alo {
		cfg.Guarantee = rt.AtLeastOnce
	}
	rt.Main(programs[s.app](s.prefix).app(cfg))
}

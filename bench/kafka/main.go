package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/stoatgen/stoatgen/bench/cluster"
)

func main() {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		if err := child(os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var r run
	flag.StringVar(&r.brokers, "brokers", os.Getenv("STOAT_KAFKA"), "host:port of a broker that holds nothing else")
	flag.IntVar(&r.records, "records", 2_000_000, "of the input")
	flag.IntVar(&r.keys, "keys", 10_000, "of the input")
	flag.IntVar(&r.bytes, "bytes", 100, "of a value")
	flag.StringVar(&r.streams, "streams", "build/ksbench", "the built Kafka Streams application; empty: leave it out")
	flag.StringVar(&r.profiles, "profiles", "", "directory for profiles of the generated applications")
	only := flag.String("only", strings.Join(topologyNames, ","), "topologies")
	flag.IntVar(&r.rounds, "rounds", 1, "runs of each")
	flag.Parse()
	if err := r.all(context.Background(), strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "kafka:", err)
		os.Exit(1)
	}
}

// child is what this program is when it starts itself.
func child(kind string, args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var s settings
	s.parse(args)
	if s.profile == "" { // else this program, which can write one, takes samples, and users' don't
		runtime.MemProfileRate = 0
	}
	switch kind {
	case "load":
		return s.load(ctx, s.brokers)
	case "app":
		return runApp(ctx, s)
	case "bare":
		return runBare(ctx, s)
	case "check", "check-last":
		return runCheck(ctx, s, kind == "check-last")
	}
	return fmt.Errorf("found %q, expected load, app, bare, check or check-last", kind)
}

var topologyNames = []string{"pass", "count", "window", "rekey"}

// result is one measured run.
type result struct {
	topology, who string
	wall          float64 // seconds, until all was committed
	cluster.Usage
}

package main

import (
	"context"
	"flag"
	"os"
	"runtime/pprof"
	"strings"

	"github.com/stoatgen/stoatgen/bench/cluster"
	"github.com/stoatgen/stoatgen/bench/topologies"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

var apps = map[string]func(rt.Config) (*rt.App, error){
	"pass": topologies.NewPass, "count": topologies.NewCount, "window": topologies.NewWindow, "rekey": topologies.NewRekey,
}

// settings are what a process of this program is started with.
type settings struct {
	input
	brokers, topology, id, out, dir, profile string
}

func (s *settings) parse(args []string) {
	f := flag.NewFlagSet("kafka", flag.ExitOnError)
	f.StringVar(&s.brokers, "brokers", "", "host:port")
	f.StringVar(&s.topology, "topology", "", "pass, count, window or rekey")
	f.StringVar(&s.id, "id", "", "application.id")
	f.StringVar(&s.out, "out", "", "output topic")
	f.StringVar(&s.dir, "dir", "", "state directory")
	f.StringVar(&s.profile, "profile", "", "file for a profile of the CPU")
	f.IntVar(&s.records, "records", 0, "")
	f.IntVar(&s.keys, "keys", 0, "")
	f.IntVar(&s.bytes, "bytes", 0, "")
	_ = f.Parse(args) // exits
}

// runApp is an application's process: everything is as a user gets it.
func runApp(ctx context.Context, s settings) error {
	app, err := apps[s.topology](rt.Config{
		ApplicationID: s.id, BootstrapServers: strings.Split(s.brokers, ","), StateDir: s.dir, HTTPAddress: "off", Store: rocks.Backend(),
	})
	if err != nil {
		return err
	}
	app.Program().Sinks[0].Topic = s.out // several runs share the brokers
	if s.profile == "" {
		rt.Main(app, nil)
	}
	f, err := os.Create(s.profile)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	err = app.Run(ctx)
	h, failed := os.Create(s.profile + ".heap")
	if failed != nil {
		return failed
	}
	defer h.Close()
	if failed := pprof.Lookup("allocs").WriteTo(h, 0); failed != nil {
		return failed
	}
	return err
}

// runBare is the hand-written loop's process.
func runBare(ctx context.Context, s settings) error {
	admin, err := cluster.Connect(s.brokers)
	if err != nil {
		return err
	}
	defer admin.Close()
	return bare(ctx, admin, s.id, s.out)
}

// runCheck compares an output topic, in a process of its own: it takes much memory, and what a process has at its
// start is part of the peak of every program that it starts.
func runCheck(ctx context.Context, s settings, cached bool) error {
	admin, err := cluster.Connect(s.brokers)
	if err != nil {
		return err
	}
	defer admin.Close()
	return check(ctx, admin, s.topology, s.out, cached, s.input)
}

package main

import (
	"flag"
	"fmt"
	"log/slog"
	"strings"

	"github.com/stoatgen/stoatgen/bench/topologies"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

// ready is what the application says when it is.
const ready = "msg=ready"

// runApp is the application's process; it doesn't return.
func runApp(args []string) {
	f := flag.NewFlagSet("app", flag.ExitOnError)
	id := f.String("id", "", "application.id")
	brokers := f.String("brokers", "", "host:port,…")
	dir := f.String("dir", "", "state directory")
	_ = f.Parse(args) // exits
	app, err := topologies.NewLatest(rt.Config{
		ApplicationID: *id, BootstrapServers: strings.Split(*brokers, ","), StateDir: *dir, HTTPAddress: "off",
		LogLevel: slog.LevelInfo, Store: rocks.Backend(),
	})
	if err == nil { // applications of several sizes share the brokers, each with topics of its own
		p := app.Program()
		p.Sources[0].Topics, p.Sinks[0].Topic = []string{in(*id)}, out(*id)
	}
	rt.Main(app, err)
}

func in(id string) string  { return fmt.Sprintf("%s-in", id) }
func out(id string) string { return fmt.Sprintf("%s-out", id) }

package difftest

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/ready"
	"github.com/stoatgen/stoatgen/testdata/oracle"
)

var orders = flag.Int("orders", 2, "orders of lanes that each vector runs in")

// TestLanes runs vectors on two lanes over three partitions, keys spread over them, in random orders of the lanes' work:
// per key the answers are Kafka Streams'. Where a result depends on other keys there is nothing to compare with: its
// one partition has one stream time, three partitions have three; so cases with time, with scans over a processor's
// store, and with the partition in a dead letter are left to the model in internal/fuzztopo.
func TestLanes(t *testing.T) {
	cases, err := oracle.Cases(root)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range cases {
		if ready.NotYet[c.Name] != "" || ready.Differs[c.Name] != "" {
			continue
		}
		app, err := ready.Programs[c.Topology](rt.Config{ApplicationID: "spread"})
		if err != nil {
			t.Fatal(err)
		}
		if !keyByKey(app.Program()) || showsPartition[c.Name] {
			continue
		}
		files, err := Files(directory(), c.Name)
		if err != nil {
			t.Fatal(err)
		}
		ran++
		t.Run(c.Name, func(t *testing.T) { runSpread(t, c, app.Program(), files) })
	}
	if ran == 0 {
		t.Fatal("no case of the oracle has results that depend on their own key alone")
	}
	t.Logf("%d cases, %d orders each", ran, *orders)
}

// showsPartition are cases whose values hold the partition that the record came from.
var showsPartition = map[string]bool{"scenarios/process-values": true}

// keyByKey says that nothing in a program depends on records of other keys.
func keyByKey(p *lane.Program) bool {
	return !slices.ContainsFunc(p.Stages, func(s lane.StageInfo) bool { return s.ByPartition || len(s.Marks) > 0 }) &&
		!slices.ContainsFunc(p.Stores, func(s lane.StoreInfo) bool { return s.Kind != lane.KeyValue && s.Kind != lane.Subscriptions })
}

func runSpread(t *testing.T, c oracle.Case, p *lane.Program, files []string) {
	for _, file := range files {
		v, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if v.Config["errors.dead.letter.queue.topic.name"] != "" || slices.ContainsFunc(internalTopics, v.has) {
			continue
		}
		v.Name, v.PerKey = c.Name, true
		if slices.ContainsFunc(p.Stores, func(s lane.StoreInfo) bool { return s.Kind == lane.Subscriptions }) {
			v.Stores = nil // a subscription's row names the partition that asks
		}
		for seed := range *orders {
			opts := []rttest.Option{rttest.Lanes(2), rttest.Shuffled(uint64(seed))}
			for _, s := range p.Sources {
				for _, topic := range s.Topics {
					opts = append(opts, rttest.Partitions(topic, 3))
				}
			}
			app, err := ready.Programs[c.Topology](rt.Config{ApplicationID: application(c.Name)})
			if err != nil {
				t.Fatal(err)
			}
			if err := Run(t, v, app, Modes[seed%len(Modes)], opts...); err != nil {
				t.Fatalf("%s, order %d: %v", filepath.Base(file), seed, err)
			}
		}
	}
}

package difftest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

// shuffles is how many orders of lanes each answer is compared in.
const shuffles = 3

// Answers compares topologies with what Kafka Streams answered when it was asked about them beside the oracle, which is what
// testdata/Ask.java does: the vectors of a directory, called topology-seed.json. On one lane answers are the same, in every
// mode; with caches what each key has come to is. With spread they also are on two lanes over three partitions: key by key, in random orders of the lanes' work. That is for
// topologies in which no record of one key meets what is due to another's.
func Answers(t *testing.T, dir string, spread bool, topologies map[string]func(rt.Config) (*rt.App, error)) {
	t.Helper()
	answers(t, dir, topologies, Modes, spread)
}

// PlainAnswers is Answers on one lane and without crashes: for LRU stores, which forget over a restart what was looked up last, as they
// do where Kafka Streams restores them.
func PlainAnswers(t *testing.T, dir string, topologies map[string]func(rt.Config) (*rt.App, error)) {
	t.Helper()
	answers(t, dir, topologies, Modes[:1], false)
}

func answers(t *testing.T, dir string, topologies map[string]func(rt.Config) (*rt.App, error), modes []Mode, spread bool) {
	t.Helper()
	asked := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		asked[name] = true
		if topologies[name] == nil {
			t.Errorf("%s: the test has no topology %s", file, name)
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { answer(t, file, topologies[name], modes, spread) })
	}
	for name := range topologies {
		if !asked[name] {
			t.Errorf("%s has no answer to topology %s", dir, name)
		}
	}
}

func answer(t *testing.T, file string, topology func(rt.Config) (*rt.App, error), modes []Mode, spread bool) {
	v, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	run := func(what string, mode Mode, opts ...rttest.Option) {
		app, err := topology(rt.Config{ApplicationID: "vec"})
		if err != nil {
			t.Fatal(err)
		}
		if err := Run(t, v, app, mode, opts...); err != nil {
			t.Errorf("%s, %s: %v", what, mode, err)
		}
	}
	if v.Config["statestore.cache.max.bytes"] != "" && v.Config["statestore.cache.max.bytes"] != "0" {
		v.PerKey, v.Last = true, true
	}
	for _, mode := range modes {
		run("one lane", mode)
	}
	if !spread {
		return
	}
	v.PerKey, v.Stores = true, nil // a subscription's row names the partition that asks
	for seed := range shuffles {
		opts := []rttest.Option{rttest.Lanes(2), rttest.Shuffled(uint64(seed))}
		for _, s := range v.Steps {
			if s.In != nil {
				opts = append(opts, rttest.Partitions(s.In.Topic, 3))
			}
		}
		run("two lanes", Modes[seed%len(Modes)], opts...)
	}
}

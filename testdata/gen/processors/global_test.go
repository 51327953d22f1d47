package processors_test

import (
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

func TestEverywhere(t *testing.T) {
	app, err := processors.NewEverywhere(cfg)
	if err != nil {
		t.Fatal(err)
	}
	words := rttest.FormOf(rttest.String(), rttest.String())
	forms := rttest.Forms{"windows": rttest.FormOf(rttest.String(), rttest.Number[int64]())}
	for _, topic := range []string{"in", "names", "found", "sessions", "recent", "ask", "told"} {
		forms[topic] = words
	}
	for lanes, name := range []string{"", "one lane", "two lanes"} {
		if lanes > 0 {
			t.Run(name, func(t *testing.T) { rttest.Golden(t, app, "testdata/everywhere.txt", forms, rttest.Lanes(lanes)) })
		}
	}
}

// everywhere is a driver whose global store has a name, then gets what its processor refuses.
func everywhere(t *testing.T, options ...rttest.Option) (d *rttest.Driver, found func() string) {
	t.Helper()
	app, err := processors.NewEverywhere(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d = rttest.New(t, app, options...)
	put := func(topic, key, value string) {
		d.Pipe(rttest.Record{Topic: topic, Key: []byte(key), Value: []byte(value)})
	}
	put("names", "1", "Ann")
	put("names", "2", "bad")
	return d, func() string {
		put("in", "k", "*")
		if out := d.Read("found"); len(out) > 0 {
			return string(out[0].Value)
		}
		return ""
	}
}

// TestGlobalFailure: the handler of processors is not that of global stores, unless it is said to be. What was put before stays.
func TestGlobalFailure(t *testing.T) {
	d, _ := everywhere(t, rttest.OnProcess(rttest.Skipping))
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), "a bad name") || !strings.Contains(err.Error(), "record names-0@1") {
		t.Errorf("with a handler for others: %v", err)
	}
	d, found := everywhere(t, rttest.OnProcess(rttest.Skipping), rttest.OnGlobal())
	if got := found(); got != "1=Ann 2=half done false" || d.Err() != nil {
		t.Errorf("skipped: found %q, %v", got, d.Err())
	}
	if n := d.Dropped("KTABLE-SOURCE-0000000004", abi.Failed); n != 1 {
		t.Errorf("%d failures counted, want 1", n)
	}
	d.Crash(rttest.Kept)
	if got := found(); got != "1=Ann 2=half done false" {
		t.Errorf("after a restart: found %q", got)
	}
}

// TestGlobalMalformed: what the codec refuses goes to the deserialization handler.
func TestGlobalMalformed(t *testing.T) {
	for _, skip := range []bool{false, true} {
		app, err := processors.NewEverywhere(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var options []rttest.Option
		if skip {
			options = append(options, rttest.OnDecode(rttest.Skipping))
		}
		d := rttest.New(t, app, options...)
		d.Pipe(rttest.Record{Topic: "windows", Key: []byte("k"), Value: []byte("five!")})
		if err := d.Err(); skip == (err != nil) {
			t.Errorf("skip %v: %v", skip, err)
		}
		if skip && d.Dropped("KSTREAM-SOURCE-0000000005", abi.Malformed) != 1 {
			t.Error("what was skipped is not counted")
		}
	}
}

// TestGlobalSchedule: the processor of a global store has no clock, and is told so when it starts.
func TestGlobalSchedule(t *testing.T) {
	app, err := processors.NewTicking(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app)
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), "global.go:32:4") || !strings.Contains(err.Error(), "has no clock") {
		t.Errorf("%v", err)
	}
}

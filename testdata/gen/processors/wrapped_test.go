package processors_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

// TestWrapped: each processor is called through the wrapper of its name, which changes errors, catches panics and leaves records out.
func TestWrapped(t *testing.T) {
	app, err := processors.NewWrapped(cfg)
	if err != nil {
		t.Fatal(err)
	}
	clear(processors.Watched)
	var failures []string
	d := rttest.New(t, app, rttest.OnGlobal(), rttest.OnProcess(func(f *lane.Failure) lane.Verdict {
		failures = append(failures, fmt.Sprint(f.Node.Name, ": ", f.Cause))
		return lane.Continue
	}))
	pipe := func(topic, value string, at int64) {
		d.Pipe(rttest.Record{Topic: topic, Key: []byte("k"), Value: []byte(value), Timestamp: at})
	}
	pipe("names", "Ann", 1)
	pipe("names", "bad", 1)
	pipe("people", "k", 2)
	for at, value := range []string{"fine", "error", "panic"} {
		pipe("in", value, 10+int64(at))
	}
	pipe("in", "left out", 13)
	want := []string{"KTABLE-SOURCE-0000000001: KTABLE-SOURCE-0000000001 at 1: a bad name", "fragile: fragile at 1: an error", "fragile: fragile caught a panic"}
	if !slices.Equal(failures, want) {
		t.Errorf("failures %q, want %q", failures, want)
	}
	for topic, n := range map[string]int{"out": 1, "found": 3, "named": 1} {
		if got := len(d.Read(topic)); got != n {
			t.Errorf("%d records of %s, want %d", got, topic, n)
		}
	}
	if calls := map[string]int{"KTABLE-SOURCE-0000000001": 2, "fragile": 4, "find": 4}; !maps.Equal(processors.Watched, calls) {
		t.Errorf("called %v, want %v", processors.Watched, calls)
	}
}

// TestWrappedCalls: what calls a processor besides records goes through the wrapper, too, and its errors to the handler.
func TestWrappedCalls(t *testing.T) {
	app, err := processors.NewWrappedCalls(cfg)
	if err != nil {
		t.Fatal(err)
	}
	clear(processors.Watched)
	var failures []string
	d := rttest.New(t, app, rttest.OnProcess(func(f *lane.Failure) lane.Verdict {
		failures = append(failures, fmt.Sprint(f.Node.Name, " at ", f.Timestamp, ": ", f.Cause))
		return lane.Continue
	}))
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte("v"), Timestamp: 20})
	d.Advance(1000)
	slices.Sort(failures)
	want := []string{"called at 20: called caught a punctuation", "called at 20: called: a timer", "fixed at 20: fixed: a timer", "ticker at 1000: ticker: a tick"}
	if !slices.Equal(failures, want) {
		t.Errorf("failures %q, want %q", failures, want)
	}
	if calls := map[string]int{"called": 3, "fixed": 2, "ticker": 1}; !maps.Equal(processors.Watched, calls) {
		t.Errorf("called %v, want %v", processors.Watched, calls)
	}
}

package timers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/timers"
)

var (
	text    = rttest.FormOf(rttest.String(), rttest.String())
	orders  = rttest.FormOf(rttest.Int64(), rttest.String())
	numbers = rttest.FormOf(rttest.Int64(), rttest.Int64())
	cfg     = rt.Config{ApplicationID: "timers"}
)

func TestVisits(t *testing.T) {
	for _, options := range [][]rttest.Option{nil, {rttest.Memory(store.Limits{Entries: 1})}} {
		app, err := timers.NewVisits(cfg)
		if err != nil {
			t.Fatal(err)
		}
		rttest.Golden(t, app, "testdata/visits.txt", rttest.Forms{"in": text, "out": text}, append(options, rttest.OnProcess(rttest.Skipping))...)
	}
}

func TestReminders(t *testing.T) {
	app, err := timers.NewReminders(cfg)
	if err != nil {
		t.Fatal(err)
	}
	rttest.Golden(t, app, "testdata/reminders.txt", rttest.Forms{"orders": orders, "reminded": numbers})
}

// TestFails: a failure of OnTimer is the node's, and of no record.
func TestFails(t *testing.T) {
	app, err := timers.NewVisits(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.OnProcess(rttest.Skipping), rttest.DeadLetters("dead"))
	for i, key := range []string{"bad", "worse", "good", "good"} {
		d.Pipe(rttest.Record{Topic: "in", Key: []byte(key), Value: []byte("x"), Timestamp: int64(i * 100)})
	}
	if n := d.Dropped("visitor", abi.Failed); n != 2 {
		t.Errorf("%d failures are counted at the processor, expected 2", n)
	}
	dead := d.Read("dead")
	if len(dead) != 2 {
		t.Fatalf("%d dead letters, want one a failure", len(dead))
	}
	for _, r := range dead {
		if r.Key != nil || r.Value != nil {
			t.Errorf("a dead letter of a call that no record caused is %q=%q", r.Key, r.Value)
		}
	}
	app, err = timers.NewVisits(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d = rttest.New(t, app)
	for i, key := range []string{"bad", "good"} {
		d.Pipe(rttest.Record{Topic: "in", Key: []byte(key), Value: []byte("x"), Timestamp: int64(i * 100)})
	}
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), "topology.go:13:45: processing of visitor: a bad key") {
		t.Errorf("a failure that stops says %v", err)
	}
	d.Crash(rttest.Kept) // its epoch was aborted: the timer is there
	d.Pipe(rttest.Record{Topic: "in", Key: []byte("good"), Value: []byte("x"), Timestamp: 300})
	if d.Err() == nil {
		t.Error("the timer whose call stopped the application is gone")
	}
}

// TestCrashes: every answer is the same whatever is left behind each step, on any number of lanes, with nothing kept in memory.
func TestCrashes(t *testing.T) {
	for seed := range uint64(4) {
		steps := visits(seed)
		want := run(t, steps, nil)
		if !strings.Contains(want, " of ") {
			t.Fatal("no timer fired")
		}
		for name, got := range map[string]string{
			"kept":        run(t, steps, func(d *rttest.Driver) { d.Crash(rttest.Kept) }),
			"lost":        run(t, steps, func(d *rttest.Driver) { d.Crash(rttest.Lost) }),
			"no memory":   run(t, steps, nil, rttest.Memory(store.Limits{Entries: 1})),
			"two lanes":   run(t, steps, nil, rttest.Lanes(2)),
			"three lanes": run(t, steps, func(d *rttest.Driver) { d.Crash(rttest.Lost) }, rttest.Lanes(3)),
		} {
			if got != want {
				t.Errorf("seed %d, %s:\n%s\nexpected\n%s", seed, name, got, want)
			}
		}
	}
}

// visits are records of some keys in three partitions.
func visits(seed uint64) (steps []rttest.Record) {
	r := rand.New(rand.NewPCG(seed, 1))
	now := int64(0)
	for range 150 {
		now += r.Int64N(5)
		value := []string{"x", "x", "x", "twice", "leave", "past"}[r.IntN(6)]
		key := []string{"a", "b", "c", "again", "bad", "long enough to lie apart from its entry"}[r.IntN(6)]
		steps = append(steps, rttest.Record{Topic: "in", Partition: r.Int32N(3), Key: []byte(key), Value: []byte(value), Timestamp: max(0, now-r.Int64N(8))})
	}
	return steps
}

func run(t *testing.T, steps []rttest.Record, after func(d *rttest.Driver), options ...rttest.Option) string {
	t.Helper()
	app, err := timers.NewVisits(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, append(options, rttest.OnProcess(rttest.Skipping), rttest.Partitions("in", 3))...)
	var out strings.Builder
	for i, s := range steps {
		d.Pipe(s)
		if after != nil {
			after(d)
		}
		for _, r := range d.Read("out") {
			fmt.Fprintf(&out, "%d %s=%s @%d\n", i, r.Key, r.Value, r.Timestamp)
		}
	}
	fmt.Fprint(&out, d.Rows("visit-ends"))
	return out.String()
}

// TestChangelog: a timer is a record of its clock, time and key; one that came and went within a commit leaves none.
func TestChangelog(t *testing.T) {
	app, err := timers.NewReminders(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Partitions("orders", 2))
	for _, value := range []string{"new", "new", "paid"} {
		d.Pipe(rttest.Record{Topic: "orders", Partition: 1, Key: []byte("\x00\x00\x00\x00\x00\x00\x00\x07"), Value: []byte(value), Timestamp: 1000})
	}
	var got []string
	for _, r := range d.Changelog("due") {
		got = append(got, fmt.Sprintf("%d %x %x %v @%d", r.Partition, r.Key, r.Value, r.Value == nil, r.Timestamp))
	}
	want := []string{
		"1 01000000000000044c0000000000000007  false @1000",
		"1 01000000000000044c0000000000000007  true @1000",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the changelog has %q, expected %q", got, want)
	}
	if rows := d.Rows("due"); len(rows) != 0 {
		t.Errorf("rows are left: %v", rows)
	}
}

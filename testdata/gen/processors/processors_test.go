package processors_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/processors"
)

var cfg = rt.Config{ApplicationID: "processors"}

func text(t *testing.T, name string, app *rt.App, err error, topics string, options ...rttest.Option) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	forms := rttest.Forms{}
	for _, topic := range strings.Fields(topics) {
		forms[topic] = rttest.FormOf(rttest.String(), rttest.String())
	}
	rttest.Golden(t, app, "testdata/"+name+".txt", forms, options...)
}

func TestStores(t *testing.T) {
	app, err := processors.NewStores(cfg)
	text(t, "stores", app, err, "in keyed windowed history", rttest.OnProcess(rttest.Skipping))
}

func TestChildren(t *testing.T) {
	app, err := processors.NewChildren(cfg)
	text(t, "children", app, err, "in odd even ask answers", rttest.OnProcess(rttest.Skipping))
}

func TestFilled(t *testing.T) {
	app, err := processors.NewFilled(cfg)
	text(t, "filled", app, err, "names people named")
}

func pipe(d *rttest.Driver, part int32, key, value string, ts int64, h ...record.Header) {
	r := rttest.Record{Topic: "in", Partition: part, Key: []byte(key), Value: []byte(value), Timestamp: ts, Headers: h}
	d.Pipe(r)
}

// TestCrashes: every answer is the same with a crash behind every step, whatever is left of the state, and with nothing kept
// in memory.
func TestCrashes(t *testing.T) {
	run := func(after func(d *rttest.Driver), options ...rttest.Option) string {
		app, err := processors.NewStores(cfg)
		if err != nil {
			t.Fatal(err)
		}
		d := rttest.New(t, app, append(options, rttest.OnProcess(rttest.Skipping), rttest.Partitions("in", 2))...)
		var out strings.Builder
		for i := range 60 {
			value := []string{"v", "gone", "w", "bad", "longer"}[i%5]
			pipe(d, int32(i%2), fmt.Sprint("k", i%3), value, int64(i*7%50), record.Header{Name: "i", Value: []byte{byte(i)}})
			after(d)
			for _, topic := range []string{"keyed", "windowed", "history"} {
				for _, r := range d.Read(topic) {
					fmt.Fprintf(&out, "%d %s %s=%s @%d %v\n", i, topic, r.Key, r.Value, r.Timestamp, r.Headers)
				}
			}
		}
		if err := d.Err(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := run(func(*rttest.Driver) {})
	for name, got := range map[string]string{
		"kept":      run(func(d *rttest.Driver) { d.Crash(rttest.Kept) }),
		"lost":      run(func(d *rttest.Driver) { d.Crash(rttest.Lost) }),
		"no memory": run(func(*rttest.Driver) {}, rttest.Memory(store.Limits{Entries: 1})),
		"two lanes": run(func(*rttest.Driver) {}, rttest.Lanes(2)),
	} {
		if got != want {
			t.Errorf("%s: the answers differ:\n%s", name, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			return fmt.Sprintf("got  %q\nwant %q", g[min(i, len(g)-1)], w[i])
		}
	}
	return "more than wanted"
}

// TestHeldBack: a record that a processor forwards later than it came counts for its own key, which the batch did not ask
// for; its headers are its own, too.
func TestHeldBack(t *testing.T) {
	app, err := processors.NewBelow(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Memory(store.Limits{Entries: 1}))
	out := rttest.NewOutput(d, "counted", rttest.String(), rttest.Number[int64]())
	var got []string
	for i := range 40 {
		pipe(d, 0, fmt.Sprint("k", i%4), "v", int64(i*3), record.Header{Name: "i", Value: []byte{byte(i)}})
		for _, r := range out.ReadAll() {
			got = append(got, fmt.Sprintf("%s=%d %d", r.Key, r.Value, r.Headers[0].Value[0]))
		}
	}
	var want []string
	for i := range 36 {
		want = append(want, fmt.Sprintf("k%d=%d %d", i%4, i/4+1, i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	d.Pipe(rttest.Record{Topic: "in", Value: []byte("v"), Timestamp: 200})
	pipe(d, 0, "last", "v", 300)
	if n := d.Dropped("KSTREAM-AGGREGATE-0000000002", abi.NullKey); n != 1 {
		t.Errorf("%d null keys were dropped", n)
	}
}

// TestPartitions: a partition has an instance of its own, wherever it runs; its store shows its own rows alone.
func TestPartitions(t *testing.T) {
	for _, lanes := range []int{1, 2, 3} {
		app, err := processors.NewChildren(cfg)
		if err != nil {
			t.Fatal(err)
		}
		d := rttest.New(t, app, rttest.Lanes(lanes), rttest.Partitions("in", 3), rttest.Partitions("ask", 3))
		for part := range int32(3) {
			for range part + 1 {
				pipe(d, part, "same", "v", 5)
			}
		}
		for part := range int32(3) {
			d.Pipe(rttest.Record{Topic: "ask", Partition: part, Key: []byte("same"), Value: []byte("?"), Timestamp: 6})
		}
		var got []string
		for _, r := range d.Read("answers") {
			got = append(got, string(r.Value))
		}
		if want := []string{"1 true", "2 true", "3 true"}; !slices.Equal(got, want) {
			t.Errorf("%d lanes: got %v, want %v", lanes, got, want)
		}
	}
}

// TestBeside: what other operators keep behind a processor survives crashes, and needs no memory.
func TestBeside(t *testing.T) {
	run := func(after func(d *rttest.Driver), options ...rttest.Option) string {
		app, err := processors.NewBeside(cfg)
		if err != nil {
			t.Fatal(err)
		}
		d := rttest.New(t, app, append(options, rttest.Partitions("left", 2), rttest.Partitions("right", 2))...)
		var out strings.Builder
		r := rand.New(rand.NewPCG(1, 2))
		now := int64(0)
		for i := range 150 {
			now += r.Int64N(300)
			x := rttest.Record{Topic: []string{"left", "right"}[r.IntN(2)], Partition: -1, Key: []byte{byte('a' + r.IntN(3))},
				Value: fmt.Append(nil, "v", r.IntN(9)), Timestamp: max(0, now-r.Int64N(600))}
			if r.IntN(9) == 0 {
				x.Value = nil
			}
			d.Pipe(x)
			after(d)
			for _, topic := range d.Unread() {
				for _, x := range d.Read(topic) {
					fmt.Fprintf(&out, "%d %s %q=%q @%d\n", i, topic, x.Key, x.Value, x.Timestamp)
				}
			}
		}
		return out.String()
	}
	want := run(func(*rttest.Driver) {})
	for name, got := range map[string]string{
		"kept":      run(func(d *rttest.Driver) { d.Crash(rttest.Kept) }),
		"lost":      run(func(d *rttest.Driver) { d.Crash(rttest.Lost) }),
		"no memory": run(func(*rttest.Driver) {}, rttest.Memory(store.Limits{Entries: 1})),
	} {
		if got != want {
			t.Errorf("%s: the answers differ:\n%s", name, firstDifference(got, want))
		}
	}
}

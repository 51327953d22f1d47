package processors_test

import (
	"strconv"
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
	if err := d.Err(); err == nil || !strings.Contains(err.Error(), "global.go:71:4") || !strings.Contains(err.Error(), "has no clock") {
		t.Errorf("%v", err)
	}
}

// TestRemembered: each lane sees all versions, also those that came late, as Kafka Streams shows them.
func TestRemembered(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		app, err := processors.NewRemembered(cfg)
		if err != nil {
			t.Fatal(err)
		}
		d := rttest.New(t, app, rttest.Lanes(lanes))
		put := func(key string, value []byte, at int64) {
			d.Pipe(rttest.Record{Topic: "past", Key: []byte(key), Value: value, Timestamp: at})
		}
		ask := func(at int64, want string) {
			t.Helper()
			d.Pipe(rttest.Record{Topic: "in", Key: []byte(strconv.FormatInt(at, 10)), Value: []byte("k"), Timestamp: at, Partition: -1})
			if got := d.Read("out"); len(got) != 1 || string(got[0].Value) != want {
				t.Errorf("%d lanes, as of %d: %+v, want %s; %v", lanes, at, got, want, d.Err())
			}
		}
		put("k", []byte("v10"), 10)
		put("k", []byte("v30"), 30)
		put("k", []byte("v20"), 20)
		ask(15, "v10@10 v30@30")
		ask(25, "v20@20 v30@30")
		ask(99, "v30@30 v30@30")
		put("k", nil, 40)
		ask(99, "@0 @0")
		ask(35, "v30@30 @0")
		put("k2", []byte("v200"), 200)
		put("k", []byte("too old"), 50)
		ask(35, "@0 @0")
	}
}

package windows_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/rttest"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

var (
	text    = rttest.FormOf(rttest.String(), rttest.String())
	numbers = rttest.FormOf(rttest.String(), rttest.Int64())
	cfg     = rt.Config{ApplicationID: "golden"}
)

func TestBaskets(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewBaskets(cfg)), "testdata/baskets.txt", rttest.Forms{"orders": text, "out": numbers})
}

// TestBasketsOnLanes: with several lanes windows close at barriers, up to the stream time of all lanes at the one before.
func TestBasketsOnLanes(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewBaskets(cfg)), "testdata/baskets_lanes.txt", rttest.Forms{"orders": text, "out": numbers}, rttest.Lanes(3))
}

func TestGone(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewGone(cfg)), "testdata/gone.txt", rttest.Forms{"in": numbers, "sessions": numbers, "slides": numbers})
}

func TestRegrouped(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewRegrouped(cfg)), "testdata/regrouped.txt", rttest.Forms{"in": text, "visits-out": numbers, "slides-out": numbers, "texts-out": numbers})
}

func TestLong(t *testing.T) {
	window := rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10), rttest.Int64())
	rttest.Golden(t, rttest.Must(windows.NewLong(cfg)), "testdata/long.txt", rttest.Forms{"in": numbers, "kept-out": window, "many-out": window})
}

func TestBoth(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewBoth(cfg)), "testdata/both.txt", rttest.Forms{"orders": text, "clicks": text, "out": rttest.FormOf(rttest.Bytes(), rttest.String())})
}

func TestStored(t *testing.T) {
	rttest.Golden(t, rttest.Must(windows.NewStored(cfg)), "testdata/stored.txt", rttest.Forms{"in": numbers, "in2": text, "out": numbers,
		"texts-out": rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10), rttest.String())}, rttest.Memory(store.Limits{Entries: 1}))
}

func TestJoined(t *testing.T) {
	numbered := rttest.FormOf(rttest.Int64(), rttest.String())
	rttest.Golden(t, rttest.Must(windows.NewJoined(cfg)), "testdata/joined.txt", rttest.Forms{"x": numbered, "y": numbered, "out": text, "final-out": text}, rttest.Memory(store.Limits{Entries: 1}))
}

func TestRead(t *testing.T) {
	times := rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10), rttest.Int64())
	sessions := rttest.FormOf(rttest.Bytes(), rttest.Int64())
	rttest.Golden(t, rttest.Must(windows.NewRead(cfg)), "testdata/read.txt", rttest.Forms{"times": times, "limits": times, "sessions": sessions, "by-window-out": times, "by-key-out": numbers,
		"limited": times, "long": sessions})
}

// TestNested: keys with windows are kept and looked up like any others.
func TestNested(t *testing.T) {
	times := rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10), rttest.Int64())
	sessions := rttest.FormOf(rttest.Bytes(), rttest.Int64())
	rttest.Golden(t, rttest.Must(windows.NewNested(cfg)), "testdata/nested.txt", rttest.Forms{"times": times, "sums-out": times, "closed-out": numbers, "sessions": sessions, "squares-out": sessions, "recent": sessions, "late-out": sessions,
		"names": numbers, "named-out": sessions})
}

// TestPointers: a null key gets into no window and no table.
func TestPointers(t *testing.T) {
	times := rttest.FormOf(rttest.TimeWindowed(rttest.String(), 10), rttest.Int64())
	rttest.Golden(t, rttest.Must(windows.NewPointers(cfg)), "testdata/pointers.txt", rttest.Forms{"in": numbers, "out": numbers, "rows-out": numbers, "times": times, "times-out": times})
}

// TestPartitions: a windowed key goes to the partition of the key in it.
func TestPartitions(t *testing.T) {
	app, err := windows.NewRead(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, rttest.Partitions("times", 3), rttest.Partitions("limits", 3), rttest.Partitions("by-window-out", 8))
	for start := range 10 {
		d.Pipe(rttest.Record{Topic: "times", Partition: -1, Key: codec.AppendWindowed([]byte("k"), int64(start)), Value: codec.AppendInt64(nil, 1), Timestamp: 1})
	}
	got := d.Read("by-window-out")
	for _, r := range got {
		if want := codec.Partition(codec.Murmur2([]byte("k")), 8); r.Partition != want {
			t.Errorf("key %x in partition %d, want %d", r.Key, r.Partition, want)
		}
	}
	if len(got) != 10 {
		t.Errorf("%d records", len(got))
	}
}

// TestBrought: keys of windows that are made here meet those that a topic brings on one lane, and all go to the partition of the
// key in them, also those that a restart has read.
func TestBrought(t *testing.T) {
	d := rttest.New(t, rttest.Must(windows.NewBrought(cfg)), rttest.Lanes(2), rttest.Partitions("both", 8), rttest.Partitions("met-out", 8), rttest.Partitions("pairs-out", 8))
	one := codec.AppendInt64(nil, 1)
	pipe := func(topic, key string, ts int64) {
		t.Helper()
		d.Pipe(rttest.Record{Topic: topic, Key: []byte(key), Value: one, Timestamp: ts})
	}
	keys := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	window := func(key string) string { return string(codec.AppendWindowed([]byte(key), 0)) }
	for _, k := range keys {
		pipe("in", k, 1)
		pipe("windows", window(k), 1)
		pipe("in", k+"alone", 2)
	}
	d.Crash(rttest.Kept)
	for _, k := range keys { // on each lane time goes on, and the wall clock says that it may be seen
		pipe("windows", window(k+"later"), 100_000)
	}
	d.Advance(2000)
	for _, k := range keys {
		pipe("windows", window(k+"later"), 100_001)
	}
	want := map[string]int{"both": 40, "met-out": 40, "pairs-out": 16}
	for topic, n := range want {
		got := d.Read(topic)
		if len(got) != n {
			t.Errorf("%s: %d records, want %d", topic, len(got), n)
		}
		for _, r := range got {
			key := r.Key[:len(r.Key)-8]
			if want := codec.Partition(codec.Murmur2(key), 8); r.Partition != want {
				t.Errorf("%s: key %q in partition %d, want %d", topic, key, r.Partition, want)
			}
		}
	}
	met := map[string]int64{}
	for _, r := range d.Rows("met") {
		met[string(r.Key)] = codec.GetInt64(r.Value)
	}
	for _, k := range keys {
		if n := met[window(k)]; n != 2 {
			t.Errorf("%s was met %d times, want 2", k, n)
		}
	}
}

// TestJump: a record moves stream time on by more than the retention. On one lane the windows behind it are lost, as in Kafka Streams;
// several lanes close them at a barrier, and lose none.
func TestJump(t *testing.T) {
	for lanes, want := range map[int]int{1: 0, 2: 1, 3: 1} {
		d := rttest.New(t, rttest.Must(windows.NewFinal(cfg)), rttest.Lanes(lanes))
		for _, ts := range []int64{0, 600_000} {
			d.Pipe(rttest.Record{Topic: "in", Key: []byte("k"), Value: []byte("v"), Timestamp: ts})
		}
		if got := d.Read("out"); len(got) != want {
			t.Errorf("%d lanes: %d windows were sent, want %d", lanes, len(got), want)
		}
	}
}

package window_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
	"github.com/stoatgen/stoatgen/rt/window"
)

const most = 16 // slots of the test's rings

type ring [most]window.Slot[string]

// aggregate is a windowed aggregation on one lane, as generated code has it: the aggregate is the text of all values.
type aggregate struct {
	epoch uint32
	time  int64
	s     window.Store[ring, string]
	log   *codec.Topic
}

const parts = 3

func newAggregate(h window.Hopping, r store.Reader, lim store.Limits) *aggregate {
	a := &aggregate{epoch: 1, time: -1, log: codec.NewTopic("log", parts)}
	a.s = window.Store[ring, string]{Table: store.NewTable[ring](&a.epoch), CF: 1, Hopping: h, StreamTime: &a.time,
		Slots:  func(v *ring) []window.Slot[string] { return v[:h.Slots()] },
		Append: func(b []byte, s *string) []byte { return append(b, *s...) },
		Decode: func(b []byte, s *string) bool { *s = string(b); return *s != "bad" }}
	a.s.Open(r, lim)
	return a
}

// record updates every window that holds ts, and gives what became of each. The value "" makes the aggregate null.
func (a *aggregate) record(part int32, key string, ts int64, val string) (out []string) {
	h, hash := a.s.Hopping, codec.Murmur2([]byte(key))
	a.time = max(a.time, ts)
	var e *store.Entry[ring]
	walk := h.Ring(h.First(ts), int(h.Slots()))
	for start := h.First(ts); start <= h.Last(ts); start += h.Advance {
		if !h.Open(start, a.time) {
			walk.Skip()
			out = append(out, fmt.Sprintf("%d late", start))
			continue
		}
		if e == nil {
			var at store.At
			e, at = a.s.Table.Hold(0, part, key, hash)
			e.Live = true
			a.s.Table.Touch(e, at)
		}
		w, fresh := window.Take(&walk, a.s.Slots(&e.Val), start)
		if fresh {
			a.s.Begin(e, w, start, ts)
		}
		w.TS, w.Epoch, w.Agg = max(w.TS, ts), a.epoch, w.Agg+val
		if val == "" {
			w.Delete(ts)
			w.Epoch = a.epoch
		}
		out = append(out, fmt.Sprintf("%d %q@%d", start, w.Agg, w.TS))
	}
	return out
}

// streams is Kafka Streams' way: an unbounded store of single windows with a clock of its own.
type streams struct {
	h              window.Hopping
	time, observed int64
	rows           map[string]row
	puts           map[string]string // of the running epoch: last value a window
}

type row struct {
	part  int32
	key   string
	start int64
	ts    int64
	val   string
}

func (m *streams) record(part int32, key string, ts int64, val string) (out []string) {
	m.time = max(m.time, ts)
	for start := int64(0); start <= ts; start += m.h.Advance {
		if start+m.h.Size <= ts {
			continue
		}
		if start+m.h.Size <= m.time-m.h.Grace {
			out = append(out, fmt.Sprintf("%d late", start))
			continue
		}
		id := fmt.Sprintf("%d %x %020d", part, key, start)
		x, ok := m.rows[id]
		if !ok || x.start <= m.observed-m.h.Retention() {
			x = row{part: part, key: key, start: start, ts: ts}
		}
		m.observed = max(m.observed, start)
		x.ts, x.val = max(x.ts, ts), x.val+val
		if val == "" {
			delete(m.rows, id)
			m.puts[id] = fmt.Sprintf("null@%d", ts)
			out = append(out, fmt.Sprintf("%d \"\"@%d", start, ts))
			continue
		}
		m.rows[id] = x
		m.puts[id] = fmt.Sprintf("%q@%d", x.val, x.ts)
		out = append(out, fmt.Sprintf("%d %q@%d", start, x.val, x.ts))
	}
	return out
}

// visible are the rows that Kafka Streams' store shows.
func (m *streams) visible() (out []string) {
	for id, x := range m.rows {
		if x.start > m.observed-m.h.Retention() {
			out = append(out, fmt.Sprintf("%s %q@%d", id, x.val, x.ts))
		}
	}
	slices.Sort(out)
	return out
}

func (a *aggregate) visible(t *rapid.T, r store.Reader) (out []string) {
	err := a.s.Rows(r, func(part int32, key []byte, ts int64, val []byte) bool {
		k, start, ok := codec.SplitWindowed(key)
		if !ok {
			t.Fatalf("key %q is no windowed key", key)
		}
		out = append(out, fmt.Sprintf("%d %x %020d %q@%d", part, k, start, val, ts))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(out) {
		t.Fatalf("rows out of order: %q", out)
	}
	return out
}

// run is the machine of TestStoreIsKafkaStreams.
type run struct {
	a       *aggregate
	m       *streams
	db      store.DB
	restore store.DB // fed by the changelog alone
	now     int64
	stored  uint32
}

func check(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

var names = rapid.SampledFrom([]string{"", "a", "b", "c", "d", "e", "a key longer than those inside an entry"})

func (x *run) record(t *rapid.T) {
	part, key := rapid.Int32Range(0, parts-1).Draw(t, "part"), names.Draw(t, "key")
	x.now += rapid.Int64Range(0, 30).Draw(t, "step")
	if rapid.IntRange(0, 19).Draw(t, "jump") == 0 {
		x.now += rapid.Int64Range(0, 300).Draw(t, "far")
	}
	ts := max(0, x.now-rapid.Int64Range(0, 60).Draw(t, "back"))
	val := rapid.SampledFrom([]string{"", "v", "w", "x", "y"}).Draw(t, "val")
	x.a.s.Table.Probe(part, key, codec.Murmur2([]byte(key)), &x.a.s.Misses)
	check(t, x.a.s.Fetch())
	got, want := x.a.record(part, key, ts, val), x.m.record(part, key, ts, val)
	if !slices.Equal(got, want) {
		t.Fatalf("%+v: %q@%d for %q gave %q; want %q", x.m.h, val, ts, key, got, want)
	}
}

// barrier compares the changelog with the epoch's puts, writes the rows, and feeds the other DB with the changelog.
func (x *run) barrier(t *rapid.T) {
	var e store.Epoch
	x.a.s.Flush(&e, x.a.log)
	check(t, x.db.Write(e.Rows.Bytes()))
	x.stored = x.a.epoch
	x.a.epoch++
	var rows store.Rows
	logged := map[string]string{}
	for _, c := range storetest.Logged(t, x.a.log) {
		key, start := codec.SplitWindowKey(c.Key)
		id := fmt.Sprintf("%d %x %020d", c.Part, key, start)
		logged[id] = fmt.Sprintf("%q@%d", c.Val, c.TS)
		if c.Val == nil {
			logged[id] = fmt.Sprintf("null@%d", c.TS)
		}
		check(t, x.a.s.RestoreLog(c.Part, c.Key, c.Val, c.TS, &rows, x.restore))
	}
	check(t, x.a.s.RestoreEnd(&rows, x.restore))
	check(t, x.restore.Write(rows.Bytes()))
	if !maps.Equal(logged, x.m.puts) {
		t.Fatalf("%+v: changelog %q; want %q", x.m.h, logged, x.m.puts)
	}
	clear(x.m.puts)
	x.a.log.Reset()
}

func (x *run) compare(t *rapid.T) {
	want := x.m.visible()
	if got := x.a.visible(t, x.db); !slices.Equal(got, want) {
		t.Fatalf("%+v at %d: store shows\n%q, want\n%q", x.m.h, x.a.time, got, want)
	}
	for id, r := range x.m.rows {
		at := x.a.s.Table.Find(r.part, r.key, codec.Murmur2([]byte(r.key)))
		if at == 0 {
			continue
		}
		w, ok := x.a.s.Lookup(x.a.s.Table.Get(at), r.start)
		if shown := r.start > x.m.observed-x.m.h.Retention(); ok != shown || ok && w.Agg != r.val {
			t.Fatalf("%+v at %d: lookup of %s: %v; want %v", x.m.h, x.a.time, id, ok, shown)
		}
	}
}

// restart drops what is in memory, with the rows as flushed or as restored from the changelog.
func (x *run) restart(t *rapid.T) {
	x.barrier(t)
	if rapid.Bool().Draw(t, "from changelog") {
		x.db, x.restore = x.restore, x.db
		x.a.s.Table.Reset()
		x.a.s.Open(x.db, store.Limits{Entries: 3})
	}
	x.a.s.Reset()
}

// TestStoreIsKafkaStreams runs the same records through rings and through a store as Kafka Streams has it: results,
// late records, changelog and visible rows agree, across epochs, evictions, restarts and restores.
func TestStoreIsKafkaStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := shape(t)
		x := &run{m: &streams{h: h, time: -1, observed: -1, rows: map[string]row{}, puts: map[string]string{}}}
		x.db, _ = store.Memory().Open("dir", []string{"a"})
		x.restore, _ = store.Memory().Open("dir", []string{"a"})
		x.a = newAggregate(h, x.db, store.Limits{Entries: 3})
		t.Repeat(map[string]func(*rapid.T){
			"record":  x.record,
			"record2": x.record,
			"record3": x.record,
			"barrier": x.barrier,
			"trim":    func(*rapid.T) { x.a.s.Trim(x.stored) },
			"expire": func(t *rapid.T) {
				var rows store.Rows
				for from := []byte(nil); ; {
					next, err := x.a.s.Expire(x.db, &rows, x.a.time, from, 2)
					check(t, err)
					if from = next; next == nil {
						break
					}
				}
				check(t, x.db.Write(rows.Bytes()))
			},
			"restart": x.restart,
			"":        x.compare,
		})
	})
}

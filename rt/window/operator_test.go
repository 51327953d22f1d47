package window_test

import (
	"fmt"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/window"
)

// operator is a windowed aggregation of texts as generated code spells it, for the oracle's cases: zero is "0", an
// aggregate has every value behind a plus, a merge is (a|b).
type operator struct {
	kind                 window.Kind
	size, advance, grace int64
	retention            int64
	onClose              bool
	every                int64
	count                bool
	singly               bool // counts of windows that are sent on close change with each record, without tallies

	lists *window.Lists[string]
	time  int64
	db    store.DB
	epoch uint32
	late  int64
	log   []logged
	out   []string
}

type logged struct {
	key, val []byte
	ts       int64
}

func (o *operator) open(t *testing.T, old *operator) {
	t.Helper()
	retention := o.retention
	if retention == 0 {
		switch retention = o.size + o.grace; o.kind {
		case window.Sliding:
			retention += o.size
		}
	}
	o.lists = &window.Lists[string]{Table: store.NewTable[window.List[string]](&o.epoch), CF: 1, Kind: o.kind, Size: o.size, Grace: o.grace,
		Retention: retention, Advance: o.advance, OnClose: o.onClose, Alone: true, Every: o.every, Owns: func(uint32) bool { return true },
		Append: func(b []byte, v *string) []byte { return append(b, *v...) },
		Decode: func(b []byte, v *string) bool { *v = string(b); return true },
		Count: func(w []window.Span[string], n, ts int64, epoch uint32) {
			for i := range w {
				w[i].Agg = sum(w[i].Agg, fmt.Sprint(n))
				w[i].Mark(ts, epoch)
			}
		},
		Stored:  -1,
		Emitted: -1,
		Next:    -1,
	}
	if old != nil {
		o.lists.Stored, o.lists.Emitted, o.lists.Next = old.lists.Stored, old.lists.Emitted, old.lists.Next
	}
	o.lists.Open(o.db, store.Limits{})
}

func (o *operator) emit(key string, start, end int64, v *string, ts int64) {
	text := "null"
	if v != nil {
		text = fmt.Sprintf("%q", *v)
	}
	o.out = append(o.out, fmt.Sprintf("%s@%d/%d=%s @%d", key, start, end, text, ts))
}

func (o *operator) add(v *string, old string) string {
	if o.count {
		return sum(old, "1")
	}
	if v == nil {
		return old + "+null"
	}
	return old + "+" + *v
}

// fetch reads what the durable rows have of the key of the next record.
func (o *operator) fetch(t *testing.T, key *string) {
	t.Helper()
	if key != nil {
		o.lists.Table.Probe(0, *key, codec.Murmur2([]byte(*key)), &o.lists.Misses)
	}
	if err := o.lists.Fetch(); err != nil {
		t.Fatal(err)
	}
}

func (o *operator) process(key, v *string, ts, now int64) {
	if key == nil || v == nil && o.kind == window.Sliding {
		return
	}
	o.time = max(o.time, ts)
	hash := codec.Murmur2([]byte(*key))
	x, at := o.lists.Table.Hold(0, 0, *key, hash)
	tallied := o.count && o.onClose && o.kind == window.Time && !o.singly
	switch {
	case o.kind == window.Session:
		o.session(x, at, *key, v, ts)
	case tallied:
		h := window.Hopping{Size: o.size, Advance: o.advance, Grace: o.grace}
		o.late += o.lists.Tally(x, at, h.First(ts), h.Last(ts), ts, o.time)
	default:
		o.windows(x, at, *key, v, ts)
	}
	if o.onClose && !tallied {
		o.lists.Due(x, at)
	}
	if o.onClose && !o.lists.Early(ts) {
		for _, c := range o.lists.Close(o.time, now) {
			at := c.TS
			if o.kind == window.Session {
				at = c.End
			}
			o.emit(string(c.Key), c.Start, c.End, &c.Agg, at)
		}
	}
}

func (o *operator) windows(x *store.Entry[window.List[string]], at store.At, key string, v *string, ts int64) {
	var moves []window.Move[string]
	if o.kind == window.Sliding {
		moves, _ = o.lists.Slide(&x.Val, ts, o.time)
	} else {
		h := window.Hopping{Size: o.size, Advance: o.advance, Grace: o.grace}
		moves = o.lists.Span(&x.Val, h.First(ts), h.Last(ts), o.advance, ts, o.time)
	}
	for i := range moves {
		m := &moves[i]
		switch {
		case m.Late, m.Copy:
		case m.From >= 0:
			m.Agg = o.add(v, m.Agg)
		default:
			m.Agg = o.add(v, "0")
		}
	}
	for i := range moves {
		m := &moves[i]
		if m.Late {
			o.late++
			continue
		}
		o.lists.Set(x, at, m, ts)
		if !o.onClose {
			o.emit(key, m.Start, m.End, &m.Agg, m.TS)
		}
	}
}

func (o *operator) session(x *store.Entry[window.List[string]], at store.At, key string, v *string, ts int64) {
	j, late := o.lists.Join(&x.Val, ts, o.time)
	if late {
		return
	}
	agg := "0"
	for i := j.From; i < j.To; i++ {
		agg = o.merge(agg, x.Val.W[i].Agg)
	}
	agg = o.add(v, agg)
	merged := o.lists.Merge(x, at, j, ts, agg, false)
	if o.onClose {
		return
	}
	for i := range merged {
		o.emit(key, merged[i].Start, merged[i].End, nil, merged[i].End)
	}
	o.emit(key, j.Start, j.End, &agg, j.End)
}

func (o *operator) merge(a, b string) string {
	if o.count {
		return sum(a, b)
	}
	return "(" + a + "|" + b + ")"
}

// sum is that of two numbers as texts; no text is 0.
func sum(a, b string) string {
	m, n := 0, 0
	fmt.Sscan(a, &m)
	fmt.Sscan(b, &n)
	return fmt.Sprint(m + n)
}

// commit ends the epoch.
func (o *operator) commit(t *testing.T) {
	t.Helper()
	var e store.Epoch
	log := codec.NewTopic("log", 1)
	o.lists.Flush(&e, log)
	if e.Rows.Len() > 0 {
		if err := o.db.Write(e.Rows.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	chunks := log.Parts[0].Chunks()
	for i := range chunks {
		got, err := (&codec.Decoder{}).Decode(codec.Set{Topic: "log", Data: append([]byte(nil), chunks[i].Seal(codec.Unstamped)...)})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range got.Batches {
			for i := range b.Recs {
				o.log = append(o.log, logged{b.Key(uint32(i)), b.Value(uint32(i)), b.TS(uint32(i))})
			}
		}
	}
	o.epoch++
}

// crash begins anew with the rows that are there, or with what the changelog gives.
func (o *operator) crash(t *testing.T, lost bool) {
	t.Helper()
	old := *o
	if lost {
		o.db = memory(t)
	}
	o.open(t, &old)
	if !lost {
		return
	}
	var rows store.Rows
	for _, r := range o.log {
		if err := o.lists.RestoreLog(0, r.key, r.val, r.ts, &rows, o.db); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.lists.RestoreEnd(&rows, o.db); err != nil {
		t.Fatal(err)
	}
	if rows.Len() > 0 {
		if err := o.db.Write(rows.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	o.open(t, &old)
}

func memory(t *testing.T) store.DB {
	t.Helper()
	db, err := store.Memory().Open("d", []string{"windows"})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

package join_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/join"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
)

// windows are a join's settings; left and right say which side is sent without a partner.
type windows struct {
	before, after, grace int64
	left, right          bool
	self                 bool // both sides are one stream
}

// operator is a join on one lane, as generated code has it; values are texts.
type operator struct {
	w       windows
	epoch   uint32
	time    int64
	now     int64
	both    *join.Sides[string, string]
	sides   [2]*join.Side[string] // left, right
	pending *join.Pending
	logs    [3]*codec.Topic
	out     []result
}

type result struct {
	key         *string
	left, right *string
	ts          int64
}

func putText(b []byte, v *string) []byte    { return append(b, *v...) }
func getText(b []byte, v *string) (ok bool) { *v = string(b); return true }

func newOperator(w windows, every int64, r store.Reader) *operator {
	o := &operator{w: w, epoch: 1, time: -1}
	retention := w.before + w.after + w.grace
	for i := range o.logs {
		o.logs[i] = codec.NewTopic("log", 1)
	}
	for i := range o.sides {
		o.sides[i] = join.NewSide(uint32(1+i), retention, putText, getText)
	}
	o.both = join.NewSides(&o.epoch, o.sides[0], o.sides[1])
	for i := range o.sides {
		o.sides[i].Open(r, store.Limits{})
		o.sides[i].Log(o.logs[i])
	}
	o.pending = join.NewPending(&o.epoch, 3, w.after+w.grace, w.before+w.grace, every, func(uint32) bool { return true })
	o.pending.Open(r, store.Limits{})
	return o
}

func (o *operator) stores() []store.Any { return []store.Any{o.sides[0], o.sides[1], o.pending} }

func (o *operator) marks() []*int64 {
	return []*int64{&o.time, &o.sides[0].Seen, &o.sides[0].Seq, &o.sides[1].Seen, &o.sides[1].Seq, &o.pending.First, &o.pending.Next}
}

// record is what a side does with a record, ahead of which its rows were looked up.
func (o *operator) record(t testing.TB, left bool, key, val *string, ts int64) {
	t.Helper()
	mine, other, outer, before, after := o.sides[0], o.sides[1], o.w.left, o.w.before, o.w.after
	if !left {
		mine, other, outer, before, after = o.sides[1], o.sides[0], o.w.right, o.w.after, o.w.before
	}
	o.time = max(o.time, ts)
	if val == nil {
		if key != nil {
			mine.PutNull(0, *key, ts)
		}
		return
	}
	if key == nil {
		if outer {
			o.send(nil, left, val, nil, ts)
		}
		return
	}
	hash := codec.Murmur2([]byte(*key))
	o.both.Table.Probe(0, *key, hash, &o.both.Misses)
	for _, s := range o.stores() {
		must(t, s.Fetch())
	}
	pair := o.both.Hold(o.both.Table.Place(0, 0, *key, hash))
	own, others := &pair.Left, &pair.Right
	if !left {
		own, others = others, own
	}
	kept := mine.Put(own, 0, *key, ts, *val, []byte(*val))
	if outerJoin := o.w.left || o.w.right; outerJoin && ts == o.time && o.pending.Ripe(o.time, after+o.w.grace) && o.pending.Due(o.now) {
		o.flush()
	}
	matches := other.Match(others, max(0, ts-before), max(0, ts+after))
	for i := range matches {
		m := &matches[i]
		if m.Wait != 0 {
			o.pending.Joined(m.Wait, 0, *key, m.TS, !left, ts)
			m.Wait = 0
		}
		v := m.V // the list moves on
		o.send(key, left, val, &v, max(ts, m.TS))
	}
	switch {
	case len(matches) > 0 || !outer:
	case max(0, ts+after) < o.time:
		o.send(key, left, val, nil, ts)
	default:
		kept.Wait = o.pending.Put(0, *key, hash, ts, left, []byte(*val))
	}
}

func (o *operator) flush() {
	for w := o.pending.Walk(o.time); w.Step(); {
		key := string(w.Key())
		for at := 0; ; {
			val, ok := w.Value(&at)
			if !ok {
				break
			}
			v := string(val)
			o.send(&key, w.Left, &v, nil, w.TS)
		}
	}
}

func (o *operator) send(key *string, left bool, val, other *string, ts int64) {
	if left {
		o.out = append(o.out, result{key, val, other, ts})
	} else {
		o.out = append(o.out, result{key, other, val, ts})
	}
}

// commit ends the epoch; it gives the changelog records of each store.
func (o *operator) commit(t testing.TB, db store.DB) (logged [3][]storetest.Change) {
	t.Helper()
	var e store.Epoch
	for i, s := range o.stores() {
		s.Flush(&e, o.logs[i])
	}
	if e.Rows.Len() > 0 {
		must(t, db.Write(e.Rows.Bytes()))
	}
	for i, log := range o.logs {
		logged[i] = storetest.Logged(t, log)
		log.Reset()
	}
	o.epoch++
	return logged
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB) store.DB {
	t.Helper()
	db, err := store.Memory().Open("dir", []string{"left", "right", "pending"})
	must(t, err)
	return db
}

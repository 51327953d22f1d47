package statetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Text is a codec of text.
var Text = state.Codec[string]{
	Append: func(b []byte, v *string) ([]byte, error) { return append(b, *v...), nil },
	Decode: func(b []byte, v *string) bool { *v = codec.String(b); return true },
}

// Number is a codec of numbers.
var Number = state.Codec[int64]{
	Append: func(b []byte, v *int64) ([]byte, error) { return codec.AppendInt64(b, *v), nil },
	Decode: func(b []byte, v *int64) bool {
		if len(b) != 8 {
			return false
		}
		*v = codec.GetInt64(b)
		return true
	},
	Flat: true,
}

// nullable is Text with nil for null.
var nullable = state.Codec[*string]{
	Append: func(b []byte, v **string) ([]byte, error) { return append(b, **v...), nil },
	Decode: func(b []byte, v **string) bool { s := codec.String(b); *v = &s; return true },
	Null:   func(v **string) bool { return *v == nil },
}

const parts = 2

// life is a store through epochs, evictions and crashes: what a lane and the committer do with it.
type life struct {
	Subject
	t      *testing.T
	db     store.DB
	make   func(epoch *uint32, now *int64) (store.Any, []*int64)
	any    store.Any
	epoch  uint32
	now    int64
	marks  []*int64
	saved  []int64 // marks at the last barrier
	log    [parts][]logged
	opened func(store.Any)

	save, back func() // of the model
}

type logged struct {
	key, val, headers []byte
	ts                int64
}

func (on Subject) life(t *testing.T, make func(epoch *uint32, now *int64) (store.Any, []*int64), opened func(store.Any)) *life {
	l := &life{Subject: on, t: t, db: on.open(t), make: make, epoch: 1, opened: opened}
	t.Cleanup(func() { _ = l.db.Close() })
	l.start()
	return l
}

func (l *life) start() {
	l.any, l.marks = l.make(&l.epoch, &l.now)
	l.any.Open(l.db, store.Limits{})
	for i, t := range l.saved {
		*l.marks[i] = t
	}
	l.opened(l.any)
}

// barrier ends the epoch; its rows are written.
func (l *life) barrier() {
	l.t.Helper()
	topic := codec.NewTopic("log", parts)
	e := store.Epoch{N: l.epoch}
	l.any.Flush(&e, topic)
	for p := range topic.Parts {
		chunks := topic.Parts[p].Chunks()
		for i := range chunks {
			set := codec.Set{Topic: "log", Partition: int32(p), Data: slices.Clone(chunks[i].Seal(codec.Unstamped))}
			got, err := (&codec.Decoder{}).Decode(set)
			must(l.t, err)
			for _, b := range got.Batches {
				for i := range b.Recs {
					l.log[p] = append(l.log[p], logged{b.Key(uint32(i)), b.Value(uint32(i)), b.Headers(uint32(i)), b.TS(uint32(i))})
				}
			}
		}
	}
	if e.Rows.Len() > 0 {
		must(l.t, l.db.Write(e.Rows.Bytes()))
	}
	l.saved = l.saved[:0]
	for _, t := range l.marks {
		l.saved = append(l.saved, *t)
	}
	l.epoch++
}

func (l *life) evict(n int) { l.any.Evict(n, l.epoch-1) }

// crash loses what the running epoch did; with lost the rows come back from the changelog, the second half of it over the rows of the
// first, as where a start finds rows that are behind.
func (l *life) crash(lost bool) {
	l.t.Helper()
	if lost {
		must(l.t, l.db.Close())
		l.db = l.open(l.t)
		l.restore(func(n int) (from, to int) { return 0, n / 2 })
		l.restore(func(n int) (from, to int) { return n / 2, n })
	}
	l.start()
}

// restore writes the rows that a part of each partition's changelog says.
func (l *life) restore(part func(n int) (from, to int)) {
	l.t.Helper()
	restorer, _ := l.make(&l.epoch, &l.now)
	var rows store.Rows
	for p, log := range l.log {
		from, to := part(len(log))
		for _, r := range log[from:to] {
			must(l.t, store.Restore(restorer, int32(p), r.key, r.val, r.ts, r.headers, &rows, l.db))
		}
	}
	must(l.t, restorer.RestoreEnd(&rows, l.db))
	if rows.Len() > 0 {
		must(l.t, l.db.Write(rows.Bytes()))
	}
}

// keep says what the model of a store does at a barrier, and at a crash, which takes it back to the last one.
func (l *life) keep(save, back func()) {
	l.save, l.back = save, back
	save()
}

// copies copies a model that has a part for each partition.
func copies[M any](to, from *[parts]M, clone func(M) M) func() {
	return func() {
		for i := range from {
			to[i] = clone(from[i])
		}
	}
}

// step is what may happen to a store between two calls: the epoch ends, rows are evicted, or now and then all is lost that no epoch
// has ended with.
func (l *life) step(r *rand.Rand) {
	l.t.Helper()
	switch r.IntN(3) {
	case 0:
		l.barrier()
		l.save()
	case 1:
		l.evict(1 + r.IntN(5))
	case 2:
		if r.IntN(3) == 0 {
			l.crash(r.IntN(2) == 0)
			l.back()
		}
	}
}

// list prints what an iterator yields.
func list[K, V any](rows func(func(K, V) bool), n int) string {
	var b strings.Builder
	for k, v := range rows {
		if n--; n < 0 {
			break
		}
		fmt.Fprintf(&b, "%v=%v ", k, v)
	}
	return b.String()
}

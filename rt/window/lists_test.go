package window_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/window"
)

// TestListsSurvive: an operator that commits, evicts and crashes at any moment gives what one gives that does nothing of
// the kind.
func TestListsSurvive(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		op := operator{kind: window.Kind(rapid.IntRange(0, 2).Draw(rt, "kind")), size: rapid.Int64Range(1, 12).Draw(rt, "size"),
			grace: rapid.Int64Range(0, 15).Draw(rt, "grace"), onClose: rapid.Bool().Draw(rt, "on close")}
		op.advance = rapid.Int64Range(1, op.size).Draw(rt, "advance")
		if rapid.Bool().Draw(rt, "retention") {
			op.retention = 2*op.size + op.grace + rapid.Int64Range(0, 200).Draw(rt, "more")
		}
		calm, rough := op, op
		for _, o := range []*operator{&calm, &rough} {
			o.epoch, o.time, o.db = 1, -1, memory(t)
			o.open(t, nil)
		}
		now := int64(0)
		for i := range rapid.IntRange(1, 80).Draw(rt, "records") {
			now = max(0, now+rapid.Int64Range(-12, 15).Draw(rt, "step"))
			key, val := rapid.SampledFrom([]string{"a", "b", "c", "a key that is too long to lie inside its entry"}).Draw(rt, "key"), fmt.Sprint(i)
			for _, o := range []*operator{&calm, &rough} {
				o.lists.Table.Probe(0, key, codec.Murmur2([]byte(key)), &o.lists.Misses)
				if err := o.lists.Fetch(); err != nil {
					rt.Fatal(err)
				}
				o.process(&key, &val, now, 0)
			}
			if a, b := fmt.Sprint(calm.out), fmt.Sprint(rough.out); a != b {
				rt.Fatalf("record %d, %s @%d:\n%s\nwith commits, evictions and crashes:\n%s", i, key, now, a, b)
			}
			calm.out, rough.out = calm.out[:0], rough.out[:0]
			switch rapid.IntRange(0, 4).Draw(rt, "event") {
			case 0:
				rough.commit(t)
			case 1:
				rough.commit(t)
				rough.lists.Evict(rapid.IntRange(1, 4).Draw(rt, "evicted"), rough.epoch-1)
			case 2:
				rough.commit(t)
				rough.crash(t, rapid.Bool().Draw(rt, "lost"))
			}
		}
		rough.commit(t)
		calm.commit(t)
		if a, b := rows(t, &calm), rows(t, &rough); a != b {
			rt.Fatalf("the store shows\n%s\nwith commits, evictions and crashes:\n%s", a, b)
		}
	})
}

func rows(t *testing.T, o *operator) (all string) {
	t.Helper()
	err := o.lists.Rows(o.db, func(part int32, key []byte, ts int64, val []byte) bool {
		all += fmt.Sprintf("%d %q %d %s\n", part, key, ts, val)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestListsExpire: rows go when nothing can be read of them any more, and those that are still to be emitted stay.
func TestListsExpire(t *testing.T) {
	for _, kind := range []window.Kind{window.Time, window.Sliding, window.Session} {
		o := operator{kind: kind, size: 10, advance: 10, grace: 5}
		o.epoch, o.time, o.db = 1, -1, memory(t)
		o.open(t, nil)
		for i, key := range []string{"old", "new"} {
			v := "v"
			o.process(&key, &v, int64(100*i), 0)
			o.commit(t)
		}
		if got := o.lists.ExpiresBy("windows"); got != "windows/stored" {
			t.Errorf("kind %d expires by %s", kind, got)
		}
		var deletes store.Rows
		next, err := o.lists.Expire(o.db, &deletes, o.lists.Stored, nil, 1)
		if err != nil || string(next) != "\x00\x00old" {
			t.Fatalf("after one row: next %q, %v", next, err)
		}
		if _, err = o.lists.Expire(o.db, &deletes, o.lists.Stored, next, 10); err != nil {
			t.Fatal(err)
		}
		if deletes.Len() != 1 {
			t.Errorf("kind %d: %d rows are deleted, of two one has expired", kind, deletes.Len())
		}
	}
}

// TestListsExpireEmitted: what closes by a time alone, and was not emitted yet, stays.
func TestListsExpireEmitted(t *testing.T) {
	for _, kind := range []window.Kind{window.Time, window.Sliding, window.Session} {
		o := operator{kind: kind, size: 10, advance: 10, grace: 5, onClose: true}
		o.epoch, o.time, o.db = 1, -1, memory(t)
		o.open(t, nil)
		key, v := "old", "v"
		o.process(&key, &v, 20, 0)
		o.commit(t)
		if got := o.lists.ExpiresBy("windows"); got != "windows/emitted" {
			t.Errorf("kind %d expires by %s", kind, got)
		}
		for _, at := range []struct {
			emitted int64
			gone    int
		}{{20, 0}, {1000, 1}} {
			var deletes store.Rows
			if _, err := o.lists.Expire(o.db, &deletes, at.emitted, nil, 10); err != nil || deletes.Len() != at.gone {
				t.Errorf("kind %d, emitted up to %d: %d rows are deleted, not %d; %v", kind, at.emitted, deletes.Len(), at.gone, err)
			}
		}
	}
}

// TestListsRefuse: what this version didn't write is an error, not a window.
func TestListsRefuse(t *testing.T) {
	o := operator{kind: window.Session, size: 10}
	o.epoch, o.db = 1, memory(t)
	o.open(t, nil)
	if o.lists.LoadRow(0, "k", 1, []byte{200}) {
		t.Error("a row that ends too early was loaded")
	}
	var rows store.Rows
	for _, key := range [][]byte{nil, []byte("short"), codec.AppendSession([]byte("k"), 9, 3), codec.AppendSession([]byte("k"), -9, 3)} {
		if err := o.lists.RestoreLog(0, key, []byte("v"), 0, &rows, o.db); err == nil {
			t.Errorf("changelog key %x was taken", key)
		}
	}
}

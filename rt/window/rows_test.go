package window_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
	"github.com/stoatgen/stoatgen/rt/window"
)

var tumbling = window.Hopping{Size: 10, Advance: 10, Grace: 10} // two slots

func open(t *testing.T) store.DB {
	t.Helper()
	db, err := store.Memory().Open("dir", []string{"a"})
	must(t, err)
	return db
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// flush ends the epoch and writes its rows; it gives the changelog records.
func (a *aggregate) flush(t *testing.T, db store.DB) (out []string) {
	t.Helper()
	var e store.Epoch
	a.s.Flush(&e, a.log)
	must(t, db.Write(e.Rows.Bytes()))
	for _, c := range storetest.Logged(t, a.log) {
		out = append(out, c.String())
	}
	a.log.Reset()
	a.epoch++
	return out
}

// durable are the rows in the DB: key and length.
func durable(t *testing.T, db store.DB) (out []string) {
	t.Helper()
	must(t, db.Scan(1, nil, nil, func(key, row []byte) bool {
		out = append(out, fmt.Sprintf("%q:%d", key, len(row)))
		return true
	}))
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Fatalf("%s: %q; want %q", what, got, want)
	}
}

// wkey is a changelog key of partition 0 as Change prints it.
func wkey(key string, start int64) string {
	return fmt.Sprintf("%q", codec.AppendWindowKey(nil, []byte(key), start))
}

func TestOneRecordForAWindowThatIsDeletedAndComesBack(t *testing.T) {
	db := open(t)
	a := newAggregate(tumbling, db, store.Limits{})
	a.record(0, "k", 5, "v")
	a.record(0, "k", 6, "")
	a.record(0, "k", 7, "w")
	equal(t, "changelog", a.flush(t, db), []string{"0: " + wkey("k", 0) + `="w"@7`})
	a.record(0, "k", 8, "")
	equal(t, "changelog", a.flush(t, db), []string{"0: " + wkey("k", 0) + "=null@8"})
	equal(t, "rows", durable(t, db), nil)
}

// TestWindowThatLeavesTheRingIsLogged: in one epoch three windows pass through two slots.
func TestWindowThatLeavesTheRingIsLogged(t *testing.T) {
	db := open(t)
	a := newAggregate(tumbling, db, store.Limits{})
	a.record(0, "k", 5, "a")
	a.record(0, "k", 15, "b")
	a.record(0, "k", 16, "")
	a.record(0, "k", 25, "c")
	a.record(0, "k", 35, "d")
	equal(t, "changelog", a.flush(t, db), []string{"0: " + wkey("k", 0) + `="a"@5`, "0: " + wkey("k", 10) + "=null@16",
		"0: " + wkey("k", 20) + `="c"@25`, "0: " + wkey("k", 30) + `="d"@35`})
	a.record(0, "k", 45, "e") // what leaves now was not changed in this epoch
	equal(t, "changelog", a.flush(t, db), []string{"0: " + wkey("k", 40) + `="e"@45`})
	a.record(0, "k", 55, "f")
	a.record(0, "k", 75, "g")
	a.s.Reset() // an abort
	if got := a.flush(t, db); got != nil {
		t.Fatalf("changelog of an aborted epoch: %q", got)
	}
}

func TestRowHoldsReadableWindowsOnly(t *testing.T) {
	db := open(t)
	a := newAggregate(tumbling, db, store.Limits{})
	const window1 = 1 + 8 + 8 + 1
	a.record(0, "k", 5, "a")
	a.record(0, "k", 15, "b")
	a.flush(t, db)
	equal(t, "rows", durable(t, db), []string{fmt.Sprintf(`"\x00\x00k":%d`, 2*window1)})
	a.record(1, "other", 25, "c")
	a.record(0, "k", 16, "d")
	a.flush(t, db)
	equal(t, "rows", durable(t, db), []string{fmt.Sprintf(`"\x00\x00k":%d`, window1+1), fmt.Sprintf(`"\x00\x01other":%d`, window1)})
	a.record(0, "k", 17, "")
	a.flush(t, db)
	equal(t, "rows", durable(t, db), []string{fmt.Sprintf(`"\x00\x01other":%d`, window1)})
}

func TestAggregatesOfAnyLength(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 255, 256, 70_000} {
		db := open(t)
		a := newAggregate(tumbling, db, store.Limits{})
		val := strings.Repeat("x", n) + "y"
		a.record(0, "k", 5, val)
		a.record(0, "k", 15, "z")
		a.flush(t, db)
		a.s.Reset()
		a.s.Table.Probe(0, "k", codec.Murmur2([]byte("k")), &a.s.Misses)
		must(t, a.s.Fetch())
		equal(t, "update", a.record(0, "k", 6, "z"), []string{fmt.Sprintf("0 %q@6", val+"z")})
		equal(t, "update", a.record(0, "k", 16, "!"), []string{`10 "z!"@16`})
	}
}

func TestExpireVisitsEveryRow(t *testing.T) {
	for chunk := 1; chunk < 8; chunk++ {
		db := open(t)
		a := newAggregate(tumbling, db, store.Limits{})
		for _, key := range []string{"", "a", "a\x00", "b", "c", "d"} {
			a.record(0, key, 5, "v")
		}
		a.flush(t, db)
		a.record(0, "c", 28, "a later window keeps the row")
		a.flush(t, db)
		var rows store.Rows
		steps := 0
		for from := []byte(nil); steps == 0 || from != nil; steps++ {
			var err error
			from, err = a.s.Expire(db, &rows, a.time, from, chunk)
			must(t, err)
		}
		must(t, db.Write(rows.Bytes()))
		if left := durable(t, db); len(left) != 1 || !strings.Contains(left[0], "c") || steps != (6+chunk-1)/chunk {
			t.Fatalf("in steps of %d: %d steps leave %q; want the row of c", chunk, steps, left)
		}
	}
}

func TestDamagedRowsAreRefused(t *testing.T) {
	good := "\x01" + "\x00\x00\x00\x00\x00\x00\x00\x0a" + "\x00\x00\x00\x00\x00\x00\x00\x0f" + "v"
	for name, row := range map[string]string{
		"cut":       good[:len(good)-1],
		"short":     good[:10],
		"length":    "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + good[1:],
		"endless":   "\xff\xff",
		"second":    good + good[:5],
		"negative":  "\x01\xff" + good[2:],
		"aggregate": "\x03" + good[1:17] + "bad",
	} {
		db := open(t)
		var r store.Rows
		r.Put(db.ID(1), 0, []byte("k"), []byte(row))
		must(t, db.Write(r.Bytes()))
		a := newAggregate(tumbling, db, store.Limits{})
		a.s.Table.Probe(0, "k", codec.Murmur2([]byte("k")), &a.s.Misses)
		if err := a.s.Fetch(); err == nil {
			t.Errorf("%s: Fetch took the row", name)
		}
		a.s.Reset()
		if err := a.s.Rows(db, func(int32, []byte, int64, []byte) bool { return true }); err == nil {
			t.Errorf("%s: Rows took the row", name)
		}
		must(t, a.s.RestoreLog(0, codec.AppendWindowKey(nil, []byte("k"), 20), []byte("v"), 20, &r, db))
		if err := a.s.RestoreEnd(&r, db); err == nil {
			t.Errorf("%s: RestoreEnd took the row", name)
		}
		if name == "aggregate" {
			continue // Expire looks at starts only
		}
		if _, err := a.s.Expire(db, &r, 1000, nil, 5); err == nil {
			t.Errorf("%s: Expire took the row", name)
		}
	}
}

func TestRestoreOfALog(t *testing.T) {
	db := open(t)
	a := newAggregate(tumbling, db, store.Limits{})
	a.time = 35
	var rows store.Rows
	batch := func(records ...[2]any) {
		for _, r := range records {
			var val []byte
			if r[1] != nil {
				val = []byte(r[1].(string))
			}
			must(t, a.s.RestoreLog(0, codec.AppendWindowKey(nil, []byte("k"), int64(r[0].(int))), val, 1, &rows, db))
		}
		must(t, a.s.RestoreEnd(&rows, db))
		must(t, a.s.RestoreEnd(&rows, db)) // nothing is left
		must(t, db.Write(rows.Bytes()))
		rows.Reset()
	}
	shown := func() (out []string) {
		must(t, a.s.Rows(db, func(_ int32, key []byte, _ int64, val []byte) bool {
			_, start, _ := codec.SplitWindowed(key)
			out = append(out, fmt.Sprint(start, " ", string(val)))
			return true
		}))
		return out
	}
	batch([2]any{20, "a"}, [2]any{20, "b"}, [2]any{30, "c"})
	equal(t, "windows", shown(), []string{"20 b", "30 c"})
	batch([2]any{0, "long gone"}, [2]any{30, nil})
	equal(t, "windows after an old one and a delete", shown(), []string{"20 b"})
	batch([2]any{30, "d"}, [2]any{10, "old, in the same batch"}, [2]any{20, nil})
	equal(t, "windows", shown(), []string{"30 d"})
	batch([2]any{30, nil})
	equal(t, "rows", durable(t, db), nil)

	for _, key := range []string{"short", "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00"} {
		if err := a.s.RestoreLog(0, []byte(key), []byte("v"), 1, &rows, db); err == nil {
			t.Errorf("changelog key %q was taken", key)
		}
	}
	if err := a.s.RestoreLog(0, codec.AppendWindowKey(nil, []byte("k"), 0), []byte("bad"), 1, &rows, db); err == nil {
		t.Error("a value that the codec refuses was taken")
	}
}

// TestRestoreOfALongBatch: rows come along the way, so that the caller sees the batch grow, and a key that comes again
// in the batch keeps what came before and what the DB has.
func TestRestoreOfALongBatch(t *testing.T) {
	const keys = 2500
	db := open(t)
	a := newAggregate(tumbling, db, store.Limits{})
	a.time = 25
	var rows store.Rows
	round := func(start int64, val string) (grown int) {
		for i := range keys {
			before := rows.Size()
			wkey := codec.AppendWindowKey(nil, fmt.Append(nil, i), start)
			must(t, a.s.RestoreLog(int32(i%2), wkey, []byte(val), start, &rows, db))
			if rows.Size() > before {
				grown++
			}
		}
		return grown
	}
	end := func() {
		must(t, a.s.RestoreEnd(&rows, db))
		must(t, db.Write(rows.Bytes()))
		rows.Reset()
	}
	round(10, "in the DB")
	end()
	if n := round(20, "first"); n < 2 {
		t.Fatalf("the batch grew %d times in %d records", n, keys)
	}
	round(10, "again")
	end()
	n := 0
	must(t, a.s.Rows(db, func(_ int32, key []byte, _ int64, val []byte) bool {
		_, start, _ := codec.SplitWindowed(key)
		if want := map[int64]string{10: "again", 20: "first"}[start]; string(val) != want {
			t.Fatalf("key %q holds %q; want %q", key, val, want)
		}
		n++
		return true
	}))
	if n != 2*keys {
		t.Fatalf("%d windows; want %d", n, 2*keys)
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	type counts [4]window.Slot[int64]
	h, now, epoch := window.Hopping{Size: 30, Advance: 10, Grace: 10}, int64(0), uint32(1)
	s := window.Store[counts, int64]{Table: store.NewTable[counts](&epoch), CF: 1, Hopping: h, StreamTime: &now,
		Slots:  func(v *counts) []window.Slot[int64] { return v[:] },
		Append: func(b []byte, n *int64) []byte { return codec.AppendInt64(b, *n) },
		Decode: func(b []byte, n *int64) bool { *n = codec.GetInt64(b); return true }}
	s.Open(open(t), store.Limits{Entries: 1000})
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprint("key", i)
	}
	log := codec.NewTopic("log", 2)
	var e store.Epoch
	round := func() {
		for i := range 1000 {
			now++
			part, key := int32(i%2), keys[i%100]
			x, at := s.Table.Hold(s.Table.Probe(part, key, uint32(i%100), &s.Misses), part, key, uint32(i%100))
			x.Live = true
			s.Table.Touch(x, at)
			walk := h.Ring(h.First(now), len(x.Val))
			for start := h.First(now); start <= h.Last(now); start += h.Advance {
				w, fresh := window.Take(&walk, x.Val[:], start)
				if fresh {
					s.Begin(x, w, start, now)
				}
				w.Agg, w.TS, w.Epoch = w.Agg+1, max(w.TS, now), epoch
			}
		}
		must(t, s.Fetch())
		log.Reset()
		e.Rows.Reset()
		s.Flush(&e, log)
		epoch++
		s.Trim(epoch - 1)
	}
	round()
	round()
	if n := testing.AllocsPerRun(20, round); n != 0 {
		t.Fatalf("%v allocations in a round of 1,000 records and a barrier", n)
	}
	if e.Rows.Len() != 100 || len(storetest.Logged(t, log)) < 2000 {
		t.Fatalf("%d rows, %d changelog records: windows did not leave the rings", e.Rows.Len(), len(storetest.Logged(t, log)))
	}
}

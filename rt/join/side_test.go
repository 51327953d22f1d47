package join_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestRowsOfAHotKey: what an epoch writes follows what came, however much the key has in its window, and what has expired leaves
// the row. Every fifty epochs the lane is lost: what is read then isn't new.
func TestRowsOfAHotKey(t *testing.T) {
	const window, records = 1_000, 5_000
	db := open(t)
	w := windows{before: window / 2, after: window / 2}
	o := newOperator(w, 0, db)
	key, val := "k", "value"
	written, largest := 0, 0
	for ts := int64(0); ts < records; ts++ {
		o.record(t, true, &key, &val, ts-ts%3) // some come late
		var e store.Epoch
		for i, s := range o.stores() {
			s.Flush(&e, o.logs[i])
			o.logs[i].Reset()
		}
		written += e.Rows.Size()
		must(t, db.Write(e.Rows.Bytes()))
		if o.epoch++; ts%50 == 0 {
			row, _, err := db.Get(1, []byte("\x00\x00k"))
			must(t, err)
			largest = max(largest, len(row))
			o = crashed(o, newOperator(w, 0, db))
		}
	}
	const record = 1 + 12 + len("value")
	t.Logf("%d bytes of rows a record; a row of %d records has %d", written/records, window, window*record)
	if most := records * 3 * (record + 30); written > most {
		t.Errorf("%d bytes written for %d records; want at most %d", written, records, most)
	}
	if most := 3 * window * record; largest > most {
		t.Errorf("the row has %d bytes; want at most %d", largest, most)
	}
	if n := len(found(t, o, db)); n != window+1 { // the last three have one time
		t.Errorf("%d records can be found; want %d", n, window+1)
	}
}

// found is what the left side shows, as timestamps.
func found(t *testing.T, o *operator, db store.DB) (all []int64) {
	t.Helper()
	must(t, o.sides[0].Rows(db, func(_ int32, key []byte, _ int64, _ []byte) bool {
		all = append(all, codec.GetInt64(key[len(key)-8:]))
		return true
	}))
	return all
}

// TestExpire: rows of keys that never come again go when nothing of them can be found, in steps, and what can stays.
func TestExpire(t *testing.T) {
	db := open(t)
	o := newOperator(windows{before: 5, after: 5}, 0, db)
	val := "v"
	for i := range 20 {
		key := fmt.Sprintf("k%02d", i)
		o.record(t, true, &key, &val, int64(i))
		if i == 9 { // what has expired when its epoch ends gets no row
			o.commit(t, db)
		}
	}
	o.commit(t, db)
	var rows store.Rows
	var next []byte
	for step := 0; step == 0 || next != nil; step++ {
		var err error
		next, err = o.sides[0].Expire(db, &rows, 19, next, 7)
		must(t, err)
		if step > 2 {
			t.Fatal("20 rows need 3 steps of 7")
		}
	}
	must(t, db.Write(rows.Bytes()))
	var left []string
	must(t, db.Scan(1, nil, nil, func(key, _ []byte) bool {
		left = append(left, string(key[2:]))
		return true
	}))
	if want := []string{"k10", "k11", "k12", "k13", "k14", "k15", "k16", "k17", "k18", "k19"}; !slices.Equal(left, want) {
		t.Errorf("rows of %q are left; want %q", left, want)
	}
	o = crashed(o, newOperator(windows{before: 5, after: 5}, 0, db))
	if got := found(t, o, db); !slices.Equal(got, []int64{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}) {
		t.Errorf("%d can be found", got)
	}
}

// TestRowsAppendedTwice: a restore may bring a record again; it is there once.
func TestRowsAppendedTwice(t *testing.T) {
	db := open(t)
	o := newOperator(windows{before: 5, after: 5}, 0, db)
	key, val := "k", "v"
	for _, ts := range []int64{3, 1, 2, 2} {
		o.record(t, true, &key, &val, ts)
	}
	logged := o.commit(t, db)
	for range 2 {
		restore(t, newOperator(windows{}, 0, db), db, logged)
	}
	o = crashed(o, newOperator(windows{before: 5, after: 5}, 0, db))
	if got := found(t, o, db); !slices.Equal(got, []int64{1, 2, 2, 3}) {
		t.Errorf("%d can be found; want each once", got)
	}
}

// TestBadRows: what can't be read is an error that says what to do; after that, the changelog has it all.
func TestBadRows(t *testing.T) {
	w := windows{before: 5, after: 5, left: true}
	key, val := "k", "v"
	first := newOperator(w, 0, open(t))
	first.record(t, true, &key, &val, 3)
	logged := first.commit(t, open(t))

	db := open(t)
	var rows store.Rows
	rows.Put(db.ID(1), 0, []byte(key), []byte{200})
	rows.Put(db.ID(3), 0, []byte("no time"), []byte{1})
	must(t, db.Write(rows.Bytes()))
	o := newOperator(w, 0, db)
	if err := o.pending.Fetch(); err == nil || !strings.Contains(err.Error(), store.Damaged) {
		t.Errorf("unmatched records: %v", err)
	}
	if err := o.sides[0].Rows(db, func(int32, []byte, int64, []byte) bool { return true }); err == nil || !strings.Contains(err.Error(), store.Damaged) {
		t.Errorf("records: %v", err)
	}
	if _, err := o.sides[0].Expire(db, &rows, 0, nil, 9); err == nil || !strings.Contains(err.Error(), store.Damaged) {
		t.Errorf("expiry: %v", err)
	}
	o.both.Misses.Add(0, key, codec.Murmur2([]byte(key)))
	if err := o.sides[0].Fetch(); err == nil || !strings.Contains(err.Error(), store.OtherCodec) {
		t.Errorf("a key's records: %v", err)
	}

	db = open(t) // the directory was deleted
	restore(t, newOperator(w, 0, db), db, logged)
	o = crashed(first, newOperator(w, 0, db))
	if must(t, o.pending.Fetch()); len(found(t, o, db)) != 1 || o.pending.Stats().Entries != 1 {
		t.Errorf("%d records, %d unmatched; want one each", len(found(t, o, db)), o.pending.Stats().Entries)
	}
}

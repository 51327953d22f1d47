package main

import (
	"cmp"
	"slices"
)

// row is what a table has for a key.
type row struct {
	val string
	ts  int64
}

// ktable is what following operators ask of a table. Which of them sends old values, and which has a store, depends on
// what follows and on the order of declaration: both change the results.
type ktable struct {
	rows   map[key]row // nil: no store
	olds   bool        // it sends old values
	enable func(force bool) bool
	lookup func() getter // how others see the table; asking for it may give it a store

	history   int64 // of a versioned store
	past      map[key][]version
	retention int64           // of a store of windows; 0 keeps all
	time      func(key) int64 // by which they go
	latest    int64           // how far that has come, or a versioned store's timestamps

	uses recency // of a table that keeps what was used last

	cached []rec           // updates of the step, in the order of the last one of each key
	was    map[key]*string // the rows ahead of them; nil: there was none
}

// getter looks a key up: as it is now, and as it was if the table is versioned.
type getter struct {
	get  func(key) (row, bool)
	asOf func(k key, ts int64) (row, bool)
}

// version is a value from a time on.
type version struct {
	ts  int64
	val *string
}

func (t *ktable) shown(k key) bool { return t.retention == 0 || t.time(k) > t.latest-t.retention }

func (t *ktable) get(k key) (row, bool) {
	if t.rows == nil || !t.shown(k) {
		return row{}, false
	}
	x, ok := t.rows[k]
	if ok {
		t.uses.use(k.text)
	}
	return x, ok
}

// getter is of a table with a store.
func (t *ktable) getter() getter {
	g := getter{get: t.get}
	if t.history > 0 {
		g.asOf = t.asOf
	}
	return g
}

// asOf is the version that was valid at a time.
func (t *ktable) asOf(k key, ts int64) (row, bool) {
	all := t.past[k]
	for i := len(all) - 1; i >= 0; i-- {
		switch v := all[i]; {
		case v.ts > ts:
		case v.val == nil, ts < t.latest-t.history && i < len(all)-1:
			return row{}, false
		default:
			return row{*v.val, v.ts}, true
		}
	}
	return row{}, false
}

// put changes a row and gives the value before.
func (t *ktable) put(k key, val *string, ts int64) (old *string) {
	if x, ok := t.rows[k]; ok {
		old = &x.val
	}
	if _, again := t.was[k]; !again && t.was != nil {
		x, ok := t.get(k)
		t.was[k] = x.value(ok)
	}
	if val == nil {
		delete(t.rows, k)
		t.uses.drop(k.text)
		return old
	}
	t.rows[k] = row{*val, ts}
	if gone, over := t.uses.put(k.text); over {
		delete(t.rows, key{as: k.as, text: gone})
	}
	return old
}

// keep is put for a store that may be versioned or of windows: kept says that the value isn't too old for it, late that
// there is a newer one.
func (t *ktable) keep(k key, val *string, ts int64) (old *string, late, kept bool) {
	switch {
	case t.retention > 0:
		t.latest = max(t.latest, t.time(k))
	case t.history > 0:
		if t.latest = max(t.latest, ts); ts < t.latest-t.history {
			return nil, false, false
		}
		all := t.past[k]
		at, found := slices.BinarySearchFunc(all, ts, func(v version, ts int64) int { return cmp.Compare(v.ts, ts) })
		if found {
			all[at].val = val
		} else {
			all = slices.Insert(all, at, version{ts, val})
		}
		if t.past[k] = all; at < len(all)-1 {
			x, ok := t.rows[k]
			return x.value(ok), true, true
		}
	}
	return t.put(k, val, ts), false, true
}

// stored is a table that always has a store: an aggregation.
func stored(history int64) *ktable {
	t := &ktable{rows: map[key]row{}, past: map[key][]version{}, history: history, latest: -1, was: map[key]*string{}}
	t.enable = func(bool) bool { t.olds = true; return true }
	t.lookup = t.getter
	return t
}

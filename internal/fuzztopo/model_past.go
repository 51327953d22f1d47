package main

import "github.com/stoatgen/stoatgen/rt/record"

// pastShelf is a store of versions.
type pastShelf struct {
	record.VersionedKeyValueStore[string, string] // what no processor calls
	rows                                          *ktable
}

func newPastShelf(history int64) *pastShelf { return &pastShelf{rows: stored(history)} }

func (s *pastShelf) Put(k, v string, ts int64) int64 { return s.put(k, &v, ts) }

func (s *pastShelf) put(k string, v *string, ts int64) int64 {
	if _, _, kept := s.rows.keep(key{text: k}, v, ts); !kept {
		return record.NotPut
	}
	return s.until(k, ts)
}

// until is when the version of a time ends.
func (s *pastShelf) until(k string, ts int64) int64 {
	for _, v := range s.rows.past[key{text: k}] {
		if v.ts > ts {
			return v.ts
		}
	}
	return record.Latest
}

func (s *pastShelf) Delete(k string, ts int64) (record.VersionedRecord[string], bool) {
	old, had := s.GetAsOf(k, ts)
	if s.put(k, nil, ts) == record.NotPut {
		return record.VersionedRecord[string]{}, false
	}
	return old, had
}

func (s *pastShelf) Get(k string) (record.VersionedRecord[string], bool) {
	x, ok := s.rows.rows[key{text: k}]
	if !ok {
		return record.VersionedRecord[string]{}, false
	}
	return record.VersionedRecord[string]{Value: x.val, Timestamp: x.ts, ValidTo: record.Latest}, true
}

func (s *pastShelf) GetAsOf(k string, ts int64) (record.VersionedRecord[string], bool) {
	x, ok := s.rows.asOf(key{text: k}, ts)
	if !ok {
		return record.VersionedRecord[string]{}, false
	}
	return record.VersionedRecord[string]{Value: x.val, Timestamp: x.ts, ValidTo: s.until(k, ts)}, true
}

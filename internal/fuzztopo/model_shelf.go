package main

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/rt/record"
)

// shelf is a key-value store of a processor. With most it keeps the rows that were used last.
type shelf[V any] struct {
	record.KeyValueStore[string, V] // what no processor calls
	rows                            map[string]V
	recency
}

func newShelf[V any](most int) *shelf[V] {
	return &shelf[V]{rows: map[string]V{}, recency: recency{most: most}}
}

func (s *shelf[V]) Get(k string) (V, bool) {
	v, ok := s.rows[k]
	if ok {
		s.use(k)
	}
	return v, ok
}

func (s *shelf[V]) Put(k string, v V) {
	s.rows[k] = v
	if gone, over := s.put(k); over {
		delete(s.rows, gone)
	}
}

func (s *shelf[V]) PutIfAbsent(k string, v V) (V, bool) {
	old, ok := s.Get(k)
	if !ok {
		s.Put(k, v)
	}
	return old, ok
}

func (s *shelf[V]) PutAll(rows iter.Seq2[string, V]) {
	for k, v := range rows {
		s.Put(k, v)
	}
}

func (s *shelf[V]) Delete(k string) (V, bool) {
	v, ok := s.rows[k]
	delete(s.rows, k)
	s.drop(k)
	return v, ok
}

func (s *shelf[V]) All() iter.Seq2[string, V] {
	return s.seq(false, func(string) bool { return true })
}

func (s *shelf[V]) ReverseAll() iter.Seq2[string, V] {
	return s.seq(true, func(string) bool { return true })
}

func (s *shelf[V]) Range(of record.Interval[string]) iter.Seq2[string, V] {
	return s.seq(false, within(of))
}

func (s *shelf[V]) ReverseRange(of record.Interval[string]) iter.Seq2[string, V] {
	return s.seq(true, within(of))
}

func (s *shelf[V]) PrefixScan(prefix []byte) iter.Seq2[string, V] {
	return s.seq(false, func(k string) bool { return strings.HasPrefix(k, string(prefix)) })
}

// seq is the rows there are now.
func (s *shelf[V]) seq(reverse bool, of func(string) bool) iter.Seq2[string, V] {
	rows := maps.Clone(s.rows)
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(rows)), func(k string) bool { return !of(k) })
	if reverse {
		slices.Reverse(keys)
	}
	return func(yield func(string, V) bool) {
		for _, k := range keys {
			if !yield(k, rows[k]) {
				return
			}
		}
	}
}

func within(of record.Interval[string]) func(string) bool {
	return func(k string) bool { return !(of.HasFrom && k < of.From || of.HasTo && k > of.To) }
}

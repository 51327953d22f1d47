package state

import (
	"iter"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Session is a session store on one lane. Part gives what a processor sees.
type Session[K, V any] struct {
	*Ordered
	key       Codec[K]
	form      Form[V]
	Retention int64   // milliseconds
	Observed  []int64 // largest end that was put, by partition; -1 before the first
	swept     expiry
}

const sessionTail = 16 // end and start

// NewSession makes a session store of so many partitions.
func NewSession[K, V any](o *Ordered, key Codec[K], form Form[V], retention int64, parts int32) *Session[K, V] {
	s := &Session[K, V]{Ordered: o, key: key, form: form, Retention: retention, Observed: unseen(parts)}
	o.times = s.Observed
	o.sweep = func(o *Ordered, e *store.Epoch) {
		s.swept.step(o, e, least(s.Observed), retention, func(key []byte) bool { return !s.visible(key) })
	}
	return s
}

// Marks are the observed stream times.
func (s *Session[K, V]) Marks(mark func(name string, at *int64)) {
	marks(mark, "/observed/", s.Observed)
}

// Part is the store of one partition.
func (s *Session[K, V]) Part(part int32) record.SessionStore[K, V] { return sessions[K, V]{s, part} }

// ReadPart is its read side.
func (s *Session[K, V]) ReadPart(part int32) record.ReadOnlySessionStore[K, V] {
	return sessions[K, V]{s, part}.ReadOnly()
}

func (s *Session[K, V]) visible(key []byte) bool {
	if len(key) < partLen+sessionTail {
		return false
	}
	part, _ := store.SplitKey(key)
	end, _ := times(key)
	return end > s.Observed[part]-s.Retention
}

func times(key []byte) (end, start int64) {
	tail := key[len(key)-sessionTail:]
	return codec.GetInt64(tail), codec.GetInt64(tail[8:])
}

type sessions[K, V any] struct {
	s    *Session[K, V]
	part int32
}

type readOnlySessions[K, V any] struct {
	record.ReadOnlySessionStore[K, V]
}

func (p sessions[K, V]) ReadOnly() record.ReadOnlySessionStore[K, V] {
	return readOnlySessions[K, V]{p}
}

func (p sessions[K, V]) at(key *K, start, end int64) []byte {
	b := p.s.key.bytes(prefix(p.s.Ordered.key[:0], p.part), key)
	b = codec.AppendInt64(codec.AppendInt64(b, end), start)
	p.s.Ordered.key = b
	return b
}

func (p sessions[K, V]) Put(session record.Windowed[K], value V) {
	p.s.Observed[p.part] = max(p.s.Observed[p.part], session.End)
	if session.End <= p.s.Observed[p.part]-p.s.Retention {
		return
	}
	k := p.at(&session.Key, session.Start, session.End)
	if p.s.form.null(&value) {
		p.s.drop(k)
		return
	}
	p.s.put(k, p.s.form.flat, func(b []byte) ([]byte, int64, record.Headers) { return p.s.form.split(b, &value, *p.s.Now) })
}

func (p sessions[K, V]) Remove(session record.Windowed[K]) {
	p.s.drop(p.at(&session.Key, session.Start, session.End))
}

func (p sessions[K, V]) FetchSession(key K, start, end int64) (v V, ok bool) {
	p.s.follow()
	k := p.at(&key, start, end)
	if !p.s.visible(k) {
		return v, false
	}
	return p.s.form.of(p.s.get(k))
}

// find is the sessions of one key.
func (p sessions[K, V]) find(scan scanner, key K, earliestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	k := p.s.key.bytes(prefix(nil, p.part), &key)
	n := len(k)
	low := codec.AppendInt64(append([]byte{}, k...), max(earliestEnd, 0))
	return func(yield func(record.Windowed[K], V) bool) {
		scan(low, store.After(k), func(row []byte, e *entry) bool {
			if len(row) != n+sessionTail || !p.s.visible(row) {
				return true
			}
			end, start := times(row)
			if start > latestStart {
				return true
			}
			return yield(record.Windowed[K]{Key: key, Start: start, End: end}, p.s.form.join(e))
		})
	}
}

// findRange is the sessions of an interval of keys that end in a range and start at latestStart or earlier.
func (p sessions[K, V]) findRange(scan scanner, keys record.Interval[K], earliestEnd, latestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	in := inside(&p.s.key, p.part, keys)
	return func(yield func(record.Windowed[K], V) bool) {
		scan(in.from, prefix(nil, p.part+1), func(key []byte, e *entry) bool {
			if !p.s.visible(key) || !in.has(key[:len(key)-sessionTail]) {
				return true
			}
			end, start := times(key)
			if end < earliestEnd || end > latestEnd || start > latestStart {
				return true
			}
			w := record.Windowed[K]{Key: p.s.key.value(kept(key[:len(key)-sessionTail])), Start: start, End: end}
			return yield(w, p.s.form.join(e))
		})
	}
}

func (p sessions[K, V]) Fetch(key K) iter.Seq2[record.Windowed[K], V] {
	return p.find(p.s.scan, key, 0, endOfTime)
}

func (p sessions[K, V]) BackwardFetch(key K) iter.Seq2[record.Windowed[K], V] {
	return p.find(p.s.back, key, 0, endOfTime)
}

func (p sessions[K, V]) FetchRange(keys record.Interval[K]) iter.Seq2[record.Windowed[K], V] {
	return p.findRange(p.s.scan, keys, 0, endOfTime, endOfTime)
}

func (p sessions[K, V]) BackwardFetchRange(keys record.Interval[K]) iter.Seq2[record.Windowed[K], V] {
	return p.findRange(p.s.back, keys, 0, endOfTime, endOfTime)
}

func (p sessions[K, V]) FindSessions(key K, earliestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	return p.find(p.s.scan, key, earliestEnd, latestStart)
}

func (p sessions[K, V]) BackwardFindSessions(key K, earliestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	return p.find(p.s.back, key, earliestEnd, latestStart)
}

func (p sessions[K, V]) FindSessionsRange(keys record.Interval[K], earliestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	return p.findRange(p.s.scan, keys, earliestEnd, endOfTime, latestStart)
}

func (p sessions[K, V]) BackwardFindSessionsRange(keys record.Interval[K], earliestEnd, latestStart int64) iter.Seq2[record.Windowed[K], V] {
	return p.findRange(p.s.back, keys, earliestEnd, endOfTime, latestStart)
}

func (p sessions[K, V]) FindSessionsEnding(earliestEnd, latestEnd int64) iter.Seq2[record.Windowed[K], V] {
	return p.findRange(p.s.scan, record.Interval[K]{}, earliestEnd, latestEnd, endOfTime)
}

package main

// sliding is one record among the sliding windows of its key, as Kafka Streams goes through them: which windows a record
// makes depends on the largest timestamp that the windows around it have seen.
type sliding struct {
	m        *model
	i, input int
	d        int64 // how long windows are
	closed   int64 // windows that end earlier are closed
	r        rec
	starts   map[int64]bool
	left     *row // the latest window that ends before the record
	right    *row // the latest one around it, which a window after it continues
	hasLeft  bool // windows exist that end at the record, or begin after it
	hasRight bool
	previous *int64 // the record before
}

func (m *model) slidingWindows(i, input int) func(r rec, void bool) {
	w, now := m.t.Ops[i].Window, int64(-1)
	emit := m.closing(i, func(k key, closed int64) bool { return k.end < closed })
	return func(r rec, void bool) {
		now = max(now, r.ts)
		s := sliding{m: m, i: i, input: input, d: w.Size, closed: now - w.Grace, r: r, starts: map[int64]bool{}}
		switch {
		case r.ts+1+w.Size <= s.closed:
		case r.ts < w.Size:
			s.early()
		default:
			s.record()
			emit(s.closed, r)
		}
	}
}

func (s *sliding) at(start int64) key { return s.r.key.within(start, start+s.d) }

// find is the window that begins there; nil if there is none, or none any more.
func (s *sliding) find(start int64) *row {
	if x, ok := s.m.nodes[s.i].table.get(s.at(start)); ok {
		s.starts[start] = true
		return &x
	}
	return nil
}

// add adds the record to a window that is still open; x is what it has so far.
func (s *sliding) add(start int64, x *row) {
	if start+s.d >= s.closed {
		s.m.foldedInto(s.i, s.input, s.at(start), x, s.r)
	}
}

// record looks at the windows around a record, the latest first.
func (s *sliding) record() {
	for start := s.r.ts + 1; start >= max(0, s.r.ts-2*s.d); start-- {
		x := s.find(start)
		switch end := start + s.d; {
		case x == nil:
		case start == s.r.ts+1:
			s.hasRight = true
		case end > s.r.ts:
			if s.right == nil {
				s.right = x
			}
			s.add(start, x)
		case end == s.r.ts:
			s.hasLeft = true
			s.add(start, x)
			if x.ts >= s.r.ts {
				return
			}
			s.previous = &x.ts
		default:
			s.left, s.previous = x, &x.ts
			start = 0
		}
	}
	if s.previous != nil && !s.starts[*s.previous+1] && *s.previous+1+s.d >= s.r.ts {
		s.add(*s.previous+1, nil)
	}
	if !s.hasLeft {
		var x *row
		if s.previous != nil && s.r.ts-s.d <= *s.previous {
			x = &row{s.left.val, s.r.ts}
		}
		s.add(s.r.ts-s.d, x)
	}
	s.after()
}

// after makes the window after the record if it holds anything.
func (s *sliding) after() {
	if !s.hasRight && s.right != nil && s.right.ts > s.r.ts {
		s.m.updated(s.i, rec{key: s.at(s.r.ts + 1), val: &s.right.val, ts: s.right.ts, header: s.r.header, topic: s.r.topic}, s.m.nodes[s.i].table)
	}
}

// early is a record whose own window would begin before 0: all such share the one from 0 on.
func (s *sliding) early() {
	shared := s.find(0)
	if shared != nil && shared.ts < s.r.ts {
		s.previous = &shared.ts
	}
	for start := int64(1); start <= s.r.ts+1; start++ {
		x := s.find(start)
		switch {
		case x == nil:
		case start == s.r.ts+1:
			s.hasRight = true
		default:
			s.right = x
			s.add(start, x)
		}
	}
	if s.right == nil && shared != nil && shared.ts > s.r.ts {
		s.right = shared
	}
	s.after()
	if s.previous != nil && !s.starts[*s.previous+1] {
		s.add(*s.previous+1, nil)
	}
	s.add(0, shared)
}

package main

import (
	"cmp"
	"math"
	"slices"
)

func paired(a, b *string) *string { return new(lib.pair(a, b)) }

// paired is what a join makes of two values, and with it of the key.
func (o *op) paired(k key, a, b *string) *string {
	if o.Fn%2 == 1 {
		return new(pairKey(k.text, a, b))
	}
	return paired(a, b)
}

// joinTable looks the record's key up as the table is now, or was at the record's time.
func (m *model) joinTable(i int, n *node) {
	o := &m.t.Ops[i]
	look, left := m.nodes[o.In[1]].table.lookup(), o.What == "leftJoinTable"
	join := func(r rec) {
		find := func() (row, bool) { return look.get(r.key) }
		if look.asOf != nil {
			find = func() (row, bool) { return look.asOf(r.key, r.ts) }
		}
		x, ok := find()
		switch {
		case ok && !r.key.null:
			r.val = o.paired(r.key, r.val, &x.val)
		case left:
			r.val = o.paired(r.key, r.val, nil)
		default:
			return
		}
		m.forward(i, r)
	}
	latest := int64(-1)
	var waiting []rec
	n.run = func(input int, r rec) {
		switch {
		case input == 1 || r.val == nil || r.key.null && !left:
			return
		case o.Window.Kind == "" || latest-o.Window.Grace > r.ts:
			join(r)
			return
		}
		latest = max(latest, r.ts)
		waiting = append(waiting, r)
		slices.SortStableFunc(waiting, func(a, b rec) int { return cmp.Or(cmp.Compare(a.ts, b.ts), byKey(a.key, b.key)) })
		for len(waiting) > 0 && waiting[0].ts <= latest-o.Window.Grace {
			r, waiting = waiting[0], waiting[1:]
			join(r)
		}
	}
}

// joinGlobal looks a key up that the record names.
func (m *model) joinGlobal(i int, n *node) {
	o := &m.t.Ops[i]
	look, left := m.nodes[o.In[1]].table.lookup(), o.What == "leftJoinGlobal"
	n.run = func(input int, r rec) {
		if input == 1 || r.val == nil {
			return
		}
		var mapped, other *string
		if k, ok := lib.foreign(r.key.text, r.val); ok {
			x, ok := look.get(key{text: k})
			mapped, other = &k, x.value(ok)
		}
		switch {
		case other == nil && !left:
			return
		case o.Fn%2 == 1:
			r.val = new(lib.keys(r.key, mapped, r.val, other))
		default:
			r.val = paired(r.val, other)
		}
		m.forward(i, r)
	}
}

// joinTables joins two tables by key. Each side looks the other up.
func (m *model) joinTables(i int, n *node) {
	o := &m.t.Ops[i]
	sides := [2]*ktable{m.nodes[o.In[0]].table, m.nodes[o.In[1]].table}
	left, outer := o.What != "tableJoin", o.What == "tableOuterJoin"
	if left {
		sides[0].enable(true)
	}
	if outer {
		sides[1].enable(true)
	}
	need := [2]bool{!outer, !left} // whether a result needs the left, the right
	joined := func(a, b *string) *string {
		if a == nil && (b == nil || need[0]) || b == nil && need[1] {
			return nil
		}
		return paired(a, b)
	}
	gets := [2]getter{}
	gets[1], gets[0] = sides[1].lookup(), sides[0].lookup()
	t := o.joinedTable(sides, gets, joined)
	n.table = t
	n.run = func(input int, r rec) {
		if r.late && m.sorts[o.In[input]].versioned {
			return
		}
		x, ok := gets[1-input].get(r.key)
		other := x.value(ok)
		if other == nil && (need[1-input] || r.val == nil && r.old == nil) {
			return
		}
		both := func(v *string) *string {
			if input == 0 {
				return joined(v, other)
			}
			return joined(other, v)
		}
		out := rec{key: r.key, val: both(r.val), ts: max(r.ts, x.ts), header: r.header, topic: r.topic}
		if t.olds {
			out.old = both(r.old)
		}
		if o.Named {
			t.put(out.key, out.val, out.ts)
		}
		m.forward(i, out)
	}
}

// joinedTable is the table of a join: with a store if it is named, else both sides are looked up.
func (o *op) joinedTable(sides [2]*ktable, gets [2]getter, joined func(a, b *string) *string) *ktable {
	t := &ktable{}
	if o.Named {
		t.rows, t.was = map[key]row{}, map[key]*string{}
	}
	t.enable = func(bool) bool {
		sides[0].enable(true)
		sides[1].enable(true)
		t.olds = true
		return true
	}
	t.lookup = func() getter {
		if o.Named {
			return t.getter()
		}
		return getter{get: func(k key) (row, bool) {
			x, okX := gets[0].get(k)
			if !okX && o.What != "tableOuterJoin" { // nor is the right side asked, which may count how often it is
				return row{}, false
			}
			y, okY := gets[1].get(k)
			switch v := joined(x.value(okX), y.value(okY)); {
			case v == nil:
				return row{}, false
			case !okX:
				return row{*v, y.ts}, true
			case !okY:
				return row{*v, x.ts}, true
			default:
				return row{*v, max(x.ts, y.ts)}, true
			}
		}}
	}
	return t
}

// value is the row's value if there is one.
func (x row) value(ok bool) *string {
	if !ok {
		return nil
	}
	return &x.val
}

// seen is a record that a side of a join of streams keeps.
type seen struct {
	k    key
	v    *string
	ts   int64
	left bool
}

// streams is the state of a join of streams.
type streams struct {
	w             window
	left, outer   bool
	eager         bool
	now, earliest int64 // stream time of both sides; where Kafka Streams believes the first unmatched record to be
	kept          [2][]seen
	latest        [2]int64
	unmatched     []seen
}

func (m *model) joinStreams(i int, n *node) {
	o := &m.t.Ops[i]
	s := &streams{w: o.Window, left: o.What != "join", outer: o.What == "outerJoin", eager: o.Eager, now: -1, earliest: math.MaxInt64, latest: [2]int64{-1, -1}}
	n.run = func(side int, r rec) {
		s.now = max(s.now, r.ts)
		unpaired := s.outer || s.left && side == 0
		if r.val == nil || r.key.null && !unpaired {
			return
		}
		emit := func(v, other *string, ts int64) {
			if side == 1 {
				v, other = other, v
			}
			m.forward(i, rec{key: r.key, val: o.paired(r.key, v, other), ts: ts, header: r.header, topic: r.topic})
		}
		if r.key.null {
			emit(r.val, nil, r.ts)
			return
		}
		if s.left && r.ts == s.now {
			s.flush(side, func(x seen) {
				a, b := x.v, (*string)(nil)
				if !x.left {
					a, b = b, a
				}
				m.forward(i, rec{key: x.k, val: o.paired(x.k, a, b), ts: x.ts, header: r.header, topic: r.topic})
			})
		}
		s.match(side, r, emit, unpaired)
		s.kept[side] = append(s.kept[side], seen{r.key, r.val, r.ts, side == 0})
		s.latest[side] = max(s.latest[side], r.ts)
	}
}

// after is how much later than a record of a side its partner may be, before how much earlier.
func (s *streams) after(left bool) int64 {
	if left {
		return s.w.Size
	}
	return s.w.Before
}

func (s *streams) match(side int, r rec, emit func(v, other *string, ts int64), unpaired bool) {
	other := 1 - side
	from, to := max(0, r.ts-s.after(side != 0)), max(0, r.ts+s.after(side == 0))
	from = max(from, s.latest[other]-(s.w.Before+s.w.Size+s.w.Grace)+1) // its store shows no more
	var found []seen
	for _, x := range s.kept[other] {
		if x.k == r.key && x.ts >= from && x.ts <= to {
			found = append(found, x)
		}
	}
	slices.SortStableFunc(found, func(a, b seen) int { return cmp.Compare(a.ts, b.ts) })
	for _, x := range found {
		s.unmatched = slices.DeleteFunc(s.unmatched, func(u seen) bool { return u.left != (side == 0) && u.k == x.k && u.ts == x.ts })
		emit(r.val, x.v, max(r.ts, x.ts))
	}
	switch {
	case len(found) > 0 || !unpaired:
	case to < s.now || s.eager:
		emit(r.val, nil, r.ts)
	default:
		s.earliest = min(s.earliest, r.ts)
		s.unmatched = append(s.unmatched, seen{r.key, r.val, r.ts, side == 0})
	}
}

// flush emits what found no partner and can't any more. Kafka Streams' idea of the earliest such record drifts: it is the last
// one looked at.
func (s *streams) flush(side int, emit func(seen)) {
	if s.earliest != math.MaxInt64 && s.earliest+s.after(side == 0)+s.w.Grace >= s.now {
		return
	}
	s.earliest = math.MaxInt64
	slices.SortStableFunc(s.unmatched, func(a, b seen) int {
		return cmp.Or(cmp.Compare(a.ts, b.ts), order(a.left, b.left), byKey(a.k, b.k))
	})
	var open [2]bool
	var gone []seen
	for _, x := range s.unmatched {
		s.earliest = x.ts
		if open[0] && open[1] {
			break
		}
		if x.ts+s.after(x.left)+s.w.Grace >= s.now {
			if x.left {
				open[0] = true
			} else {
				open[1] = true
			}
			continue
		}
		gone = append(gone, x)
	}
	s.unmatched = slices.DeleteFunc(s.unmatched, func(u seen) bool { return slices.Contains(gone, u) })
	for _, x := range gone {
		emit(x)
	}
}

// order has the right side before the left.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

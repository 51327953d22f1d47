package main

import (
	"maps"
	"slices"
)

// A join by foreign key is a conversation: the left side subscribes at the foreign key, the right side answers now and
// whenever its row changes, and the left side looks whether the answer is to what it has now.

// instruction is what the right side shall do with a subscription.
type instruction uint8

const (
	leave       instruction = iota // forget it
	leaveAnswer                    // forget it and answer null
	answer                         // keep it and answer
	answerFound                    // keep it and answer if there is a row
)

// foreignJoin is the state of one.
type foreignJoin struct {
	m           *model
	i           int
	left        bool
	here, there func(key) (row, bool)
	subscribed  map[string]map[key]*string // by foreign key and key, the left value at that time
}

func (m *model) joinForeign(i int, n *node) {
	o := &m.t.Ops[i]
	sides := [2]*ktable{m.nodes[o.In[0]].table, m.nodes[o.In[1]].table}
	sides[1].enable(true)
	sides[0].enable(true)
	f := &foreignJoin{m: m, i: i, left: o.What == "leftJoinForeign", subscribed: map[string]map[key]*string{}}
	f.here, f.there = sides[0].lookup().get, sides[1].lookup().get
	m.source(i, n) // the result is a table of what comes back
	put := n.run
	n.run = func(input int, r rec) {
		switch {
		case r.late && m.sorts[o.In[input]].versioned:
		case input == 0:
			f.subscribe(r, put)
		default:
			of := f.subscribed[r.key.text]
			for _, k := range slices.SortedFunc(maps.Keys(of), byKey) {
				f.answer(k, of[k], r.val, r, put)
			}
		}
	}
}

// of is a row's foreign key; nil for none.
func (f *foreignJoin) of(k key, v *string) *string {
	if v == nil {
		return nil
	}
	if fk, ok := lib.foreign(k.text, v); ok {
		return &fk
	}
	return nil
}

func (f *foreignJoin) subscribe(r rec, put func(int, rec)) {
	if r.old == nil && r.val == nil {
		return
	}
	was, is := f.of(r.key, r.old), f.of(r.key, r.val)
	moved := was != nil && (is == nil || *was != *is)
	switch {
	case f.left:
		if moved {
			f.send(r, was, leave, put)
		}
		f.send(r, is, answer, put)
	case was == nil && is == nil:
	case is == nil:
		f.send(r, was, leaveAnswer, put)
	case moved:
		f.send(r, was, leave, put)
		f.send(r, is, answer, put)
	default:
		f.send(r, is, answerFound, put)
	}
}

func (f *foreignJoin) send(r rec, fk *string, wish instruction, put func(int, rec)) {
	f.m.hop(f.m.t.Ops[f.i].In[1], r.ts, func() {
		var x row
		var ok bool
		if fk != nil {
			if f.subscribed[*fk] == nil {
				f.subscribed[*fk] = map[key]*string{}
			}
			if wish == leave || wish == leaveAnswer {
				delete(f.subscribed[*fk], r.key)
			} else {
				f.subscribed[*fk][r.key] = r.val
			}
			x, ok = f.there(key{text: *fk})
		}
		if wish == leave || wish == answerFound && !ok {
			return
		}
		to := r
		if ok {
			to.ts = max(r.ts, x.ts)
		}
		if wish == leaveAnswer {
			ok = false
		}
		f.answer(r.key, r.val, x.value(ok), to, put)
	})
}

// answer goes back to key k, whose value was asked for.
func (f *foreignJoin) answer(k key, asked, other *string, r rec, put func(int, rec)) {
	f.m.hop(f.i, r.ts, func() {
		x, ok := f.here(k)
		has := x.value(ok)
		if (has == nil) != (asked == nil) || has != nil && *has != *asked {
			return
		}
		out := rec{key: k, ts: r.ts, header: r.header, topic: r.topic}
		if has != nil && (other != nil || f.left) {
			out.val = paired(has, other)
		}
		put(0, out)
	})
}

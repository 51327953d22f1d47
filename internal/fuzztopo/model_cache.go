package main

import "slices"

// hold keeps an update back until the step ends, in place of one that there is of its key.
func (t *ktable) hold(r rec) {
	t.cached = append(slices.DeleteFunc(t.cached, func(x rec) bool { return x.key == r.key }), r)
}

// flush sends on what is held back, but rows that came and went. The old value is what the store had. It says whether there was anything.
func (m *model) flush() (any bool) {
	for i := range m.nodes {
		t := m.nodes[i].table
		if !m.t.Ops[i].Cache {
			continue
		}
		held, was := t.cached, t.was
		t.cached, t.was = nil, map[key]*string{}
		for _, r := range held {
			if any = true; r.val == nil && was[r.key] == nil {
				continue
			}
			if r.old = nil; t.olds {
				r.old = was[r.key]
			}
			m.send(i, r)
		}
	}
	return any
}

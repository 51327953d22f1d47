package main

// hops has the operator's inputs that hop run later, as a record that comes to its stage.
func (m *model) hops(i int) {
	run, o := m.nodes[i].run, &m.t.Ops[i]
	into := map[int]link{} // the operator that an input's hop leads to first
	for input, j := range o.In {
		if !o.hops(input, m.sorts[j]) {
			continue
		}
		first := m.t.shared(i, input, m.sorts)[0]
		m.hopped[first] = append(m.hopped[first], func(r rec) {
			r.key = r.key.seen(m.sorts[j].keys)
			run(input, r)
		})
		m.nulls[first] = m.nulls[first] || m.relaxed(i)
		into[input] = first
	}
	m.nodes[i].run = func(input int, r rec) {
		first, hops := into[input]
		if !hops {
			run(input, r)
			return
		}
		if first != (link{i, input}) || !m.sends(first, r) {
			return
		}
		m.hop(i, r.ts, func() {
			for _, run := range m.hopped[first] {
				run(r)
			}
		})
	}
}

// hop runs what a record of that time does in an operator's stage, once all has been done that was ahead of it.
func (m *model) hop(i int, ts int64, run func()) {
	m.later = append(m.later, func() {
		s := m.stages[i]
		s.now = max(s.now, ts)
		run()
		m.punctuate(s)
	})
}

// sends says whether a record gets into a hop: else it doesn't move the stream time behind it.
func (m *model) sends(to link, r rec) bool {
	o := &m.t.Ops[to.to]
	from := m.sorts[o.In[to.input]]
	unseen := r.val == nil && from.kind != nullable // by functions of values that can't be null
	switch {
	case o.What == "regroup":
		return (!r.late || !from.versioned) && (r.old != nil || r.val != nil)
	case (o.What == "aggregate" || o.What == "cogroup") && o.by(to.input) >= 0:
		return !unseen
	case r.key.null && !m.nulls[to]:
		return false
	case o.What == "repartition" && o.Moves > 0:
		return !unseen && (o.Moves == 1 || mark(r.key.text+text(r.val))&1 == 1) // which scatter sends to one partition
	}
	return true
}

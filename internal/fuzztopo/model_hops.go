package main

// hops has the operator's inputs that hop run later, as a record that comes to its stage.
func (m *model) hops(i int) {
	run := m.nodes[i].run
	behind := map[int]bool{} // inputs that share the hop of an operator ahead
	for input, j := range m.t.Ops[i].In {
		if !m.t.Ops[i].hops(input, m.sorts[j]) {
			continue
		}
		first := m.t.shared(i, input, m.sorts)[0]
		m.hopped[first] = append(m.hopped[first], func(r rec) { run(input, r) })
		behind[input] = first != link{i, input}
	}
	m.nodes[i].run = func(input int, r rec) {
		if !m.t.Ops[i].hops(input, m.sorts[m.t.Ops[i].In[input]]) {
			run(input, r)
			return
		}
		if behind[input] {
			return
		}
		m.later = append(m.later, func() {
			m.stages[i].now = max(m.stages[i].now, r.ts)
			for _, run := range m.hopped[link{i, input}] {
				run(r)
			}
			m.punctuate(m.stages[i])
		})
	}
}

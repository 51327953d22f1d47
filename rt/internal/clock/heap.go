package clock

// The heap of partition heads. Equal timestamps go by partition number, so that a run can be repeated.

func (m *Merge) less(a, b int) bool {
	x, y := &m.parts[m.heads[a]], &m.parts[m.heads[b]]
	return x.head < y.head || x.head == y.head && m.heads[a] < m.heads[b]
}

func (m *Merge) swap(a, b int) {
	m.heads[a], m.heads[b] = m.heads[b], m.heads[a]
	m.parts[m.heads[a]].at, m.parts[m.heads[b]].at = int32(a), int32(b)
}

// up moves an entry towards the root and returns its new place.
func (m *Merge) up(i int) int {
	for i > 0 && m.less(i, (i-1)/2) {
		m.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
	return i
}

// down moves an entry away from the root.
func (m *Merge) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(m.heads) {
			return
		}
		if child+1 < len(m.heads) && m.less(child+1, child) {
			child++
		}
		if !m.less(child, i) {
			return
		}
		m.swap(i, child)
		i = child
	}
}

func (m *Merge) remove(i int) {
	last := len(m.heads) - 1
	if i == last {
		m.heads = m.heads[:last]
		return
	}
	m.swap(i, last)
	m.heads = m.heads[:last]
	m.down(m.up(i))
}

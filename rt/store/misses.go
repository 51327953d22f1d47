package store

// Misses are the keys of one batch that the table hasn't got: asked for in one call, answered before the batch runs.
type Misses struct {
	Parts  []int32
	Keys   []string
	Hashes []uint32
}

// Add notes a key; asking twice is harmless and cheaper than looking for doubles here.
func (m *Misses) Add(part int32, key string, hash uint32) {
	m.Parts, m.Keys, m.Hashes = append(m.Parts, part), append(m.Keys, key), append(m.Hashes, hash)
}

// Len is the number of keys noted.
func (m *Misses) Len() int { return len(m.Keys) }

// Reset forgets the keys and lets go of the batch they alias.
func (m *Misses) Reset() {
	clear(m.Keys)
	m.Parts, m.Keys, m.Hashes = m.Parts[:0], m.Keys[:0], m.Hashes[:0]
}

// Fit is s with length n, reused if it is long enough.
func Fit(s []At, n int) []At {
	if cap(s) < n {
		return make([]At, n)
	}
	return s[:n]
}

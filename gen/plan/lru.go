package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// recent says how many rows a partition keeps, those that were used last. They are counted on one lane.
func (b *builder) recent(s *Store, o *topo.Op) {
	if n, ok := topo.Int(arg(o.Opt("LRU"), 0)); ok {
		s.LRU = n
		s.Stage.ByPartition = true
	}
}

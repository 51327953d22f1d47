package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// versioned says how long a store keeps a key's past, in milliseconds; 0: it keeps the last value alone.
func (b *builder) versioned(s *Store, o *topo.Op) {
	n, ok := topo.Int(arg(o.Opt("Versioned"), 0))
	if !ok {
		return
	}
	s.Versioned = n / 1e6
	s.KeyFunc = b.names.take(b.p.Prefix + upper(s.Field) + "Key")
	s.ValueFunc = b.names.take(b.p.Prefix + upper(s.Field) + "Value")
}

// stale says whether what leaves a step may be a version that is not the latest of its key.
func stale(s *Step) bool {
	if s.Store != nil {
		return s.Store.Versioned > 0
	}
	switch s.Kind {
	case TableFilter, TableMapValues, TableTransform, View, Results, Merge:
		return s.In.Stale
	}
	return false
}

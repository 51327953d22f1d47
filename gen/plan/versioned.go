package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// versioned says how long a store keeps a key's past, in milliseconds; 0: it keeps the last value alone.
func (b *builder) versioned(s *Store, o *topo.Op) {
	n, ok := topo.Int(arg(o.Opt("Versioned"), 0))
	if !ok {
		return
	}
	switch o.Row() {
	case "Builder.Table", "KStream.ToTable", "KGroupedStream.Count", "KGroupedStream.Reduce", "KGroupedStream.Aggregate":
	default:
		b.report("ST421", o, "a versioned store of "+o.Method+" is not supported yet", "keep the past of the table ahead of it, or see NOT-SUPPORTED.md")
		return
	}
	s.Versioned = n / 1e6
	s.KeyFunc = b.names.take(b.p.Prefix + upper(s.Field) + "Key")
	s.ValueFunc = b.names.take(b.p.Prefix + upper(s.Field) + "Value")
}

// stale says whether what leaves a step may be a version that is not the latest of its key.
func stale(s *Step) bool {
	switch s.Kind {
	case Table, Count, Reduce, Aggregate:
		return s.Store != nil && s.Store.Versioned > 0
	case TableFilter, TableMapValues, TableTransform:
		return s.In.Stale && s.Store == nil
	case View:
		return s.In.Stale
	}
	return false
}

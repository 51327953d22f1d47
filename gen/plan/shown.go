package plan

import (
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// shown is the codec of the values that hop, in which a test driver shows them as records of the repartition topic; nil if they
// have none. They need none to hop.
func (b *builder) shown(from *Step) *topo.Codec {
	c := topo.CodecOf(arg(from.Op.Opt("Value"), 0))
	if c == nil {
		c = b.t.Flows(from.Op, topo.ValueRole)
	}
	for x := c; x != nil; x = x.Elem {
		if !slices.Contains(codecs, x.Kind) {
			return nil
		}
		if x.Kind == "Custom" {
			b.p.Custom[x] = written(x.Arg)
		}
	}
	return c
}

// showNeeds adds what it takes to show a record that hops. Values that are as they came need not be decoded for it: those
// that are, but would be written otherwise, aren't shown.
func (s *Step) showNeeds(n Need) Need {
	h := s.Hop
	switch {
	case h.Shown == nil:
	case s.In.RawValue == nil:
		n.Value = allOf
		if s.In.Old {
			n.Old = allOf
		}
	case !s.In.RawValue.Equal(h.Shown) || s.In.Old:
		h.Shown = nil
	}
	return n
}

package plan

import (
	"fmt"
	"math"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// WindowKind is which windows a store has.
type WindowKind uint8

const (
	TimeWindows WindowKind = iota // tumbling, hopping, unlimited
	SlidingWindows
	SessionWindows
)

// windows is the geometry of an aggregation's windows in milliseconds. A ring is for time windows whose updates are all
// sent on; what it can't hold is kept as lists.
func (b *builder) windows(o *topo.Op, w *topo.Windows, shared bool) *Windows {
	out := &Windows{Size: w.Size.Milliseconds(), Advance: w.Advance.Milliseconds(), Grace: w.Grace.Milliseconds(), OnClose: w.OnWindowClose, Slots: 1}
	out.Retention = out.Size + out.Grace
	switch w.Kind {
	case topo.Sliding:
		out.Kind, out.Retention = SlidingWindows, out.Retention+out.Size
	case topo.Session:
		out.Kind = SessionWindows
	case topo.Unlimited:
		out.Size, out.Advance, out.Retention, out.Unlimited = math.MaxInt64, math.MaxInt64, math.MaxInt64, written(w.Start)
	}
	if out.Unlimited == nil && out.Advance > 0 {
		out.Slots = (out.Retention-1)/out.Advance + 1
	}
	if out.Advance > 0 && out.Size/out.Advance > many {
		code := "ST720"
		if out.Size/out.Advance > most {
			code = "ST721"
		}
		b.report(code, w.Op, fmt.Sprintf("each record changes %d windows", out.Size/out.Advance), "use a larger advance")
	}
	keep := o.Opt("Retention").Duration(0).Milliseconds()
	out.Listed = w.Kind != topo.Tumbling && w.Kind != topo.Hopping || out.OnClose || shared || keep > out.Retention || out.Slots > maxSlots
	out.Retention = max(out.Retention, keep)
	if out.Kind == TimeWindows && out.Unlimited == nil {
		out.Func = b.names.take(b.p.Prefix + upper(b.word(b.t.Of(o).Node)) + "Windows")
	}
	return out
}

// maxSlots is the longest ring of windows; many is how many windows a record may change without a warning, most
// how many at all.
const (
	maxSlots = 64
	many     = 256
	most     = 1 << 20
)

// windowed gives a step its windows. Those of a list send results on at several places of a record's way: what is below is
// a method of its own, of the step that it returns.
func (b *builder) windowed(s *Step, w *Windows) *Step {
	s.Store.Window = w
	s.Stage.StreamTimes = append(s.Stage.StreamTimes, s)
	s.Name = s.Stage.names.take(s.Store.Field + "Time")
	if w.OnClose && w.Close == "" {
		w.Close = s.Stage.names.take("close" + upper(s.Store.Field))
	}
	w.Tallied = w.OnClose && w.Kind == TimeWindows && s.Kind == WindowCount
	if !w.Listed {
		return s
	}
	r := &Step{Kind: Results, Op: s.Op, Node: s.Node, Stage: s.Stage}
	b.under(s, r)
	return r
}

// Listed says whether a step keeps windows as lists.
func (s *Step) Listed() bool { return s.Store != nil && s.Store.Window != nil && s.Store.Window.Listed }

// windowedKey says whether a step's records have keys of windows, which are none of the entry's: their rows are asked for when
// they are needed.
func (s *Step) windowedKey() bool { return s.In.Key.Windowed && s.In.KeyCodec == nil }

// cogroup is an aggregation of each of its streams, into one store.
func (b *builder) cogroup(o *topo.Op) {
	adders := cogrouped(o)
	nodes := b.t.Of(o).Nodes
	nodes = nodes[len(nodes)-1-len(adders):]
	all := &Step{Kind: Merge, Op: o, Node: b.nodes[b.t.Of(o).Node]}
	kind := Aggregate
	var w *Windows
	if windows := topo.WindowsOf(o); windows != nil {
		all.Kind, kind = Results, WindowAggregate
		w = b.windows(o, windows, true)
	}
	var own []*Func // zero, and merge of sessions
	var sides []*Step
	for i, add := range adders {
		from := b.input(o, i)
		s := &Step{Kind: kind, Op: o, Node: b.nodes[nodes[i]], Stage: b.stages[nodes[i]]}
		sides = append(sides, s)
		b.under(from, s)
		b.fill(s)
		if own == nil {
			for j, what := range []string{"Zero", "Merge"} {
				if f := b.fn(s, argOf(o, j), what); f != nil {
					own = append(own, f)
				}
			}
		}
		s.Fns = append(append(s.Fns, own[0], b.fn(s, add, "Add")), own[1:]...)
		if w != nil {
			s.Store.Window = w
			s.Stage.StreamTimes = append(s.Stage.StreamTimes, s)
			s.Name = s.Stage.names.take(s.Store.Field + "Time")
		}
	}
	for _, s := range sides { // behind all of them, or what flows below would be that of the first alone
		b.under(s, all)
	}
	b.result[o] = all
}

func argOf(o *topo.Op, i int) topo.Value {
	if i >= len(o.Args) {
		return nil
	}
	return o.Args[i]
}

// cogrouped are the functions of a cogroup's streams, in their order.
func cogrouped(o *topo.Op) (adders []topo.Value) {
	for o = o.From(); o != nil; o = o.From() {
		if o.Method != "Cogroup" {
			if len(adders) > 0 {
				break
			}
			continue // WindowedBy
		}
		for _, a := range o.Args {
			if f, ok := a.(*topo.Func); ok {
				adders = append([]topo.Value{f}, adders...)
			}
		}
	}
	return adders
}

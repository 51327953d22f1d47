package check

import (
	"github.com/stoatgen/stoatgen/gen/topo"
)

// joined are the sides of a join whose keys have to meet; nil: not such a join.
func joined(o *topo.Op) (left, right *topo.Op) {
	switch o.Row() {
	case "KStream.Join", "KStream.LeftJoin", "KStream.OuterJoin", "KStream.JoinTable", "KStream.LeftJoinTable",
		"KTable.Join", "KTable.LeftJoin", "KTable.OuterJoin":
	case "CogroupedKStream.Cogroup":
		return o.From().From(), other(o)
	default:
		return nil, nil
	}
	return o.From(), other(o)
}

func other(o *topo.Op) *topo.Op {
	if os := o.Others(); len(os) > 0 {
		return os[0]
	}
	return nil
}

// partitions: a number that was given on one side is that of the other side too.
func (c *checker) partitions(o *topo.Op) {
	if s := o.Opt("Partitions"); s != nil && len(s.Args) > 0 {
		if n, ok := topo.Int(s.Args[0]); ok && n < 1 {
			c.say(o, argPos(s.ArgPos, 0, s.Pos), "ST502", "give at least 1", "%d partitions", n)
		}
	}
	left, right := joined(o)
	a, n := repartitioned(left)
	b, m := repartitioned(right)
	if a != nil && b != nil && n != m {
		c.say(o, o.Pos, "ST501", "give both sides the same number, or leave it out",
			"%s of a side with %d partitions and one with %d", o.Method, n, m)
		c.related(a.Pos, "one side is repartitioned here")
		c.related(b.Pos, "the other side is repartitioned here")
	}
}

// repartitioned is the Repartition that decides the number of partitions of what o gives, if one does.
func repartitioned(o *topo.Op) (*topo.Op, int64) {
	for ; o != nil; o = o.From() {
		if o.Row() == "KStream.Repartition" {
			if s := o.Opt("Partitions"); s != nil && len(s.Args) > 0 {
				n, ok := topo.Int(s.Args[0])
				if !ok {
					return nil, 0
				}
				return o, n
			}
			return nil, 0
		}
		switch o.Row() { // moves records, or has partitions of another input
		case "KStream.Map", "KStream.FlatMap", "KStream.SelectKey", "KStream.Process", "KStream.GroupBy", "KTable.GroupBy", "KStream.Merge":
			return nil, 0
		}
	}
	return nil, 0
}

// keys: the same key has the same bytes on both sides, or its records go to different partitions and lanes.
func (c *checker) keys(o *topo.Op) {
	left, right := joined(o)
	if left == nil || right == nil {
		return
	}
	a, b := c.t.Flows(left, topo.KeyRole), c.t.Flows(right, topo.KeyRole)
	if o.Type == "WindowedKTable" && a != nil && b != nil {
		a, b = a.Elem, b.Elem // sameWindows looks at the windows
	}
	if a == nil || b == nil || a.Equal(b) {
		return
	}
	c.say(o, o.Pos, "ST504", "give both sides the same codec, with KeyAs on one of them",
		"the keys of the sides of %s have the codecs %s and %s", o.Method, a, b)
	c.related(a.Pos, "one is given here")
	c.related(b.Pos, "the other is given here")
}

// sameWindows: rows of windowed tables meet by key and window.
func (c *checker) sameWindows(o *topo.Op) {
	if o.Type != "WindowedKTable" || other(o) == nil {
		return
	}
	a, b := topo.WindowsOf(o.From()), topo.WindowsOf(other(o))
	if a == nil || b == nil || a.Kind == b.Kind && a.Size == b.Size && a.Advance == b.Advance {
		return
	}
	c.say(o, o.Pos, "ST503", "window both sides alike", "%s of tables with different windows", o.Method)
	c.related(a.Pos, "windows of one side")
	c.related(b.Pos, "windows of the other side")
}

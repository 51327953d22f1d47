package check

import (
	"go/types"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// functions: those of options have the operator's types. Options have no type arguments of their own, so Go does not see it.
func (c *checker) functions(o *topo.Op) {
	for _, s := range o.Opts {
		if len(s.Args) == 0 {
			continue
		}
		f, ok := s.Args[0].(*topo.Func)
		if !ok {
			continue
		}
		sig, ok := types.Unalias(f.Type).Underlying().(*types.Signature)
		if !ok {
			continue
		}
		for _, e := range c.expected(o, s.Name) {
			if e.at >= sig.Params().Len() || e.want == nil {
				continue
			}
			got := sig.Params().At(e.at).Type()
			if e.record {
				c.recordOf(o, s, f, got, e.want)
			} else if !types.Identical(got, e.want) {
				c.say(o, f.Pos, "ST309", "take a "+c.short(e.want),
					"the function of %s takes a %s, %s has a %s", s.Name, c.short(got), o.Method, c.short(e.want))
			}
		}
	}
}

// expectation is the type of a parameter of an option's function.
type expectation struct {
	at     int
	record bool       // a record.Record of the operator's key and the wanted value
	want   types.Type // nil: not known
}

func (c *checker) expected(o *topo.Op, option string) []expectation {
	key, value := c.t.Written(o, topo.KeyRole), c.t.Written(o, topo.ValueRole)
	switch option {
	case "Timestamp":
		return []expectation{{0, false, value}}
	case "TimestampFunc":
		return []expectation{{0, true, value}}
	case "Partitioner", "MulticastPartitioner":
		return []expectation{{1, true, value}}
	case "Format":
		return []expectation{{0, false, key}, {1, false, value}}
	case "KeyPartitioner":
		return []expectation{{1, false, key}}
	case "OtherKeyPartitioner":
		if os := o.Others(); len(os) > 0 {
			return []expectation{{1, false, os[0].Key()}}
		}
	}
	return nil
}

// recordOf: the function takes a record.Record of the operator's key and value.
func (c *checker) recordOf(o *topo.Op, s *topo.Setting, f *topo.Func, got, value types.Type) {
	n, ok := types.Unalias(got).(*types.Named)
	key := c.t.Written(o, topo.KeyRole)
	if !ok || n.TypeArgs().Len() != 2 || key == nil {
		return
	}
	if !types.Identical(n.TypeArgs().At(0), key) || !types.Identical(n.TypeArgs().At(1), value) {
		want := "record.Record[" + c.short(key) + ", " + c.short(value) + "]"
		c.say(o, f.Pos, "ST309", "take a "+want,
			"the function of %s takes a %s, %s has a %s", s.Name, c.short(got), o.Method, want)
	}
}

// processor: Init and Close have the one signature that is called.
func (c *checker) processor(o *topo.Op) {
	if !processes[o.Row()] || len(o.TypeArgs) == 0 {
		return
	}
	p := o.TypeArgs[len(o.TypeArgs)-1]
	if m := c.method(p, "Close"); m != nil && (m.Signature().Params().Len() != 0 || m.Signature().Results().Len() != 0) {
		c.say(o, o.Pos, "ST307", "declare it as Close()",
			"%s has a method Close with parameters or results, which would never be called", c.short(p))
		c.related(m.Pos(), "declared here")
	}
	m := c.method(p, "Init")
	if m == nil {
		return
	}
	want, sig := "record.ProcessingContext", m.Signature()
	fits := sig.Results().Len() == 0 && sig.Params().Len() == 1
	if process := c.main(o, p); process != nil && process.Signature().Params().Len() > 0 {
		context := process.Signature().Params().At(0).Type()
		want, fits = c.short(context), fits && types.Identical(sig.Params().At(0).Type(), context)
	} else {
		fits = fits && c.short(sig.Params().At(0).Type()) == want
	}
	if !fits {
		c.say(o, o.Pos, "ST307", "declare it as Init("+want+")",
			"%s has a method Init with another signature than Init(%s), which would never be called", c.short(p), want)
		c.related(m.Pos(), "declared here")
	}
}

// filled: a store behind a topic has one, and one processor that puts what comes.
func (c *checker) filled(o *topo.Op) {
	switch o.Row() {
	case "Builder.GlobalStore", "Builder.ReadOnlyStore":
		if first := c.filler(o.Others()[0]); first != o {
			c.say(o, o.Pos, "ST608", "declare a store for each", "store %q is filled from another topic, too", c.t.Of(o.Others()[0]).Store.Name)
			c.related(first.Pos, "it is filled by "+first.Method+" here")
		}
	case "KStream.Process", "KStream.ProcessValues", "KTable.TransformValues", "Builder.Every", "Builder.Cron":
		for i, a := range o.Args {
			of, writes := a.(*topo.Op)
			if !writes || of.Row() != "Builder.Store" {
				continue
			}
			if by := c.filler(of); by != nil {
				c.say(o, argPos(o.ArgPos, i, o.Pos), "ST607", "pass dsl.ReadOnly of it", "store %q is filled from a topic: others may only read it", c.t.Of(of).Store.Name)
				c.related(by.Pos, "it is filled by "+by.Method+" here")
			}
		}
	}
}

// filler is the first that fills a declared store from a topic.
func (c *checker) filler(store *topo.Op) *topo.Op {
	i := slices.IndexFunc(c.g.Ops, func(o *topo.Op) bool {
		return (o.Row() == "Builder.GlobalStore" || o.Row() == "Builder.ReadOnlyStore") && o.Others()[0] == store
	})
	if i < 0 {
		return nil
	}
	return c.g.Ops[i]
}

func (c *checker) method(t types.Type, name string) *types.Func {
	o, _, _ := types.LookupFieldOrMethod(t, true, c.g.Package, name)
	f, _ := o.(*types.Func)
	return f
}

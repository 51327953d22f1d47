package check

import (
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// timers: a store of timers has the one processor whose OnTimer they call, and an OnTimer its timers.
func (c *checker) timers(o *topo.Op) {
	if !processes[o.Row()] || len(o.TypeArgs) == 0 {
		return
	}
	p := o.TypeArgs[len(o.TypeArgs)-1]
	onTimer := c.method(p, "OnTimer")
	var first *topo.Op
	for i, a := range o.Args {
		of := topo.From(a)
		if of == nil || of.Method != "Timers" {
			continue
		}
		s, pos := c.t.Of(of).Store, argPos(o.ArgPos, i, o.Pos)
		switch {
		case o.Row() != "KStream.Process" && o.Row() != "KStream.ProcessValues":
			c.say(o, pos, "ST312", "pass them to Process or ProcessValues", "timers %q are passed to %s, which can't be called by them", s.Name, o.Method)
			return
		case first != nil:
			c.say(o, pos, "ST312", "keep one store of timers, with a key that tells them apart", "a second store of timers, %q, for one OnTimer", s.Name)
			c.related(first.Pos, "the first is declared here")
			return
		case s.Nodes[0].Op != o:
			c.say(o, pos, "ST312", "declare timers of its own for each processor", "timers %q are those of another processor", s.Name)
			c.related(s.Nodes[0].Op.Pos, "they are passed to it here")
			return
		}
		first = of
		c.onTimer(o, p, onTimer, s, pos)
	}
	if first == nil && onTimer != nil {
		c.say(o, o.Pos, "ST312", `declare b.Timers("…", …) and pass them to Process1 or ProcessValues1; or give the method another name`,
			"%s has a method OnTimer and gets no timers: it would never be called", c.short(p))
		c.related(onTimer.Pos(), "declared here")
	}
}

// processes are the operators that run a type of the user's, scheduled those of them that have no input.
var (
	processes = map[string]bool{
		"KStream.Process": true, "KStream.ProcessValues": true, "KTable.TransformValues": true, "Builder.GlobalStore": true, "Builder.ReadOnlyStore": true,
		"Builder.Every": true, "Builder.Cron": true,
	}
	scheduled = map[string]bool{"Builder.Every": true, "Builder.Cron": true}
)

// main is the method that every such type has; nil for a transformer's.
func (c *checker) main(o *topo.Op, p types.Type) *types.Func {
	if scheduled[o.Row()] {
		return c.method(p, "Tick")
	}
	return c.method(p, "Process")
}

// onTimer: the method is there, and has the one signature that is called.
func (c *checker) onTimer(o *topo.Op, p types.Type, m *types.Func, timers *topo.Store, pos token.Pos) {
	process := c.main(o, p)
	if timers.Key == nil || process == nil || process.Signature().Params().Len() == 0 {
		return
	}
	timer := "record.Timer[" + c.short(timers.Key) + "]"
	if o.Row() == "KStream.ProcessValues" {
		if key := o.Key(); key != nil && !types.Identical(key, timers.Key) {
			c.say(o, pos, "ST312", "declare timers of "+c.short(key), "timers of %s for %s, whose keys are of type %s", c.short(timers.Key), o.Method, c.short(key))
			return
		}
		timer = "record.FixedKeyRecord[" + c.short(timers.Key) + ", " + timer + "]"
	}
	context := c.short(process.Signature().Params().At(0).Type())
	want := "OnTimer(" + context + ", " + timer + ") error"
	if m == nil {
		c.say(o, pos, "ST312", "give it a method "+want, "%s gets timers %q and has no method OnTimer, which they call", c.short(p), timers.Name)
		return
	}
	sig := m.Signature()
	if sig.Params().Len() != 2 || sig.Results().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), process.Signature().Params().At(0).Type()) ||
		!timerOf(sig.Params().At(1).Type(), timers.Key, o.Row() == "KStream.ProcessValues") ||
		!types.Identical(sig.Results().At(0).Type(), types.Universe.Lookup("error").Type()) {
		c.say(o, o.Pos, "ST307", "declare it as "+want,
			"%s has a method OnTimer with another signature than %s, which would never be called", c.short(p), want)
		c.related(m.Pos(), "declared here")
	}
}

// timerOf says whether a type is record.Timer of a key, or the fixed key's record of one.
func timerOf(t, key types.Type, fixed bool) bool {
	n, ok := types.Unalias(t).(*types.Named)
	name := "Timer"
	if fixed {
		name = "FixedKeyRecord"
	}
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != topo.Records || n.Obj().Name() != name || !types.Identical(n.TypeArgs().At(0), key) {
		return false
	}
	return !fixed || timerOf(n.TypeArgs().At(1), key, false)
}

package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// forward spells Forward and ForwardTo.
func (g *gen) forward(n *plan.Step) {
	p := n.Processor
	typ := "record.Record[record.None, record.None]"
	switch {
	case p.Kind == plan.SameKey:
		typ = fmt.Sprintf("record.FixedKeyRecord[%s, %s]", g.slot(n.Out.Key), g.slot(n.Out.Value))
	case n.Out.Key.Type != nil:
		typ = fmt.Sprintf("record.Record[%s, %s]", g.slot(n.Out.Key), g.slot(n.Out.Value))
	}
	all := func(w *writer, e *env) { w.children(n, e) }
	if len(n.Next) == 0 {
		g.decl("// Forward sends nothing: there is no child.\nfunc (c *%s) Forward(%s) {}", p.Type, typ)
		g.decl("// ForwardTo finds no child of any name.\nfunc (c *%s) ForwardTo(child string, _ %s) { process.NoChild(%q, child) }", p.Type, typ, g.p.Nodes[n.Node].Name)
		return
	}
	g.decl("// Forward sends a record to what is below.\nfunc (c *%s) Forward(x %s) {\n%s}", p.Type, typ, g.forwarding(n, all))
	one := func(w *writer, e *env) {
		w.f("switch child {")
		for _, c := range g.named(n) {
			w.f("case %q:", c.name)
			w.child(n, c.step, *e, true)
		}
		w.f("default:\nprocess.NoChild(%q, child)\n}", g.p.Nodes[n.Node].Name)
	}
	g.decl("// ForwardTo sends a record to the child of that name.\nfunc (c *%s) ForwardTo(child string, x %s) {\n%s}", p.Type, typ, g.forwarding(n, one))
}

// child is a step below a processor, by the name of its node.
type child struct {
	name string
	step *plan.Step
}

// named are the children that ForwardTo knows. A view has no node: those below it count, each behind a view of its own.
func (g *gen) named(n *plan.Step) (all []child) {
	for _, c := range n.Next {
		if c.Kind != plan.View {
			all = append(all, child{g.p.Nodes[c.Node].Name, c})
			continue
		}
		for _, below := range g.named(c) {
			view := *c
			view.Method, view.Next = "", []*plan.Step{below.step}
			all = append(all, child{below.name, &view})
		}
	}
	return all
}

// forwarding is the body of a function that takes a record x and sends it on.
func (g *gen) forwarding(n *plan.Step, send func(*writer, *env)) string {
	w := g.writer("return")
	w.nested = true // what fails below ends there, as in Kafka Streams: the processor goes on
	for _, taken := range []string{"c", "s", "l", "h", "x", "r", "null", "child"} {
		w.names[taken] = true
	}
	e := &env{head: "&h", fields: "B: h.B, I: h.I, Bare: h.Bare", origin: "h.Source()", batch: "h.B", index: "h.I", ts: "r.Timestamp", headers: "h.Headers()", ask: true}
	if n.Processor.Kind == plan.SameKey {
		w.f("r, null := x.Unfix()")
	} else {
		e.ts = "x.Timestamp"
	}
	r := strings.TrimSuffix(e.ts, ".Timestamp")
	w.f("h := c.Out(%s, %s.Headers)\ndefer c.Back()", e.ts, r)
	w.lazy("s", "s := c.s")
	w.lazy("l", "l := c.s.lane")
	e.key, e.val = cell{expr: r + ".Key", slot: n.Out.Key}, cell{expr: r + ".Value", slot: n.Out.Value}
	if n.Out.Value.Null == plan.Nil {
		e.val.null = e.val.expr + " == nil"
	}
	switch {
	case n.Out.Key.Null == plan.Nil:
		e.key.null = e.key.expr + " == nil"
	case n.Processor.Kind == plan.SameKey && n.Out.Key.Null == plan.Flag:
		e.key.null = "null"
	}
	if n.Processor.Kind == plan.SameKey {
		w.sameKey(n, e)
	}
	send(w, e)
	return w.text()
}

// sameKey spells the key's hash for state below, which is looked up by it.
func (w *writer) sameKey(n *plan.Step, e *env) {
	needed := false
	for _, c := range n.Next {
		needed = needed || c.Need.KeyBytes && c.Kind != plan.ToSink && c.Kind != plan.HopOut
	}
	w.f("h.Null = null")
	if !needed || n.Out.KeyCodec == nil {
		return
	}
	e.rawKey, e.keyCodec = w.keyBytes(e, n.Out.KeyCodec, n.Node), n.Out.KeyCodec
	w.f("h.Hash = codec.Murmur2(%s)", e.rawKey)
	e.hash, e.part = "h.Hash", "h.Part"
	e.lookupKey(n.Out.KeyCodec)
}

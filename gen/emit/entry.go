package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// sourceEntry spells the function that reads a source's batches.
func (g *gen) sourceEntry(s *plan.Step) {
	w := g.writer("continue")
	w.loop, w.entry = true, true
	for _, n := range []string{"l", "r", "i", "b", "refs", "from", "s", "h", "rawKey", "raw", "ts", "hash", "key", "v"} {
		w.names[n] = true
	}
	e := &env{head: "&h", fields: "B: b, I: r", origin: "abi.Origin{B: b, I: r}", batch: "b", index: "r", ts: "ts", hash: "hash", at: "i",
		part: g.partition(s), headers: "b.Headers(r)", raw: "raw", rawKey: "rawKey", keyCodec: s.In.RawKey}
	w.lazy("rawKey", "rawKey := b.Key(r)")
	w.lazy("raw", "raw := b.Value(r)")
	w.lazy("ts", "ts := b.TS(r)")
	w.lazy("hash", "hash := refs[i].Hash")
	w.lazy("h", "var h lane.Head\nh.B, h.I, h.Hash, h.TS, h.Part, h.Null = b, r, hash, ts, b.Partition, rawKey == nil") // a literal would be copied
	w.nextTask(s, e)
	e.key = w.decode(s, e, s.Source.Key, "rawKey", "key", cell{slot: s.In.Key, null: "rawKey == nil"}, demandOf(s.Need.Key))
	value := cell{slot: s.In.Value, null: "raw == nil"}
	if n := first(s); n != nil && s.In.Value.Null == plan.Flag { // what is dropped for its null need not wait for the decoder
		w.dropIf("raw == nil", n.Node, "NullValue")
		value.null, value.slot.Null = "", plan.Never
	}
	if keepsRaw(g, s) {
		e.val, e.undecoded = value, true
	} else {
		e.val = w.decode(s, e, s.Source.Value, "raw", "v", value, s.Need.Value)
	}
	e.lookupKey(s.In.KeyCodec)
	w.children(s, e)
	body, more := unread(w.text()), ""
	if w.mayStop {
		more = " && l.Stopped() == nil"
	}
	g.decl(`// %s reads %s: %s.
func (s *%s) %s(b *abi.Batch, refs []abi.Ref, from int) {
	l := s.lane
	%sfor i := from; i < len(refs)%s; i++ {
		l.At, l.Node = i, %s
		r := refs[i].I
		%s}
}`,
		s.Name, topics(s.Source), below(s), s.Stage.Type, s.Name, w.ahead(), more, g.node(s.Node), body)
	if len(s.Touches) > 0 {
		g.sourcePrefetch(s)
	}
}

// partition spells that of an entry's records: a global store has one for all.
func (g *gen) partition(s *plan.Step) string {
	if s.Stage.Global {
		return "0"
	}
	return "b.Partition"
}

// unread asks for a null instead of the value where that is all that is asked of it.
func unread(body string) string {
	const declared = "raw := b.Value(r)\n"
	rest := strings.Replace(body, declared, "", 1)
	rest = strings.ReplaceAll(strings.ReplaceAll(rest, "raw == nil", "b.Null(r)"), "raw != nil", "!b.Null(r)")
	if !strings.Contains(body, declared) || uses(code(rest), "raw") {
		return body
	}
	return rest
}

func demandOf(need bool) plan.Demand { return plan.Demand{All: need, Any: need} }

func topics(src *plan.Source) string {
	switch {
	case src.Pattern != "":
		return fmt.Sprintf("the topics %q", src.Pattern)
	case len(src.Topics) == 1:
		return "topic " + src.Topics[0]
	}
	return "topics " + strings.Join(src.Topics, ", ")
}

// first is the step that an entry's records come to first, if that drops null values.
func first(s *plan.Step) *plan.Step {
	if len(s.Next) != 1 || s.Next[0].Method != "" {
		return nil
	}
	n := s.Next[0]
	switch n.Kind {
	case plan.Filter, plan.Map, plan.SelectKey, plan.FlatMap, plan.FlatMapValues, plan.ForEach, plan.JoinTable:
		return n
	case plan.Split:
		if slices.ContainsFunc(n.Next, func(b *plan.Step) bool { return len(b.Fns) > 0 }) {
			return n
		}
	}
	return nil
}

// keepsRaw says whether the value is decoded where a table keeps a copy of its bytes, and nowhere else.
func keepsRaw(g *gen, s *plan.Step) bool {
	if len(s.Next) != 1 || s.Next[0].Kind != plan.Table || s.Next[0].Store == nil || s.Next[0].Method != "" {
		return false
	}
	t := s.Next[0]
	if t.Store.Versioned > 0 {
		return false
	}
	return g.keeps(t.Store) == eager && s.In.RawValue.Equal(t.Store.Value)
}

// decode spells a key or value of a source: what the codec refuses goes to the deserialization handler, used or not.
func (w *writer) decode(s *plan.Step, e *env, c *topo.Codec, raw, name string, v cell, d plan.Demand) cell {
	g := w.g
	dec := g.decoder(c, d)
	if g.err != nil {
		return v
	}
	v.expr = name
	refused := "b.Value(r)" // no variable, which might have to be renamed
	if raw == "rawKey" {
		refused = "b.Key(r)"
	}
	typ, pointer := g.slot(v.slot), isPointer(v.slot)
	inner := strings.TrimPrefix(typ, "*")
	if dec.Total {
		value := g.text(dec.Value(jen.Id(raw)))
		switch {
		case !pointer:
			w.lazy(name, "%s := %s", name, value)
		case v.null == "":
			w.lazy(name, "%s := new(%s)", name, value)
		default:
			w.lazy(name, "var %s %s\nif %s {\n%s = new(%s)\n}", name, typ, not(v.null), name, value)
		}
		return v
	}
	target := name
	if pointer {
		w.lazy(name, "var %s %s", name, typ)
		target = "decoded"
	}
	check := func(cond string) {
		w.f("if %s!%s {", cond, g.text(dec.Call(jen.Id(raw), jen.Id(target))))
		w.malformed(s, e, g.reason(dec, refused))
		w.f("}")
	}
	switch {
	case pointer:
		w.f("if %s {\nvar decoded %s", not(v.null), inner)
		check("")
		w.when(func(used func(string) bool) string {
			if used(name) {
				return name + " = &decoded\n"
			}
			return ""
		})
		w.f("}")
	case v.null == "":
		w.f("var %s %s", name, typ)
		check("")
	default:
		w.f("var %s %s", name, typ)
		check(not(v.null) + " && ")
	}
	return v
}

func (g *gen) sourcePrefetch(s *plan.Step) {
	if own := "prefetch" + strings.TrimPrefix(title(s.Name), "Read"); own != prefetchName(s) {
		return // another source's does
	}
	g.prefetch(s, "b *abi.Batch, refs []abi.Ref", "i, r := range refs", "refs", "key := b.Key(r.I)", "key == nil", "b.Partition, codec.String(key), r.Hash")
}

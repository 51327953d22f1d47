package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// extract spells what gives the timestamps of a source's records.
func (g *gen) extract(s *plan.Source) string {
	name := s.Time
	w := g.writer("")
	switch s.Extract {
	case plan.SkipInvalid: // a negative result drops the record
		w.f("return b.TS(i), true")
	case plan.PartitionTime:
		w.f("if ts := b.TS(i); ts >= 0 {\nreturn ts, true\n}\nreturn partitionTime, true")
	case plan.FromValue:
		w.extracted(s, "b.Value(i)", "raw", "v", s.FnValue)
		w.f("return %s.UnixMilli(), true", w.g.callFrom("o", s.Fn, "v"))
	case plan.FromRecord:
		d := s.Fn.Demands[0]
		w.whole(s, d)
	}
	params, call := "", name
	if s.Fn != nil && g.bound(s.Fn) {
		params = "o " + g.typ(g.p.Receiver) + ", "
		call = fmt.Sprintf("func(b *abi.Batch, i uint32, partitionTime int64) (int64, bool) { return %s(o, b, i, partitionTime) }", name)
	}
	used := "_"
	if uses(code(w.text()), "partitionTime") {
		used = "partitionTime"
	}
	g.inState("// %s is the timestamp of a record of %s.\nfunc %s(%sb *abi.Batch, i uint32, %s int64) (ts int64, ok bool) {\n%s}", name, topics(s), name, params, used, w.text())
	return call
}

// bound says whether a function needs the topology's receiver.
func (g *gen) bound(f *plan.Func) bool {
	return f.Kind == plan.Bound || f.Kind == plan.Lifted && f.Func.Text.Receiver != ""
}

// callFrom is call where the receiver is at hand by another name.
func (g *gen) callFrom(recv string, f *plan.Func, args ...string) string {
	old := g.recv
	g.recv = recv
	defer func() { g.recv = old }()
	return g.call(f, args...)
}

// extracted decodes the value; a null one keeps the record's own timestamp.
func (w *writer) extracted(s *plan.Source, src, raw, name string, d plan.Demand) {
	dec := w.g.decoder(s.Value, d)
	if w.g.err != nil {
		return
	}
	w.f("%s := %s\nif %s == nil {\nreturn b.TS(i), true\n}", raw, src, raw)
	if dec.Total {
		w.f("%s := %s", name, w.g.text(dec.Value(jen.Id(raw))))
		return
	}
	w.f("var %s %s\nif !%s {\nreturn 0, false\n}", name, w.g.typ(s.Fn.Sig.Params().At(0).Type()), w.g.text(dec.Call(jen.Id(raw), jen.Id(name))))
}

// whole passes the record to a TimestampExtractor.
func (w *writer) whole(s *plan.Source, d plan.Demand) {
	in := s.Entry.In
	if in.Value.Null != plan.Nil {
		w.f("if b.Value(i) == nil {\nreturn b.TS(i), true\n}")
	}
	if d.Reads("Key") {
		w.part(s.Key, in.Key, "key", "b.Key(i)")
	}
	if d.Reads("Value") {
		w.part(s.Value, in.Value, "v", "b.Value(i)")
	}
	rec := fmt.Sprintf("record.Record[%s, %s]", w.g.slot(in.Key), w.g.slot(in.Value)) + w.recordFields(d, "key", "v", "b.TS(i)", "b.Headers(i)")
	w.f("return %s, true", w.g.callFrom("o", s.Fn, rec, "partitionTime"))
}

// part decodes the key or value of a record outside of its lane: what is malformed is reported there.
func (w *writer) part(c *topo.Codec, slot plan.Slot, name, src string) {
	dec := w.g.decoder(c, plan.Demand{All: true, Any: true})
	if w.g.err != nil {
		return
	}
	typ := w.g.slot(slot)
	w.f("var %s %s\nif raw := %s; raw != nil {", name, typ, src)
	target := name
	if isPointer(slot) {
		target = "decoded"
		w.f("var decoded %s", typ[1:])
	}
	if dec.Total {
		w.f("%s = %s", target, w.g.text(dec.Value(jen.Id("raw"))))
	} else {
		w.f("if !%s {\nreturn 0, false\n}", w.g.text(dec.Call(jen.Id("raw"), jen.Id(target))))
	}
	if isPointer(slot) {
		w.f("%s = &decoded", name)
	}
	w.f("}")
}

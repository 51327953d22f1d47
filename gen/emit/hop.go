package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// field of a hop record, beside Head.
type field struct{ name, typ string }

// hopFields are what travels: what is needed on the other side.
func (g *gen) hopFields(h *plan.Hop) (fs []field) {
	r, need := h.Record, h.Need
	text := isString(h.Key) || isBytes(h.Key)
	if need.Key || need.KeyBytes && text {
		fs = append(fs, field{"Key", g.slot(r.Key)})
	}
	if need.KeyBytes && !text {
		typ := "[]byte"
		if n := g.appender(h.Key).Size; n > 0 {
			typ = fmt.Sprintf("[%d]byte", n)
		}
		fs = append(fs, field{"KeyBytes", typ})
	}
	if carried(need.Value) {
		fs = append(fs, field{"Value", g.slot(r.Value)})
	}
	if j := h.Foreign; j != nil {
		if h == j.Asked {
			return append(fs, field{"Sub", "join.Subscription"})
		}
		fs = append(fs, field{"Sum", "join.Sum"})
	}
	if flagged(r.Value.Null, carried(need.Value)) {
		fs = append(fs, field{"NoValue", "bool"})
	}
	if r.Old {
		if carried(need.Old) {
			fs = append(fs, field{"Old", g.slot(r.Value)})
		}
		if flagged(r.OldNull, carried(need.Old)) {
			fs = append(fs, field{"NoOld", "bool"})
		}
	}
	return fs
}

// flagged: a null has to be told beside the value.
func flagged(n plan.Null, carried bool) bool { return n == plan.Flag || n == plan.Nil && !carried }

// hops declares the records that hop.
func (g *gen) hops() {
	for _, h := range g.p.Hops {
		g.record(h, fmt.Sprintf("%s hops from stage %d to stage %d, in place of topic %s-repartition.", h.Type, h.From.Index, h.To.Index, h.Base))
	}
}

// record declares the type of a hop's record.
func (g *gen) record(h *plan.Hop, comment string) {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\ntype %s struct {\nlane.Head\n", comment, h.Type)
	for _, f := range g.hopFields(h) {
		fmt.Fprintf(&b, "%s %s\n", f.name, f.typ)
	}
	b.WriteString("}")
	g.decl("%s", b.String())
}

// hop sends the record to the lane of its key.
func (w *writer) hop(s *plan.Step, e *env) {
	h := s.Hop
	if h.Partitioner != nil {
		if e.key.null != "" && h.Filter >= 0 && !h.Nulls {
			w.dropIf(e.key.null, h.Filter, "NullKey")
			e.key.null = ""
		}
		w.hopTo(s, e)
		return
	}
	x := w.fresh("x")
	switch null := e.key.null; {
	case null == "" || h.Filter < 0: // of a table's groups only those with a key are sent
		w.show(s, e)
		w.next(s, e, x+" := ", x)
		w.fill(s, e, x)
	case h.Nulls:
		w.show(s, e)
		w.f("var %s *%s\nif %s {", x, h.Type, null)
		w.f("%s = s.%s.NextNull()", x, h.Field)
		w.f("%s.Head = lane.Head{%s, TS: %s, Null: true}", x, e.from(), e.ts)
		w.f("} else {")
		w.next(s, e, x+" = ", x)
		w.f("}")
		w.fill(s, e, x)
	default:
		w.f("if %s {\nl.Drop(%s, abi.NullKey)\n} else {", null, w.g.node(h.Filter))
		present := *e
		present.key.null = ""
		w.show(s, &present)
		w.next(s, &present, x+" := ", x)
		w.fill(s, &present, x)
		w.f("}")
	}
}

// next takes the place of the record and says where it goes.
func (w *writer) next(s *plan.Step, e *env, assign, x string) {
	h := s.Hop
	present := *e
	present.key.null = ""
	kb := w.keyBytes(&present, h.Key, s.Node)
	hash := w.fresh("hash")
	w.f("%s := codec.Murmur2(%s)", hash, kb)
	w.f("%ss.%s.Next(%s)", assign, h.Field, hash)
	w.f("%s.Head = lane.Head{%s, Hash: %s, TS: %s, Part: codec.Partition(%s, s.%s.Parts())}", x, e.from(), hash, e.ts, hash, h.Field)
	w.hopKey(h, x, kb)
}

// hopKey sets the bytes of the key, if they travel.
func (w *writer) hopKey(h *plan.Hop, x, kb string) {
	for _, f := range w.g.hopFields(h) {
		switch {
		case f.name != "KeyBytes":
		case f.typ == "[]byte":
			w.f("%s.KeyBytes = append([]byte(nil), %s...)", x, kb)
		default:
			w.f("copy(%s.KeyBytes[:], %s)", x, kb)
		}
	}
}

// fill sets what travels beside Head.
func (w *writer) fill(s *plan.Step, e *env, x string) {
	w.fillNew(s.Hop, e, x)
	for _, f := range w.g.hopFields(s.Hop) {
		switch f.name {
		case "Old":
			w.f("%s.Old = %s", x, e.old.expr)
		case "NoOld":
			w.f("%s.NoOld = %s", x, boolean(e.old.null))
		}
	}
}

// fillNew sets the key and the new value.
func (w *writer) fillNew(h *plan.Hop, e *env, x string) {
	for _, f := range w.g.hopFields(h) {
		v := ""
		switch f.name {
		case "Key":
			v = e.key.expr
		case "Value":
			v = e.val.expr
		case "NoValue":
			v = boolean(e.val.null)
		default:
			continue
		}
		w.f("%s.%s = %s", x, f.name, v)
	}
}

// nullBytes has a null key that hopped have none: the record's place has the bytes of another key, or zeros.
func (w *writer) nullBytes(e *env) {
	if e.rawKey == "" || e.key.null == "" {
		return
	}
	kb := w.fresh("kb")
	w.lazy(kb, "var %s []byte\nif %s {\n%s = %s\n}", kb, not(e.key.null), kb, e.rawKey)
	e.rawKey = kb
}

// hopEntry spells the entry of a hop.
func (g *gen) hopEntry(s *plan.Step) {
	h := s.Hop
	w := g.writer("continue")
	w.loop, w.entry = true, true
	for _, n := range []string{"l", "r", "i", "recs", "from", "s"} {
		w.names[n] = true
	}
	e := &env{head: "&r.Head", fields: "B: r.B, I: r.I", bare: bare(s, "r"), origin: "r.Source()", batch: "r.B", index: "r.I", ts: "r.TS", hash: "r.Hash", part: "r.Part", headers: "r.Headers()", at: "i"}
	e.key, e.val, e.old = cell{slot: s.In.Key}, cell{slot: s.In.Value}, cell{slot: s.In.Value}
	if h.Nulls && s.In.Key.Null != plan.Never {
		e.key.null = "r.Null"
	}
	if s.In.RawValue != nil {
		e.raw = "r.B.Value(r.I)"
	}
	for _, f := range g.hopFields(h) {
		switch f.name {
		case "Key":
			e.key.expr = "r.Key"
		case "KeyBytes":
			if e.rawKey = "r.KeyBytes"; f.typ != "[]byte" {
				e.rawKey += "[:]"
			}
			e.keyCodec = h.Key
		case "Value":
			if e.val.expr = "r.Value"; s.In.Value.Null == plan.Nil {
				e.val.null = "r.Value == nil"
			}
		case "NoValue":
			e.val.null = "r.NoValue"
		case "Old":
			if e.old.expr = "r.Old"; s.In.OldNull == plan.Nil {
				e.old.null = "r.Old == nil"
			}
		case "NoOld":
			e.old.null = "r.NoOld"
		}
	}
	e.lookupKey(s.In.KeyCodec)
	w.nullBytes(e)
	w.nextTask(s, e)
	w.children(s, e)
	body := w.text()
	if len(s.Next) == 0 {
		g.decl("// %s is the entry of what a table lets go that is only looked into.\nfunc (s *%s) %s([]%s, int) {}", s.Name, s.Stage.Type, s.Name, h.Type)
		return
	}
	more := ""
	if w.mayStop {
		more = " && l.Stopped() == nil"
	}
	what := "the hop"
	if s.Held != nil {
		what = "what the " + s.Held.Word() + " lets go"
	}
	g.decl("// %s is the entry of %s: %s.\nfunc (s *%s) %s(recs []%s, from int) {\nl := s.lane\n%sfor i := from; i < len(recs)%s; i++ {\nl.At, l.Node = i, %s\nr := &recs[i]\n%s}\n}",
		s.Name, what, below(s), s.Stage.Type, s.Name, h.Type, w.ahead(), more, g.node(s.Node), body)
	if len(s.Touches) > 0 {
		g.hopPrefetch(s, e)
	}
}

// below is what an entry does, in words.
func below(s *plan.Step) string {
	if len(s.Next) == 1 && s.Next[0].Method == "" {
		return chain(s.Next[0])
	}
	var words []string
	for _, n := range s.Next {
		words = append(words, n.Kind.String())
	}
	return strings.Join(words, "; ")
}

func (g *gen) hopPrefetch(s *plan.Step, e *env) {
	null := ""
	if s.Hop.Nulls {
		null = "r.Null"
	}
	g.prefetch(s, "recs []"+s.Hop.Type, "i := range recs", "recs", "r := &recs[i]", null, "r.Part, "+e.entryKey+", r.Hash")
}

// prefetch declares what looks up the keys of an entry's batches. What is the stage's is in variables, or the loop would load it
// for each record.
func (g *gen) prefetch(s *plan.Step, params, loop, list, record, null, key string) {
	w := g.writer("continue")
	for _, n := range []string{"s", "b", "refs", "recs", "i", "r", "key", "latest", "row"} {
		w.names[n] = true
	}
	var ats, tables []string
	for _, st := range s.Touches {
		at, table := w.fresh(atField(st)), w.fresh(holder(st))
		ats, tables = append(ats, at), append(tables, table)
		w.f("%s, %s := store.Fit(s.%s, len(%s)), s.%s.Table", at, table, atField(st), list, holder(st))
	}
	w.f("for %s {\n%s", loop, record)
	if null != "" {
		w.f("if %s {", null)
		for _, at := range ats {
			w.f("%s[i] = 0", at)
		}
		w.f("continue\n}")
	}
	for k, st := range s.Touches {
		w.f("%s[i] = %s.Probe(%s, &s.%s.Misses)", ats[k], tables[k], key, holder(st))
	}
	w.f("}")
	for k, st := range s.Touches {
		w.f("s.%s = %s", atField(st), ats[k])
	}
	g.late(w, s)
	name := prefetchName(s)
	g.decl("// %s looks up a batch's keys and notes those that the durable store must be asked for.\nfunc (s *%s) %s(%s) {\n%s}",
		name, s.Stage.Type, name, params, w.text())
}

// prefetchName is the entry's own, or that of an earlier source that looks up the same.
func prefetchName(s *plan.Step) string {
	for _, e := range s.Stage.Entries {
		if e.Kind == plan.SourceIn && s.Kind == plan.SourceIn && slices.Equal(e.Touches, s.Touches) {
			s = e
			break
		}
	}
	return "prefetch" + strings.TrimPrefix(strings.TrimPrefix(title(s.Name), "Read"), "Receive")
}

func atField(st *plan.Store) string { return "at" + title(holder(st)) }

// holder is the field that has the table of a store's rows.
func holder(st *plan.Store) string {
	if st.Join != nil {
		return st.Join.Field
	}
	return st.Field
}

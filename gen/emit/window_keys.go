package emit

import (
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// windowKey makes the record's key that of a window.
func (w *writer) windowKey(s *plan.Step, out *env, start, end string) {
	key := w.fresh("key")
	w.lazy(key, "%s := record.Windowed[%s]{Key: %s, Start: %s, End: %s}", key, w.g.slot(s.In.Key), out.key.expr, start, end)
	out.key, out.rawKey, out.entryKey = cell{expr: key, slot: s.Out.Key}, "", ""
}

// windowed says whether the record's key is that of a window, whose rows are found by other bytes than the entry's key.
func (e *env) windowed() bool { return e.key.slot.Windowed && e.entryKey == "" }

// windowRow spells the row of a window in the store of its aggregation. That is of the window's own key, which needs asking
// for where the record at hand is another key's.
func (w *writer) windowRow(t *plan.Step, e *env, inner bool) cell {
	st, out, row := t.Store, t.Out.Value, w.fresh("row")
	of := *e
	of.key = cell{expr: e.key.expr + ".Key", slot: e.key.slot.Inner()}
	key := w.bytes(&of, of.key, "s.kbuf", st.Key, st.Node)
	end := ""
	if st.Window.Listed {
		end = ", " + e.key.expr + ".End"
	}
	w.f("%s := s.%s.Row(%s, codec.String(%s), %s, %s.Start%s)", row, st.Field, e.part, key, e.hash, e.key.expr, end)
	null, ts, value := row+" == nil", row+".TS", row+".Agg"
	if st.Window.Kind == plan.SessionWindows {
		ts = row + ".End"
	}
	if w.g.keeps(st) == eager {
		value += ".V"
	}
	if inner {
		w.f("if %s {\n%s\n}", null, w.drop)
		null = ""
	}
	if !isPointer(out) {
		return cell{expr: value, null: null, slot: out.OrNull(), ts: ts}
	}
	return w.rowPointer(out, value, null, ts)
}

// boundsLen is how many bytes of a windowed key are the window's; 0: it isn't one.
func boundsLen(c *topo.Codec) int {
	switch kind(c) {
	case "TimeWindowed":
		return 8
	case "SessionWindowed":
		return 16
	}
	return 0
}

// byInnerKey writes a record to the partition of the key that its windowed key has in it, as Kafka Streams does at sinks.
func (w *writer) byInnerKey(e *env, topic, kb, vb string, bounds int) {
	key := w.fresh("wkey")
	w.f("%s := %s", key, kb)
	if e.key.null != "" {
		w.f("if %s {\n%s.AppendKeyed(%s, nil, %s, %s)\n} else {", e.key.null, topic, e.ts, vb, e.headers)
		defer w.f("}")
	}
	w.f("%s.Append(codec.Murmur2(%s[:len(%s)-%d]), %s, %s, %s, %s)", topic, key, key, bounds, e.ts, key, vb, e.headers)
}

// rowOf is the record as a store looks it up. One that isn't of windows does it for the key of a window that was made here by
// all of that key's bytes, which lie in a buffer.
func (w *writer) rowOf(st *plan.Store, e *env, buf string) *env {
	if !e.windowed() || st.Window != nil {
		return e
	}
	row := *e
	key := w.fresh("wkey")
	w.f("%s := %s", key, w.bytes(e, e.key, buf, st.Key, st.Node))
	row.entryKey, row.hash, row.ask = "codec.String("+key+")", "codec.Murmur2("+key+")", true
	return &row
}

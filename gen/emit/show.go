package emit

import (
	"github.com/stoatgen/stoatgen/gen/plan"
)

// show writes a record that hops as that of the repartition topic, for a test driver that wants to see it.
func (w *writer) show(s *plan.Step, e *env) { w.showIn(s, e, "") }

// showIn is show in a partition that a partitioner has named.
func (w *writer) showIn(s *plan.Step, e *env, part string) {
	h := s.Hop
	if h.Shown == nil {
		return
	}
	to := h.Field + ".Show("
	if part != "" {
		to = h.Field + ".ShowIn(" + part + ", "
	}
	w.f("if s.%s.Shown() {", h.Field)
	kb := w.keyBytes(e, h.Key, s.Node)
	if s.In.RawValue != nil {
		w.f("s.%s%s, %s, %s.Value(%s), %s)\n}", to, e.ts, kb, e.batch, e.index, e.headers)
		return
	}
	now := w.shownBytes(h, e.val)
	if s.In.Old {
		was := w.shownBytes(h, e.old)
		now = "codec.AppendChange(nil, " + now + ", " + was + ")"
	}
	w.f("s.%s%s, %s, %s, %s)\n}", to, e.ts, kb, now, e.headers)
}

// shownBytes spells the bytes of a value that is shown, nil for null and for one that has none.
func (w *writer) shownBytes(h *plan.Hop, v cell) string {
	if v.null == "true" {
		return "nil"
	}
	call, fails := w.g.appendTo("[]byte{}", v.elem(), h.Shown)
	if v.null == "" && !fails {
		return call
	}
	data := w.fresh("data")
	if v.null == "" {
		w.f("%s, _ := %s", data, call)
		return data
	}
	w.f("var %s []byte", data)
	if fails {
		w.f("if %s {\n%s, _ = %s\n}", not(v.null), data, call)
	} else {
		w.f("if %s {\n%s = %s\n}", not(v.null), data, call)
	}
	return data
}

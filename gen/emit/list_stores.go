package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// listStore makes a store of lists.
func (g *gen) listStore(st *plan.Store, set func(string, ...any)) {
	w, a := st.Window, g.agg(st)
	kind := map[plan.WindowKind]string{plan.TimeWindows: "Time", plan.SlidingWindows: "Sliding", plan.SessionWindows: "Session"}[w.Kind]
	more := ""
	if w.OnClose {
		more = "OnClose: true, Alone: l.Lanes == 1, Every: l.CloseEvery(), Owns: l.Owns,\n"
		if st.Stage.ByPartition {
			more = strings.Replace(more, "Owns: l.Owns", "Part: l.OwnsPartition", 1)
		}
	}
	if g.tallied(st) {
		more += fmt.Sprintf(`Advance: %d, Count: func(w []window.Span[%s], n, ts int64, epoch uint32) {
	for i := range w {
		w[i].Agg += n
		w[i].Mark(ts, epoch)
	}
},
`, w.Advance, a)
	}
	if w.Unlimited != nil {
		more += "From: " + parts(w.Unlimited) + ".UnixMilli(),\n"
	}
	set(`s.%s = &window.Lists[%s]{
	Table: store.NewTable[window.List[%s]](&s.Epoch), CF: %d, Kind: window.%s,
	Size: %d, Grace: %d, Retention: %d,
	%sAppend: put%s, Decode: get%s,
	Stored: -1, Emitted: -1, Next: -1,
}`,
		st.Field, a, a, st.Index+1, kind, w.Size, w.Grace, w.Retention, more, title(st.Row), title(st.Row))
}

// listMarks are the marks of a store of lists.
func listMarks(st *plan.Store) []string {
	switch {
	case st.Window == nil || !st.Window.Listed:
		return nil
	case st.Window.OnClose:
		return []string{"Stored", "Emitted", "Next"}
	}
	return []string{"Stored"}
}

// listLayout is the fingerprint of windows that are kept as lists.
func listLayout(w *plan.Windows) string {
	kind := [...]string{"windows", "sliding windows", "sessions"}[w.Kind]
	return fmt.Sprintf("list of %s %d/%d/%d/%d", kind, w.Size, w.Advance, w.Grace, w.Retention)
}

package emit

import (
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// intoVersions puts a record into a versioned table: of each time the last by offset, dropped if it is older than the history.
func (w *writer) intoVersions(s *plan.Step, e *env) {
	w.dropNullKey(s, e)
	raw := w.ownBytes(s, e, e.val)
	out := *e
	out.old = w.latestVersion(s, e)
	out.stale = w.putVersion(s, e, raw, e.ts)
	w.children(s, &out)
}

// ownBytes spells a copy of a value's bytes, nil for a null.
func (w *writer) ownBytes(s *plan.Step, e *env, v cell) string {
	st := s.Store
	kept := w.fresh("kept")
	if s.Kind == plan.Table && e.raw != "" && s.In.RawValue != nil && s.In.RawValue.Equal(st.Value) {
		w.f("%s := bytes.Clone(%s)", kept, w.rawBytes(s, e))
		return kept
	}
	call, fails := w.g.appendTo("[]byte{}", v.elem(), st.Value)
	w.f("var %s []byte", kept)
	w.provided(v.there(), func() { w.set(s, e, kept, call, fails) })
	return kept
}

// version spells a look-up of one version of the record's key.
func (w *writer) version(st *plan.Store, e *env, asOf string) string {
	e = w.rowOf(st, e, "s.kbuf")
	method, more := "Latest", ""
	if asOf != "" {
		method, more = "AsOf", ", "+asOf
	}
	return fmt.Sprintf("s.%s.%s(%s, %s, %s, %s%s)", st.Field, method, w.place(st, e), e.part, e.entryKey, e.hash, more)
}

// latestVersion is the value ahead of a change, copied: a put moves versions.
func (w *writer) latestVersion(s *plan.Step, e *env) cell {
	if !s.SendOld {
		return cell{slot: s.Out.Value}
	}
	old, none, x := w.fresh("old"), w.fresh("noOld"), w.fresh("latest")
	look := w.version(s.Store, e, "")
	w.when(func(used func(string) bool) string {
		switch value, absent := used(old), used(none); {
		case value && absent:
			return qualify(fmt.Sprintf(`var %s %s
%s := true
if %s := %s; %s != nil {
	%s, %s = %s.V, false
}
`,
				old, w.g.typ(s.Store.Elem), none, x, look, x, old, none, x))
		case value:
			return qualify(fmt.Sprintf("var %s %s\nif %s := %s; %s != nil {\n%s = %s.V\n}\n", old, w.g.typ(s.Store.Elem), x, look, x, old, x))
		case absent:
			return qualify(fmt.Sprintf("%s := %s == nil\n", none, look))
		}
		return ""
	})
	return cell{expr: w.share(s.Out.Value, old), null: none, slot: s.Out.Value}
}

// oldWanted says whether a child looks at old values.
func oldWanted(s *plan.Step) bool {
	return slices.ContainsFunc(s.Next, func(n *plan.Step) bool { return n.Kind != plan.ToStream })
}

// putVersion sets a version, ends the record where it is too old, and gives the condition that it isn't the latest.
func (w *writer) putVersion(s *plan.Step, e *env, raw, ts string) (stale string) {
	st, to := s.Store, w.fresh("validTo")
	e = w.rowOf(st, e, "s.kbuf")
	w.f("%s := s.%s.Set(%s, %s, %s, %s, %s, %s)", to, st.Field, w.place(st, e), e.part, e.entryKey, e.hash, raw, ts)
	w.f("if %s == record.NotPut {\nl.Drop(%s, abi.Late)\n%s\n}", to, w.g.node(s.Node), w.drop)
	return to + " != record.Latest"
}

// onlyLatest ends a record that changes a version that isn't its key's latest: such a change is none of what is computed
// from latest versions.
func (w *writer) onlyLatest(s *plan.Step, e *env) {
	if e.stale != "" && s.In.Stale {
		w.dropIf(e.stale, s.Node, "Late")
		e.stale = ""
	}
}

// versionRow spells what aggregate reads of a key: the latest version in the place of an entry.
func (w *writer) versionRow(s *plan.Step, e *env) (x string) {
	x = w.fresh("x")
	w.f(`var %s struct {
	%s bool
	%s struct {
		%s %s
		%s int64
	}
}`, x, qual("", "Live"), qual("", "Val"), qual("", "V"), w.g.typ(s.Store.Elem), qual("", "TS")) // fields, whatever the package calls so
	v := w.fresh("latest")
	w.f("if %s := %s; %s != nil {\n%s.Live, %s.Val.V, %s.Val.TS = true, %s.V, %s.TS\n}", v, w.version(s.Store, e, ""), v, x, x, x, v, v)
	return x
}

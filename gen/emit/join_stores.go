package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// untimed stores keep timestamps beside the value.
func untimed(st *plan.Store) bool { return st.Window != nil || st.Join != nil }

// joinFields declares a store of a stream-stream join.
func (g *gen) joinFields(st *plan.Store, field func(string, ...any)) {
	if st == st.Join.Shared {
		field("%s *join.Pending", st.Field)
		return
	}
	if j := st.Join; st == j.Left {
		field("%s *join.Sides[%s, %s]", j.Field, g.agg(j.Left), g.agg(j.Right))
		field("%s []store.At // of the running batch's records", atField(st))
		if j.Windowed() {
			field("%s []byte // the key of a window, while the record is joined", rowKey(j))
		}
	}
	field("%s *join.Side[%s]", st.Field, g.agg(st))
}

// rowKey is where the bytes of a window's key lie for as long as results are sent.
func rowKey(j *plan.StreamJoin) string { return j.Field + "Key" }

func (g *gen) joinStore(st *plan.Store, set func(string, ...any)) {
	j, row := st.Join, title(st.Row)
	if st == j.Shared {
		set("s.%s = join.NewPending(&s.Epoch, %d, %d, %d, l.JoinEvery(), l.Owns)", st.Field, st.Index+1, j.After+j.Grace, j.Before+j.Grace)
		if st.Stage.ByPartition {
			set("s.%s.Part = l.OwnsPartition", st.Field)
		}
		return
	}
	set("s.%s = join.NewSide(%d, %d, put%s, get%s)", st.Field, st.Index+1, j.Retention(), row, row)
	if st == j.Right {
		set("s.%s = join.NewSides(&s.Epoch, s.%s, s.%s)", j.Field, j.Left.Field, st.Field)
	}
}

// mark is a number that a restart gives back: where it lies, and what it is called.
type mark struct{ expr, name string }

// joinMarks are a join's stream time, then what its stores have. A side's clock has the store's name: its rows expire by it.
func joinMarks(j *plan.StreamJoin) (all []mark) {
	all = append(all, mark{j.Time, j.Left.Name + "/time"})
	for _, st := range []*plan.Store{j.Left, j.Right} {
		all = append(all, mark{st.Field + ".Seen", st.Name}, mark{st.Field + ".Seq", st.Name + "/seq"})
	}
	if st := j.Shared; st != nil {
		all = append(all, mark{st.Field + ".First", st.Name + "/first"}, mark{st.Field + ".Next", st.Name + "/next"})
	}
	return all
}

// markNames are the names of all marks of a stage, in their order; nil if they are those of its window stores.
func (g *gen) markNames(s *plan.Stage) (names []string) {
	if len(s.Joins) == 0 && len(bufferMarks(s)) == 0 && !slices.ContainsFunc(s.StreamTimes, (*plan.Step).Listed) {
		return nil
	}
	for _, t := range s.StreamTimes {
		name := t.Store.Name
		for i := 2; slices.Contains(names, name); i++ { // the streams of a cogroup have a time each
			name = fmt.Sprint(t.Store.Name, "/", i)
		}
		names = append(names, name)
	}
	for _, st := range s.Stores {
		for _, m := range listMarks(st) {
			names = append(names, st.Name+"/"+strings.ToLower(m))
		}
	}
	for _, j := range s.Joins {
		for _, m := range joinMarks(j) {
			names = append(names, m.name)
		}
	}
	for _, m := range bufferMarks(s) {
		names = append(names, m.name)
	}
	return names
}

// late looks up ahead what unmatched records of joins meet below, if the batch at hand may close their windows.
func (g *gen) late(w *writer, s *plan.Step) {
	if len(s.Late) == 0 {
		return
	}
	if s.Kind == plan.SourceIn {
		w.f("latest := int64(-1)\nfor _, r := range refs {\nlatest = max(latest, b.TS(r.I))\n}")
	} else {
		w.f("latest := int64(-1)\nfor i := range recs {\nlatest = max(latest, recs[i].TS)\n}")
	}
	for _, l := range s.Late {
		w.f("for _, row := range s.%s.Before(max(s.%s, latest)) {\nkey := codec.String(row.Key())", l.Join.Shared.Field, l.Join.Time)
		for _, st := range l.Stores {
			w.f("s.%s.Table.Probe(row.Part, key, row.Hash, &s.%s.Misses)", holder(st), holder(st))
		}
		w.f("}")
	}
}

// quoted spells a list of texts.
func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprintf("%q", s)
	}
	return "[]string{" + strings.Join(out, ", ") + "}"
}

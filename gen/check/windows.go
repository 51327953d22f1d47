package check

import (
	"go/token"
	"go/types"
	"math"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// durations: Kafka's time has milliseconds.
func (c *checker) durations(o *topo.Op) {
	check := func(v topo.Value, pos token.Pos) {
		k, ok := v.(topo.Const)
		if !ok || types.TypeString(k.Type, nil) != "time.Duration" {
			return
		}
		if n, ok := topo.Int(k); ok && n%int64(time.Millisecond) != 0 {
			c.say(o, pos, "ST704", "round it to milliseconds", "%s is not whole milliseconds", time.Duration(n))
		}
	}
	for i, a := range o.Args {
		check(a, argPos(o.ArgPos, i, o.Pos))
	}
	o.Settings(func(s *topo.Setting) {
		for i, a := range s.Args {
			check(a, argPos(s.ArgPos, i, s.Pos))
		}
	})
}

// sizes: counts are at least 1, durations not negative. Windows and joins have rules of their own.
func (c *checker) sizes(o *topo.Op) {
	o.Settings(func(s *topo.Setting) {
		if len(s.Args) == 0 {
			return
		}
		n, ok := topo.Int(s.Args[0])
		if !ok {
			return
		}
		pos := argPos(s.ArgPos, 0, s.Pos)
		switch s.Name {
		case "LRU", "MaxRecords", "MaxBytes":
			if n < 1 {
				c.say(o, pos, "ST604", "give at least 1", "%s of %d", s.Name, n)
			}
		case "Grace":
			if n < 0 {
				c.say(o, pos, "ST703", "give zero or more", "a grace of %s", time.Duration(n))
			}
		case "Versioned", "Retention", "SegmentInterval", "UntilTimeLimit", "FromDuration", "Offset":
			if n < 0 {
				c.say(o, pos, "ST710", "give zero or more", "%s of %s", s.Name, time.Duration(n))
			}
		}
		for before := s.Recv; before != nil; before = before.Recv {
			if before.Name == s.Name {
				c.say(o, s.Pos, "ST711", "leave one of them out", "%s is set twice", s.Name)
				c.related(before.Pos, "first set here")
				break
			}
		}
	})
	if o.Method == "WindowStore" || o.Method == "TimestampedWindowStore" || o.Method == "HeadersWindowStore" {
		size, ok := topo.Int(o.Args[3])
		keep, ok2 := topo.Int(o.Args[4])
		if ok && size <= 0 {
			c.say(o, argPos(o.ArgPos, 3, o.Pos), "ST701", "give a positive size", "windows of size %s", time.Duration(size))
		} else if ok && ok2 && keep < size {
			c.say(o, argPos(o.ArgPos, 4, o.Pos), "ST706", "keep windows at least for their size",
				"a retention of %s for windows of %s", time.Duration(keep), time.Duration(size))
		}
	}
}

// windows: geometry and retention of a windowed aggregation.
func (c *checker) windows(o *topo.Op) {
	if o.Method == "WindowedBy" || o.Method == "SessionWindowedBy" {
		c.geometry(o, topo.WindowsOf(o))
	}
	keep := o.Opt("Retention")
	if keep == nil || o.Type == "WindowedKTable" {
		return
	}
	w := topo.WindowsOf(o)
	if w == nil || w.Kind == topo.Unlimited {
		return
	}
	need := sum(w.Size, w.Grace)
	if w.Kind == topo.Sliding {
		need = sum(w.Size, w.Size, w.Grace) // windows end and begin at each record
	}
	if got := keep.Duration(0); got < need {
		c.say(o, argPos(keep.ArgPos, 0, keep.Pos), "ST706", "keep windows for "+need.String()+" or more",
			"a retention of %s, the windows can change for %s", got, need)
		c.related(w.Pos, "the windows are declared here")
	}
}

// sum is the longest duration, of 292 years, where there is none so long.
func sum(of ...time.Duration) (total time.Duration) {
	for _, d := range of {
		if d > math.MaxInt64-total {
			return math.MaxInt64
		}
		total += max(d, 0)
	}
	return total
}

// known says whether every argument of the window's call is constant; scan has reported what is not.
func known(s *topo.Setting) bool {
	for _, a := range s.Args {
		if _, ok := a.(topo.Const); !ok {
			return false
		}
	}
	return true
}

func (c *checker) geometry(o *topo.Op, w *topo.Windows) {
	s, ok := o.Args[0].(*topo.Setting)
	if !ok {
		return
	}
	root := s.Root()
	if w.Kind == topo.Unlimited {
		if w.GracePos != token.NoPos {
			c.say(o, w.GracePos, "ST707", "leave the grace out", "unlimited windows have no grace")
		}
		return
	}
	if !known(root) {
		return
	}
	size := argPos(root.ArgPos, 0, root.Pos)
	switch {
	case (w.Kind == topo.Sliding || w.Kind == topo.Session) && w.Size < 0:
		c.say(o, size, "ST701", "give zero or more", "%s of %s", root.Name, w.Size)
	case w.Kind != topo.Sliding && w.Kind != topo.Session && w.Size <= 0:
		c.say(o, size, "ST701", "give a positive size", "%s of size %s", root.Name, w.Size)
	case w.Kind == topo.Hopping && (w.Advance <= 0 || w.Advance > w.Size):
		c.say(o, argPos(root.ArgPos, 1, root.Pos), "ST702", "give a positive advance of at most the size",
			"an advance of %s for windows of size %s", w.Advance, w.Size)
	}
}

// joinWindows: the other record may be earlier or later, but in some order.
func (c *checker) joinWindows(o *topo.Op) {
	w := topo.JoinWindowsOf(o)
	if w == nil {
		return
	}
	if w.Before.Milliseconds()+w.After.Milliseconds() < 0 { // of nanoseconds, twice 150 years would be negative
		c.say(o, w.Pos, "ST705", "make the sum of both zero or more",
			"a join window from %s before to %s after", w.Before, w.After)
	}
}

// graceOfJoin: stream records wait for a table that keeps its past.
func (c *checker) graceOfJoin(o *topo.Op) {
	grace := o.Opt("Grace")
	table := other(o)
	if grace == nil || table == nil || o.Row() != "KStream.JoinTable" && o.Row() != "KStream.LeftJoinTable" {
		return
	}
	history := c.past(table)
	if history == nil {
		c.say(o, grace.Pos, "ST709", "give the table dsl.Versioned(…)", "a grace against a table that keeps no past")
		c.related(table.Pos, "the table is made here")
	} else if keep, wait := history.Duration(0), grace.Duration(0); keep < wait {
		c.say(o, argPos(grace.ArgPos, 0, grace.Pos), "ST709", "make the history at least as long",
			"a grace of %s against a history of %s", wait, keep)
		c.related(history.Pos, "the history is given here")
	}
}

// past is what makes the rows of a table versions: the setting of its own store, or where it has none and computes its rows from
// those upstream, that of theirs. What a join makes has no past but its own.
func (c *checker) past(t *topo.Op) *topo.Setting {
	for ; t != nil; t = t.From() {
		if history := t.Opt("Versioned"); history != nil {
			return history.Root()
		}
		if s := c.t.Of(t).Store; s != nil && s.Materialized || t.Type != "KTable" || strings.Contains(t.Method, "Join") {
			break
		}
	}
	return nil
}

// latest: a suppression holds back what is latest, and has no place for other versions.
func (c *checker) latest(o *topo.Op) {
	if o.Row() != "KTable.Suppress" {
		return
	}
	if history := c.past(o.From()); history != nil {
		c.say(o, o.Pos, "ST712", "keep the past of a table below: suppress the updates of one without", "Suppress of a versioned table")
		c.related(history.Pos, "it is versioned here")
	}
}

// closing: unlimited windows never do.
func (c *checker) closing(o *topo.Op) {
	final := false
	switch o.Method {
	case "EmitStrategy":
		n, _ := topo.Int(o.Args[0])
		final = n == 1
	case "Suppress":
		s, _ := o.Args[0].(*topo.Setting)
		final = s != nil && s.Name == "UntilWindowCloses"
	}
	if w := topo.WindowsOf(o); final && w != nil && w.Kind == topo.Unlimited {
		c.say(o, o.Pos, "ST708", "use OnWindowUpdate, or windows that close",
			"%s of unlimited windows would send nothing", o.Method)
		c.related(w.Pos, "the windows are declared here")
	}
}

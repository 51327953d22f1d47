package topo

import (
	"go/token"
	"time"
)

// WindowKind is what a windowed aggregation goes by.
type WindowKind uint8

const (
	Tumbling WindowKind = iota
	Hopping
	Sliding
	Unlimited
	Session
)

// Windows are the settings of a windowed aggregation. Durations that are not constant are zero: scan has said so.
type Windows struct {
	Kind          WindowKind
	Size          time.Duration // Sliding: the difference; Session: the gap; Unlimited: 0
	Advance       time.Duration // Hopping; Tumbling: the size
	Grace         time.Duration
	Start         Value // Unlimited: a time.Time
	OnWindowClose bool
	Op            *Op // WindowedBy or SessionWindowedBy
	Pos           token.Pos
	GracePos      token.Pos // of the call of Grace; NoPos: none
}

// WindowsOf follows the receivers from a windowed aggregation, or from what came of one, to its windows; nil: not windowed.
func WindowsOf(o *Op) *Windows {
	onClose := false
	for ; o != nil; o = o.From() {
		switch o.Method {
		case "EmitStrategy":
			n, _ := Int(o.Args[0])
			onClose = n == 1 // dsl.OnWindowClose
		case "WindowedBy", "SessionWindowedBy":
			s, _ := o.Args[0].(*Setting)
			w := windows(s)
			w.Op, w.OnWindowClose = o, onClose
			return w
		}
		if !windowedTypes[o.Type] && !windowedTypes[Named(o.Result)] {
			return nil
		}
	}
	return nil
}

// windowedTypes are the types between WindowedBy and KeyAs.
var windowedTypes = map[string]bool{
	"TimeWindowedKStream": true, "SessionWindowedKStream": true, "TimeWindowedCogroupedKStream": true,
	"SessionWindowedCogroupedKStream": true, "WindowedKTable": true, "WindowedKStream": true,
}

func windows(s *Setting) *Windows {
	w := &Windows{}
	for ; s != nil; s = s.Recv {
		w.Pos = s.Pos
		switch s.Name {
		case "Grace":
			if w.GracePos == token.NoPos { // the last call comes first
				w.Grace, w.GracePos = s.Duration(0), s.Pos
			}
		case "Tumbling":
			w.Kind, w.Size, w.Advance = Tumbling, s.Duration(0), s.Duration(0)
		case "Hopping":
			w.Kind, w.Size, w.Advance = Hopping, s.Duration(0), s.Duration(1)
		case "Sliding":
			w.Kind, w.Size = Sliding, s.Duration(0)
		case "Session":
			w.Kind, w.Size = Session, s.Duration(0)
		case "Unlimited":
			w.Kind = Unlimited
			if len(s.Args) > 0 {
				w.Start = s.Args[0]
			}
		}
	}
	return w
}

// Duration is a constant argument as a duration; 0 if it is missing or not constant.
func (s *Setting) Duration(i int) time.Duration {
	if s == nil || i >= len(s.Args) {
		return 0
	}
	n, _ := Int(s.Args[i])
	return time.Duration(n)
}

// JoinWindows are the settings of a stream-stream join.
type JoinWindows struct {
	Before, After, Grace time.Duration
	EagerNulls           bool
	Pos                  token.Pos // of Within
}

// JoinWindowsOf finds the join windows among an Op's arguments; nil: none.
func JoinWindowsOf(o *Op) *JoinWindows {
	for _, a := range o.Args {
		if s, ok := a.(*Setting); ok && Named(s.Type) == "JoinWindows" {
			return joinWindows(s)
		}
	}
	return nil
}

func joinWindows(s *Setting) *JoinWindows {
	w := joinWindowsBefore(s)
	w.Pos = s.Root().Pos
	return w
}

// joinWindowsBefore applies the calls from the first to the last.
func joinWindowsBefore(s *Setting) *JoinWindows {
	if s == nil {
		return &JoinWindows{}
	}
	w := joinWindowsBefore(s.Recv)
	switch d := s.Duration(0); s.Name {
	case "Within":
		w.Before, w.After = d, d
	case "Before":
		w.Before = d
	case "After":
		w.After = d
	case "Grace":
		w.Grace = d
	case "EagerNulls":
		w.EagerNulls = true
	}
	return w
}

// Root is the call that a chain of settings begins with.
func (s *Setting) Root() *Setting {
	for s.Recv != nil {
		s = s.Recv
	}
	return s
}

package topo

import (
	"go/types"
	"slices"
	"strings"
)

// sameSource says whether two streams read the same topics, whatever their order, with the same codecs and options: Kafka
// Streams makes one source of them.
func sameSource(a, b *Op) bool {
	if a.Row() != "Builder.Stream" && a.Row() != "Builder.StreamOf" && a.Row() != "Builder.StreamMatching" {
		return false
	}
	if (a.Method == "StreamMatching") != (b.Method == "StreamMatching") || len(a.Args) == 0 || len(b.Args) == 0 {
		return false
	}
	if a.Method == "StreamMatching" {
		if Text(a.Args[0]) != Text(b.Args[0]) {
			return false
		}
	} else if !sameTopics(topics(a.Args[0]), topics(b.Args[0])) {
		return false
	}
	for _, r := range []Role{KeyRole, ValueRole} {
		x, y := passed(a, r), passed(b, r)
		if x == nil || y == nil || !x.Equal(y) || !types.Identical(x.Type, y.Type) {
			return false
		}
	}
	return sameOptions(a.Opts, b.Opts)
}

func sameTopics(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return len(a) > 0 && slices.Equal(slices.Compact(a), slices.Compact(b))
}

// sameOptions compares what options say, their names apart. A function is the same only if it is the same declared one.
func sameOptions(a, b []*Setting) bool {
	unnamed := func(s *Setting) bool { return s.Name == "Name" }
	a, b = slices.DeleteFunc(slices.Clone(a), unnamed), slices.DeleteFunc(slices.Clone(b), unnamed)
	order := func(x, y *Setting) int { return strings.Compare(x.Name, y.Name) }
	slices.SortFunc(a, order)
	slices.SortFunc(b, order)
	return slices.EqualFunc(a, b, func(x, y *Setting) bool {
		return x.Name == y.Name && slices.EqualFunc(x.Args, y.Args, func(v, w Value) bool {
			f, ok := v.(*Func)
			g, also := w.(*Func)
			if ok && also {
				return f.Obj != nil && f.Obj == g.Obj
			}
			return !ok && !also && Text(v) == Text(w)
		})
	})
}

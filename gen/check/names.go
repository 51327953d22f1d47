package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// legal is what Kafka takes as the name of a topic.
var legal = regexp.MustCompile(`^[a-zA-Z0-9._-]{1,249}$`)

// names: topics, stores and operators, as they become parts of topics' names.
func (c *checker) names(o *topo.Op) {
	check := func(v topo.Value, i int, what string) {
		k, ok := v.(topo.Const)
		if !ok {
			return // scan has said that it is not constant
		}
		if name := topo.Text(k); !legal.MatchString(name) || name == "." || name == ".." {
			c.say(o, argPos(o.ArgPos, i, o.Pos), "ST602", "use letters, digits, '.', '_' and '-', at most 249",
				"%s %q cannot be part of a topic's name", what, name)
		}
	}
	switch o.Row() {
	case "Builder.Stream", "Builder.Table", "Builder.GlobalTable", "Builder.GlobalStore", "Builder.ReadOnlyStore", "KStream.To":
		check(o.Args[0], 0, "topic")
	case "Builder.Store":
		check(o.Args[0], 0, "store")
	case "Builder.StreamOf":
		c.topics(o, check)
	case "Builder.StreamMatching":
		if _, err := regexp.Compile(topo.Text(o.Args[0])); err != nil {
			c.say(o, argPos(o.ArgPos, 0, o.Pos), "ST606", "write a regular expression of Go", "the pattern does not compile: %s",
				strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
	}
	o.Settings(func(s *topo.Setting) {
		if s.Name == "ToFile" && s.Text() == "" && len(s.Args) > 0 && isConst(s.Args[0]) {
			c.say(o, argPos(s.ArgPos, 0, s.Pos), "ST609", "name a file, or leave ToFile out to print to standard output", "ToFile without a name")
		}
		if s.Name != "Name" && s.Name != "As" || len(s.Args) == 0 {
			return
		}
		k, ok := s.Args[0].(topo.Const)
		if name := topo.Text(s.Args[0]); ok && (!legal.MatchString(name) || name == "." || name == "..") {
			c.say(o, argPos(s.ArgPos, 0, s.Pos), "ST602", "use letters, digits, '.', '_' and '-', at most 249",
				"%s %s cannot be part of a topic's name", map[string]string{"Name": "name", "As": "store"}[s.Name], k.Val.ExactString())
		}
	})
}

func (c *checker) topics(o *topo.Op, check func(v topo.Value, i int, what string)) {
	list, ok := o.Args[0].(topo.List)
	if !ok {
		return
	}
	if len(list.Elems) == 0 {
		c.say(o, argPos(o.ArgPos, 0, o.Pos), "ST602", "name at least one", "StreamOf has no topics")
	}
	for _, e := range list.Elems {
		check(e, 0, "topic")
	}
}

func isConst(v topo.Value) bool { _, ok := v.(topo.Const); return ok }

// exclusive are options of which one may be given at most.
var exclusive = [][]string{
	{"InMemory", "LRU", "Versioned"},
	{"Timestamp", "TimestampFunc", "SkipInvalidTimestamps", "PartitionTimeIfInvalid", "WallClockTimestamps"},
	{"FromEarliest", "FromLatest", "FromDuration", "FromNone"},
	{"Partitioner", "MulticastPartitioner"},
	{"Cache", "NoCache"},
}

// options: none twice, and none beside one that it excludes.
func (c *checker) options(o *topo.Op) {
	for i, s := range o.Opts {
		for _, before := range o.Opts[:i] {
			if s.Name == "Changelog" || before.Name == "Changelog" {
				c.changelog(o, before, s)
			} else if s.Root().Name == before.Root().Name || clash(s.Root().Name, before.Root().Name) {
				c.say(o, s.Pos, "ST603", "leave one of them out", "%s beside %s", s.Name, before.Name)
				c.related(before.Pos, before.Name+" is given here")
				break
			}
		}
	}
}

// wraps: one wrapper holds for the whole topology.
func (c *checker) wraps(o *topo.Op) {
	if o.Row() != "Builder.Wrap" {
		return
	}
	first := c.g.Ops[slices.IndexFunc(c.g.Ops, func(x *topo.Op) bool { return x.Row() == o.Row() })]
	if first != o {
		c.say(o, o.Pos, "ST603", "wrap one in the other, and call Wrap with that", "a second wrapper of processors")
		c.related(first.Pos, "the first is given here")
	}
}

// changelog: properties of the changelog topic, each once, and only if there is one.
func (c *checker) changelog(o *topo.Op, before, s *topo.Setting) {
	switch {
	case s.Name == "NoChangelog" || before.Name == "NoChangelog":
		c.say(o, s.Pos, "ST605", "leave one of them out", "%s beside %s", s.Name, before.Name)
		c.related(before.Pos, before.Name+" is given here")
	case s.Name == before.Name && s.Text() == before.Text() && s.Text() != "":
		c.say(o, s.Pos, "ST603", "leave one of them out", "property %s is set twice", strconv.Quote(s.Text()))
		c.related(before.Pos, "first set here")
	}
}

func clash(a, b string) bool {
	for _, group := range exclusive {
		if slices.Contains(group, a) && slices.Contains(group, b) {
			return true
		}
	}
	return false
}

// unnamed warns of stores and repartitions with numbered names: the number changes with any edit above. A global table keeps nothing
// under its store's name.
func (c *checker) unnamed(o *topo.Op) {
	s := c.t.Of(o)
	st := s.Store
	if i := slices.IndexFunc(c.t.Stores, func(x *topo.Store) bool {
		return x.Op == o && !x.Named && (x.Kind == topo.JoinStore || x.Kind == topo.SharedStore)
	}); i >= 0 {
		st = c.t.Stores[i]
	}
	switch {
	case o.Opt("As") != nil: // the name that it has may be wrong, but names has said so
	case st != nil && st.Op == o && st.Materialized && !st.Named && !st.Global:
		fix := `name the store: dsl.As("…")`
		if o.Row() == "KTable.Suppress" || o.Opt("Grace") != nil || scheduled[o.Row()] {
			fix = `name it: dsl.Name("…")`
		}
		c.say(o, o.Pos, "ST601", fix,
			"the store of %s has a numbered name, %s, which changes with any operator added or removed above", o.Method, st.Name)
	case len(s.Repartitions) > 0 && !s.Repartitions[0].Named:
		c.say(o, o.Pos, "ST601", `name it: dsl.Name("…")`,
			"the repartition of %s has a numbered name, %s, which changes with any operator added or removed above", o.Method, s.Repartitions[0].Topic)
	}
}

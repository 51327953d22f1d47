package check

import (
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// unused: results and stores that nothing takes up. A named store is a use: it can be queried.
func (c *checker) unused() {
	for _, o := range c.g.Ops {
		switch {
		case o.Uses > 0 || o.Result == nil:
		case o.Row() == "Builder.Store":
			c.say(o, o.Pos, "ST411", "pass it to a processor, or remove it", "store %q is not used", c.t.Of(o).Store.Name)
		case o.Row() == "KStream.Split":
			c.say(o, o.Pos, "ST413", "call Branch or Default on its result", "the split has no branches: it drops every record")
		case o.Opt("As") != nil, o.Row() == "KStream.Process", o.Row() == "KStream.ProcessValues", scheduled[o.Row()] && len(o.Others()) > 0: // these write to stores too
		case o.Method == "Peek":
			c.say(o, o.Pos, "ST410", "use ForEach, which ends a stream, or send it on", "the result of Peek is not used")
		case o.Type == "Builder" && !o.Table():
			c.say(o, o.Pos, "ST410", "send it on, or remove it", "the stream is not used")
		case o.Type == "Builder":
			c.say(o, o.Pos, "ST410", `use it, name its store with dsl.As("…") so that it can be queried, or remove it`,
				"the table is not used")
		case o.Table():
			c.say(o, o.Pos, "ST410", `send it on, or name its store with dsl.As("…")`, "the result of %s is not used", o.Method)
		default:
			c.say(o, o.Pos, "ST410", "send it on, or remove it", "the result of %s is not used", o.Method)
		}
	}
}

// branches: nothing comes behind the default, which takes all that is left.
func (c *checker) branches() {
	defaults := map[*topo.Op]*topo.Op{}
	for _, o := range c.g.Ops {
		if o.Type != "BranchedKStream" || o.From() == nil {
			continue
		}
		if d := defaults[o.From()]; d != nil {
			c.say(o, o.Pos, "ST412", "call Default last, and once", "%s behind Default gets no records", o.Method)
			c.related(d.Pos, "Default is called here")
		}
		if o.Method == "Default" {
			defaults[o.From()] = o
		}
	}
}

// overlaps: a topic is read in one way, and not written by what reads it.
func (c *checker) overlaps() {
	var sources []*topo.Node
	for _, n := range c.t.Nodes {
		if n.Kind == topo.Source && !n.Internal && len(n.Topics) > 0 {
			sources = append(sources, n)
		}
	}
	for i, n := range sources {
		for _, before := range sources[:i] {
			if topic := common(n, before); topic != "" {
				c.say(n.Op, argPos(n.Op.ArgPos, 0, n.Op.Pos), "ST404", "read it once, and use the stream or table twice",
					"topic %q is also read by another source, in another way", topic)
				c.related(before.Op.Pos, "it is read by "+before.Op.Method+" here")
				break
			}
		}
	}
	for _, n := range c.t.Nodes {
		if n.Kind != topo.Sink || n.Internal || n.Topic == "" {
			continue
		}
		for _, s := range sources {
			if slices.Contains(s.Topics, n.Topic) && above(n, s) {
				c.say(n.Op, argPos(n.Op.ArgPos, 0, n.Op.Pos), "ST414", "write to another topic",
					"topic %q is read by the stream that is written to it", n.Topic)
				c.related(s.Op.Pos, "it is read here")
			}
		}
	}
}

func common(a, b *topo.Node) string {
	for _, t := range a.Topics {
		if slices.Contains(b.Topics, t) {
			return t
		}
	}
	return ""
}

// above says whether s is among what n descends from, through repartitions too.
func above(n, s *topo.Node) bool {
	seen := map[*topo.Node]bool{}
	var climb func(*topo.Node) bool
	climb = func(x *topo.Node) bool {
		if x == nil || seen[x] {
			return false
		}
		seen[x] = true
		return x == s || slices.ContainsFunc(x.Parents, climb)
	}
	return climb(n)
}

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

// overlaps: a topic is read in one way.
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
}

func common(a, b *topo.Node) string {
	for _, t := range a.Topics {
		if slices.Contains(b.Topics, t) {
			return t
		}
	}
	return ""
}

package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// Printing is an operator that prints.
type Printing struct {
	Index int
	Node  int
	Label string
	Path  string // "": standard output
	Field string
}

// print is Print. Its label is the name of the node above, as in Kafka Streams.
func (b *builder) print(o *topo.Op) {
	s := b.step(o, Print, b.input(o, 0))
	if f := b.fn(s, arg(o.Opt("Format"), 0), "Format"); f != nil {
		s.Fns = append(s.Fns, f)
	}
	p := &Printing{Index: len(b.p.Prints), Node: s.Node, Path: o.Opt("ToFile").Text(), Field: s.Stage.names.take("printer")}
	if p.Label = b.t.Of(o).Node.Parents[0].Name; o.Opt("Label") != nil {
		p.Label = o.Opt("Label").Text()
	}
	s.Print = p
	b.p.Prints = append(b.p.Prints, p)
	s.Stage.Prints = append(s.Stage.Prints, p)
}

// printNeeds is all of what is printed, or what the function reads.
func printNeeds(s *Step) Need {
	if len(s.Fns) == 0 {
		return Need{Key: true, Value: allOf}
	}
	return Need{Key: true, Value: s.reads(0, 1)}
}

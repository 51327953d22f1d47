package plan

import (
	"github.com/stoatgen/stoatgen/gen/topo"
)

func (b *builder) source(o *topo.Op) {
	if s := b.t.Of(o); len(s.Nodes) == 0 { // what another stream reads, too
		b.result[o] = b.result[s.Node.Op]
		return
	}
	b.result[o] = b.read(o)
}

func (b *builder) tableSource(o *topo.Op) {
	in := b.read(o)
	s := b.step(o, Table, in)
	b.fill(s)
}

// read is the entry that reads an operator's topics.
func (b *builder) read(o *topo.Op) *Step {
	n := b.t.Of(o).Nodes[0]
	s := &Step{Kind: SourceIn, Op: o, Node: b.nodes[n], Stage: b.stages[n]}
	src := &Source{Index: len(b.p.Sources), Node: s.Node, Topics: n.Topics, Pattern: n.Pattern, Stage: s.Stage, Entry: s,
		Key: b.t.Codec(o, topo.KeyRole), Value: b.t.Codec(o, topo.ValueRole)}
	b.codec(o, src.Key, "key")
	b.codec(o, src.Value, "value")
	word := "matching"
	if len(n.Topics) > 0 {
		word = camel(n.Topics[0])
	}
	src.Name = s.Stage.names.take("read" + upper(word))
	s.Source, s.Name = src, src.Name
	b.timestamps(s, src)
	if !s.Stage.Global {
		b.p.Sources = append(b.p.Sources, src)
	}
	s.Stage.Sources = append(s.Stage.Sources, src)
	s.Stage.Entries = append(s.Stage.Entries, s)
	b.order = append(b.order, s)
	return s
}

// timestamps reads the options of a source that say what time a record has and where to begin.
func (b *builder) timestamps(s *Step, src *Source) {
	for _, opt := range s.Op.Opts {
		switch opt.Name {
		case "Timestamp":
			src.Extract, src.Fn = FromValue, b.fn(s, arg(opt, 0), "Time")
		case "TimestampFunc":
			src.Extract, src.Fn = FromRecord, b.fn(s, arg(opt, 0), "Time")
		case "SkipInvalidTimestamps":
			src.Extract = SkipInvalid
		case "PartitionTimeIfInvalid":
			src.Extract = PartitionTime
		case "WallClockTimestamps":
			src.Extract = WallClock
		case "FromDuration":
			src.Reset, src.Back = "ResetBack", opt.Duration(0).Milliseconds()
		case "FromEarliest", "FromLatest", "FromNone":
			src.Reset = "Reset" + opt.Name[len("From"):]
		}
	}
	if src.Extract != ByDefault && src.Extract != WallClock {
		src.Time = b.names.take(b.p.Prefix + upper(src.Name) + "Time")
	}
}

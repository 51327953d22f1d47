package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// partitioner takes up one of the options of an operator that name a partition; nil: none is given. s is the step that writes.
func (b *builder) partitioner(s *Step, o *topo.Op, options ...string) *Partitioner {
	for _, name := range options {
		opt := o.Opt(name)
		fn := b.fn(s, arg(opt, 0), "Partition")
		if fn == nil {
			continue
		}
		p := &Partitioner{Fn: fn, KeyOnly: name == "KeyPartitioner" || name == "OtherKeyPartitioner"}
		if name == "MulticastPartitioner" {
			p.Many = s.Stage.names.take("partitions")
		}
		return p
	}
	return nil
}

// Partitioner is the user function that picks the partitions of what a step writes; nil: Kafka's default does.
func (s *Step) Partitioner() *Partitioner {
	switch s.Kind {
	case ToSink:
		return s.Sink.Partitioner
	case HopOut:
		return s.Hop.Partitioner
	case ForeignSubscribe:
		return s.Foreign.Asked.Partitioner
	case ForeignReceive, ForeignAnswer:
		return s.Foreign.Answered.Partitioner
	}
	return nil
}

// Multicasts are the partitioners of a stage that may name several partitions.
func (s *Stage) Multicasts() (all []*Partitioner) {
	add := func(p *Partitioner) {
		if p != nil && p.Many != "" {
			all = append(all, p)
		}
	}
	for _, k := range s.Sinks {
		add(k.Partitioner)
	}
	for _, h := range s.Out {
		add(h.Partitioner)
	}
	return all
}

// partitioned adds what a partitioner reads of the record.
func (n Need) partitioned(p *Partitioner) Need {
	if p == nil {
		return n
	}
	return n.reading(p.Fn.read(1))
}

// reading adds what a function reads of a record.Record.
func (n Need) reading(d Demand) Need {
	n.Key = n.Key || d.Reads("Key")
	if d.Reads("Value") {
		n.Value = allOf
	}
	return n
}

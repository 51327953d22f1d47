package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// without is the topology less operator i: who took it takes its input, or, where that doesn't fit, goes too.
func (t *topology) without(i int) (topology, bool) {
	o := t.Ops[i]
	for _, bypass := range []bool{true, false} {
		if bypass && len(o.In) == 0 {
			continue
		}
		gone := map[int]bool{i: true}
		at := map[int]int{}
		s := topology{Name: t.Name, Wrap: t.Wrap}
		for j, p := range t.Ops {
			p.In = slices.Clone(p.In)
			for n, from := range p.In {
				if from == i && bypass {
					from = o.In[0]
				}
				gone[j] = gone[j] || gone[from]
				p.In[n] = at[from]
			}
			if !gone[j] {
				p.Named = p.Named && s.keeps(p)
				at[j] = len(s.Ops)
				s.Ops = append(s.Ops, p)
			}
		}
		s = s.read()
		if _, _, err := s.finished(); err == nil && len(s.Ops) > 0 && len(s.Ops) < len(t.Ops) {
			return s, true
		}
	}
	return topology{}, false
}

// read is the topology less the tables and stores to look into that nobody does.
func (t *topology) read() topology {
	taken, s := t.taken(), topology{Name: t.Name, Wrap: t.Wrap}
	at := map[int]int{}
	for i, o := range t.Ops {
		if !taken[i] && slices.Contains([]string{"global", "globalStore", "globalPast", "readOnly"}, o.What) {
			continue
		}
		o.In = slices.Clone(o.In)
		for n, j := range o.In {
			o.In[n] = at[j]
		}
		at[i] = len(s.Ops)
		s.Ops = append(s.Ops, o)
	}
	return s
}

// shrink drops operators, then inputs, as long as a difference is left; all tries of a round are one batch.
func shrink(ctx context.Context, b bench, f *finding) (trial, string) {
	x, said := f.x, ""
	for ctx.Err() == nil {
		var tries []trial
		for i := len(x.t.Ops) - 1; i >= 0; i-- {
			if s, ok := x.t.without(i); ok {
				s.Name = fmt.Sprintf("%sx%d", x.t.Name, i)
				tries = append(tries, trial{s, x.reads(&s)})
			}
		}
		found, _ := check(ctx, b, tries)
		found = slices.DeleteFunc(found, func(g finding) bool { return g.refused() || g.kind() != f.kind() })
		if len(found) == 0 {
			break
		}
		smallest := slices.MinFunc(found, func(a, b finding) int { return len(a.x.t.Ops) - len(b.x.t.Ops) })
		name := x.t.Name
		x, said = smallest.x, smallest.what
		x.t.Name = name
	}
	if f.unbuilt || b.build(ctx, []topology{x.t}) != nil {
		return x, said
	}
	for ctx.Err() == nil {
		var tries []trial
		for i := range x.steps {
			tries = append(tries, trial{x.t, slices.Delete(slices.Clone(x.steps), i, i+1)})
		}
		found, err := b.try(ctx, append(tries, x))
		if err != nil || len(found) == 0 {
			break
		}
		said = found[len(found)-1].what
		if len(found[0].x.steps) == len(x.steps) {
			break
		}
		x = found[0].x
	}
	return x, said
}

// reads are the inputs that a smaller topology still reads.
func (x *trial) reads(t *topology) []harness.Record {
	topics := t.topics()
	return slices.DeleteFunc(slices.Clone(x.steps), func(s harness.Record) bool { return s.Topic != "" && !slices.Contains(topics, s.Topic) })
}

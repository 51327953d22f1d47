package engine

import (
	"cmp"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// stamp gives a batch's records the timestamps that they are processed with, in the order of the partition, and lists
// those that weren't dropped.
func (f *feed) stamp(p *part, c *chunk) (err error) {
	src := &f.s.Program.Sources[p.source]
	at := uint32(0)
	defer func() {
		if cause := recover(); cause != nil {
			err = f.s.Program.ExtractorPanicked(p.source, c.b, at, cause)
		}
	}()
	rule, now, n := f.s.Config.Timestamps(), f.s.Wall.Now(), uint32(len(c.b.Recs))
	dropped := 0
	c.recs = f.upTo(n)
	for ; at < n; at++ {
		drop, bad := src.Stamp(c.b, at, rule, p.stamped, now)
		if bad != nil {
			return f.s.Program.Unstamped(p.source, c.b, at, bad)
		}
		if drop {
			if dropped++; dropped == 1 {
				c.recs = slices.Clone(c.recs[:at])
			}
			continue
		}
		if dropped > 0 {
			c.recs = append(c.recs, at)
		}
		p.stamped = max(p.stamped, c.b.TS(at))
	}
	if dropped > 0 {
		f.s.drop(src.Node, abi.NegativeTimestamp, uint64(dropped))
	}
	return nil
}

// upTo lists 0 to n-1. The list is shared, so a batch without dropped records costs nothing.
func (f *feed) upTo(n uint32) []uint32 {
	for uint32(len(f.all)) < n {
		f.all = append(f.all, uint32(len(f.all)))
	}
	return f.all[:n:n]
}

// ordered says whether the order among partitions can show: in a window's closing, in what is held back until stream time
// has gone on, or where two sources meet.
func ordered(p *lane.Program) bool {
	for i := range p.Stages {
		if len(p.Stages[i].Sources)+len(p.Stages[i].Hops) > 1 {
			return true
		}
	}
	return slices.ContainsFunc(p.Stores, func(s lane.StoreInfo) bool { return s.Kind.Windowed() || s.Kind == lane.Suppressed })
}

func sorted[V any](m map[kafka.TP]V) []kafka.TP {
	return slices.SortedFunc(maps.Keys(m), func(a, b kafka.TP) int {
		return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition))
	})
}

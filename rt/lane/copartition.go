package lane

import (
	"fmt"
	"strings"
)

// Copartition is what a join reads: sources and hops that must have as many partitions as each other, or records of one
// key would be in different ones. Indices into the Program's lists.
type Copartition struct{ Sources, Hops []int }

// counts says how many partitions each topic of a group's sources has.
func (c *Copartition) counts(p *Program, of func(topic string) int32, match func(pattern string) []string) (topics []string, n []int32) {
	for _, s := range c.Sources {
		for _, t := range p.Sources[s].topics(match) {
			topics, n = append(topics, t), append(n, of(t))
		}
	}
	return topics, n
}

// topics are those that a source reads.
func (s *SourceInfo) topics(match func(pattern string) []string) []string {
	if s.Pattern != "" {
		return match(s.Pattern)
	}
	return s.Topics
}

// Copartitioned says what keeps sources and hops from being joined, nil if nothing does: topics of different partition
// counts, or a repartition whose own number differs from theirs.
func (p *Program) Copartitioned(partitions func(topic string) int32, match func(pattern string) []string) error {
	for i := range p.Copartitions {
		c := &p.Copartitions[i]
		topics, n := c.counts(p, partitions, match)
		for _, h := range c.Hops {
			if k := p.Hops[h].Partitions; k > 0 {
				topics, n = append(topics, p.Hops[h].Name+"-repartition"), append(n, k)
			}
		}
		for k := range n {
			if n[k] == n[0] {
				continue
			}
			var all []string
			for j, t := range topics {
				all = append(all, fmt.Sprintf("%s has %d", t, n[j]))
			}
			return fmt.Errorf("topics not co-partitioned: they are joined, and so need as many partitions as each other: %s; "+
				"repartition one side, or create the topic anew", strings.Join(all, ", "))
		}
	}
	return nil
}

// settle gives the hops that come into a stage the partition count of what they are joined with: that of the topics, else
// the largest of their own.
func (p *Program) settle(stage int, l *Layout, partitions func(topic string) int32, match func(pattern string) []string) {
	for i := range p.Copartitions {
		c := &p.Copartitions[i]
		if len(c.Hops) == 0 || p.Hops[c.Hops[0]].To != stage {
			continue
		}
		most := int32(0)
		_, n := c.counts(p, partitions, match)
		for _, k := range n {
			most = max(most, k)
		}
		for _, h := range c.Hops {
			if p.Hops[h].Partitions > 0 && len(n) == 0 {
				most = p.Hops[h].Partitions
				break
			}
			if len(n) == 0 {
				most = max(most, l.Hops[h])
			}
		}
		for _, h := range c.Hops {
			l.Hops[h] = most
		}
	}
}

// Package state has what stores keep: values without pointers, text, values encoded when they are put, settings of changelogs.
package state

import (
	"errors"
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
)

// Tags is a value with a codec of the user's.
type Tags []string

type tagCodec struct{ sep string }

func (c tagCodec) Append(dst []byte, v Tags) ([]byte, error) {
	for i, t := range v {
		if strings.Contains(t, c.sep) {
			return nil, errors.New("separator in tag " + t)
		}
		if i > 0 {
			dst = append(dst, c.sep...)
		}
		dst = append(dst, t...)
	}
	return dst, nil
}

func (c tagCodec) Decode(src []byte) (Tags, error) {
	if len(src) == 0 {
		return nil, errors.New("no tags")
	}
	return strings.Split(string(src), c.sep), nil
}

// Stats has numbers only.
type Stats struct {
	N   int64
	Sum float64
}

// Pair has strings, so that it is kept by its bytes.
type Pair struct{ First, Last string }

// Tagged keeps values by the user's codec: one that it can't write fails the record ahead of the store.
func Tagged(b *dsl.Builder) {
	b.Codec(dsl.Custom(tagCodec{","}))
	b.Stream("tags", dsl.String(), dsl.Custom(tagCodec{","})).
		GroupByKey().
		Reduce(func(a, v Tags) Tags { return append(a[:len(a):len(a)], v...) }, dsl.As("tags"), dsl.Changelog("retention.ms", "1000"), dsl.Changelog("cleanup.policy", "compact,delete")).
		ToStream().
		To("tags-out")
}

// Numbers keeps numbers, and nothing in a changelog.
func Numbers(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Float64()).
		GroupByKey().
		Aggregate(func() Stats { return Stats{} }, func(_ string, v float64, s Stats) Stats { return Stats{s.N + 1, s.Sum + v} },
			dsl.As("stats"), dsl.Value(dsl.Binary[Stats]()), dsl.NoChangelog(), dsl.NoCache()).
		MapValues(func(s Stats) float64 { return s.Sum / float64(s.N) }).
		ToStream().
		To("means")
}

// Pairs keeps strings, in a row and in windows.
func Pairs(b *dsl.Builder) {
	b.Codec(dsl.Binary[Pair]())
	g := b.Stream("in", dsl.String(), dsl.String()).GroupByKey()
	add := func(_, v string, p Pair) Pair {
		if p.First == "" {
			p.First = v
		}
		p.Last = v
		return p
	}
	g.Aggregate(func() Pair { return Pair{} }, add, dsl.As("pairs")).MapValues(Pair.String).ToStream().To("pairs-out")
	g.WindowedBy(dsl.Tumbling(minute)).Aggregate(func() Pair { return Pair{} }, add, dsl.As("windows")).
		MapValues(Pair.String).ToStream().To("windows-out")
}

// String prints a pair.
func (p Pair) String() string { return p.First + ".." + p.Last }

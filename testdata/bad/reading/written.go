package reading

import (
	"sort"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

type ranks []string

func (r ranks) Append(b []byte, v int) ([]byte, error) { return append(b, r[v]...), nil }

func (r ranks) Decode([]byte) (int, error) { return 0, nil }

type App struct {
	ranks ranks
	start time.Time
	base
}

func (a *App) Expressions(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Custom[int](a.ranks))                                 // want ST229@52 "the expression uses a, the topology's receiver"
	s.GroupByKey().WindowedBy(dsl.Unlimited(a.start)).Count(dsl.As("all")).ToStream().To("all") // want ST229@42 "package variable"
}

func (a *App) Inner(b *dsl.Builder) {
	kept := a.base.keep
	in(b, "a").Filter(func(k, v string) bool { return kept(k, v) }).To("out") // want ST228@52
}

func Changed(b *dsl.Builder) {
	topics, r := []string{"a", "b"}, ranks{"a"}
	topics[1], r[0] = "c", "b"
	for _, t := range topics {
		in(b, t).To("out") // want ST210@3
	}
	b.Stream("in", dsl.String(), dsl.Custom[int](r)).To("ranks") // want ST229@47
}

func fill(topics []string) { topics[0] = "filled" }

func Filled(b *dsl.Builder) {
	sorted, filled, copied := []string{"b", "a"}, []string{"b"}, []string{"b"}
	sort.Strings(sorted)
	fill(filled)
	copy(copied, sorted)
	b.Stream(sorted[0], dsl.String(), dsl.String()).To("sorted") // want ST226@11
	in(b, "x").To(filled[0])                                     // want ST226@16
	in(b, "y").To("z", dsl.Name("n"+copied[0]))                  // want ST226@30
}

func Aliased(b *dsl.Builder) {
	topics, kept := []string{"b", "a"}, []string{"k"}
	same := topics
	var part = same[:1]
	part[0] = "c"
	b.Stream(topics[1], dsl.String(), dsl.String()).To(kept[0]) // want ST226@11
}

func Sparse(b *dsl.Builder) {
	for _, t := range [3]string{0: "a", 2: "c"} {
		in(b, t).To("out") // want ST210@3
	}
}

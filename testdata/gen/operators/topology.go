// Package operators has a topology with an operator of each kind that keeps something back until later: an outer join, sessions,
// a suppression, a foreign-key join and a processor with a schedule. The kill loop runs it (rt/internal/kill).
//
//	events ─┬─ left ──► outer join ◄── right ─┬─► pairs
//	        └─ visits ─► sessions ─┬─► sessions
//	                               └─► suppressed until they close ─► closed
//	orders ─► table ─► foreign-key join ◄─ table ◄─ items      the join ─► priced
//	ticks ─► sums, each ten seconds of stream time ─► sums
//
// What it writes depends on the order of each key's records and on event times alone, on any number of lanes; only of priced
// the last value of a key.
package operators

import (
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Topics. The first letter of an event says what it is: l, r or v.
const (
	EventsTopic   = "events"
	OrdersTopic   = "orders" // the item by order
	ItemsTopic    = "items"  // the price by item
	TicksTopic    = "ticks"
	PairsTopic    = "pairs"
	SessionsTopic = "sessions"
	ClosedTopic   = "closed"
	PricedTopic   = "priced"
	SumsTopic     = "sums"
)

// Times of the topology.
const (
	Apart = 2 * time.Second // of a pair
	Gap   = time.Second     // of sessions
	Grace = time.Second
	Every = 10 * time.Second // of the schedule
)

// Operators is the topology.
func Operators(b *dsl.Builder) {
	events := b.Stream(EventsTopic, dsl.String(), dsl.String())
	events.Filter(left).
		OuterJoin(events.Filter(right), pair, dsl.Within(Apart).Grace(Grace), dsl.As("pairs")).
		To(PairsTopic)

	sessions := events.Filter(visit).
		GroupByKey().
		SessionWindowedBy(dsl.Session(Gap).Grace(Grace)).
		Aggregate(func() int64 { return 0 }, add, func(_ string, a, b int64) int64 { return a + b }, dsl.As("visits"))
	sessions.ToStream().To(SessionsTopic)
	sessions.Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("suppressed")).ToStream().To(ClosedTopic)

	items := b.Table(ItemsTopic, dsl.String(), dsl.String(), dsl.As("items"))
	b.Table(OrdersTopic, dsl.String(), dsl.String(), dsl.As("orders")).
		JoinForeign(items, itemOf, priced, dsl.Name("price"), dsl.As("priced"), dsl.Value(dsl.String())).
		ToStream().
		To(PricedTopic)

	b.Stream(TicksTopic, dsl.String(), dsl.String()).
		Process1(NewSummer, b.KeyValueStore("sums", dsl.String(), dsl.Int64()), dsl.Name("summer")).
		To(SumsTopic)
}

func left(_, v string) bool  { return strings.HasPrefix(v, "l") }
func right(_, v string) bool { return strings.HasPrefix(v, "r") }
func visit(_, v string) bool { return strings.HasPrefix(v, "v") }

func pair(l, r *string) string {
	switch {
	case r == nil:
		return *l + "-"
	case l == nil:
		return "-" + *r
	}
	return *l + "-" + *r
}

// add depends on the order of what is added.
func add(_, v string, sum int64) int64 { return Fold(sum, v[1:]) }

// Fold adds a number to a sum that depends on the order.
func Fold(sum int64, v string) int64 {
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		panic(err) // the load is numbers
	}
	return sum*31 + n
}

func itemOf(_, item string) (string, bool) { return item, true }
func priced(item, price string) string     { return item + "@" + price }

// Summer sums up what comes until its schedule sends the sums and forgets them.
type Summer struct {
	sums record.KeyValueStore[string, int64]
}

// NewSummer is called once a partition.
func NewSummer(sums record.KeyValueStore[string, int64]) *Summer { return &Summer{sums} }

// Init makes the schedule.
func (s *Summer) Init(ctx record.Context[string, int64]) {
	ctx.Schedule(Every, record.StreamTime, func(now int64) {
		for key, sum := range s.sums.All() {
			s.sums.Delete(key)
			ctx.Forward(record.Record[string, int64]{Key: key, Value: sum, Timestamp: now})
		}
	})
}

// Process takes one tick.
func (s *Summer) Process(_ record.Context[string, int64], r record.Record[string, string]) error {
	sum, _ := s.sums.Get(r.Key)
	s.sums.Put(r.Key, Fold(sum, r.Value))
	return nil
}

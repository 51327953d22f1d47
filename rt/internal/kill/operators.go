package main

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/testdata/gen/operators"
)

// operatorsProgram has an operator of each kind that keeps something back. Its topics have the names that the topology gives
// them. Events are one partition in the order of their times: with several, how far one runs ahead of another would show in
// what is late. So is nothing, on any number of lanes.
func operatorsProgram(string) *program {
	return &program{
		app: operators.NewOperators,
		topics: map[string]int32{operators.EventsTopic: 1, operators.OrdersTopic: 2, operators.ItemsTopic: 3, operators.TicksTopic: 3,
			operators.PairsTopic: 2, operators.SessionsTopic: 1, operators.ClosedTopic: 2, operators.PricedTopic: 1, operators.SumsTopic: 2},
		sources: []string{operators.EventsTopic, operators.OrdersTopic, operators.ItemsTopic, operators.TicksTopic},
		sinks:   []string{operators.PairsTopic, operators.SessionsTopic, operators.ClosedTopic, operators.PricedTopic, operators.SumsTopic},
		last:    []string{operators.PricedTopic},
		stores: []string{"pairs-outer-this-join-store", "pairs-outer-other-join-store", "pairs-outer-shared-join-store", "visits",
			"suppressed-store", "items", "orders", "priced", "price-subscription-store", "sums"},
		tables:   []string{"pairs-outer-shared-join-store", "suppressed-store", "items", "orders", "priced", "price-subscription-store", "sums"},
		numbered: []string{"pairs-outer-this-join-store", "pairs-outer-other-join-store"},
		load:     operation,
		closing:  closingEvents,
		expect:   expectOperators,
	}
}

const operationEvery = 10 // milliseconds of event time from one record of the load to the next

// operation is the i-th record of the load: of eight, two are a pair's sides, each now and then missing, three are visits, one
// is a tick, one an order and one an item. A right side comes 1.6 seconds of event time behind its left one. A visitor comes
// for a second and stays away for a minute.
func operation(i int) input {
	n, ts := i/8, firstTime+int64(i*operationEvery)
	switch i % 8 {
	case 0:
		if n%5 != 1 {
			return event(ts, fmt.Sprint("pair-", n), fmt.Sprint("l", n))
		}
	case 1:
		if n >= 20 && n%7 != 2 {
			return event(ts, fmt.Sprint("pair-", n-20), fmt.Sprint("r", n))
		}
	case 5:
		return keyed(operators.TicksTopic, 3, ts, fmt.Sprint("tick-", n%30), fmt.Append(nil, n))
	case 6:
		return order(n, ts)
	case 7:
		price := fmt.Append(nil, n)
		if n%13 == 5 {
			price = nil
		}
		return keyed(operators.ItemsTopic, 3, ts, fmt.Sprint("item-", n%50), price)
	}
	return event(ts, fmt.Sprint("visitor-", n/16%40), fmt.Sprint("v", i))
}

// order names another item each time, and is for good when it is deleted. Had one come back, or come again for its item, while an
// answer was on its way, the answer would be out of date and dropped; if the item has no price by then, the subscription isn't
// answered, and the last result stands. That is so in Kafka Streams, and depends on who is faster.
func order(n int, ts int64) input {
	key, item := fmt.Sprint("order-", n%200), fmt.Appendf(nil, "item-%d", (n*7+n/200)%50)
	switch n % 11 {
	case 2:
		key = fmt.Sprint("short-", n)
	case 3:
		key, item = fmt.Sprint("short-", n-1), nil
	}
	return keyed(operators.OrdersTopic, 2, ts, key, item)
}

func event(ts int64, key, val string) input {
	return input{operators.EventsTopic, 0, ts, []byte(key), []byte(val)}
}

// keyed is a record in the partition of its key.
func keyed(topic string, partitions int32, ts int64, key string, val []byte) input {
	return input{topic, codec.Partition(codec.Murmur2([]byte(key)), partitions), ts, []byte(key), val}
}

// closingEvents bring event time to where all is closed that came before, on every lane: a join looks at what it has waiting
// when a record comes. Their pairs are complete, and the visit stays open.
func closingEvents(i int) (all []input) {
	ts := firstTime + int64(i*operationEvery) + time.Hour.Milliseconds()
	for n := range 32 {
		key := fmt.Sprint("closing-", n)
		all = append(all, event(ts, key, "l0"), event(ts, key, "r0"))
	}
	return append(all, event(ts, "closing", "v0"))
}

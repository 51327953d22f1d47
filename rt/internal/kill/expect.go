package main

import (
	"encoding/binary"
	"strings"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/testdata/gen/operators"
)

// expectation is what the operators must have written, and the rows that they must have: over everything that came, since
// closingEvents have closed all but what they made themselves.
type expectation struct {
	outputs map[string]map[string][]string
	rows    map[string]map[string]string
}

func (e *expectation) write(topic, key, val string) {
	e.outputs[topic][key] = append(e.outputs[topic][key], val)
}

// expectOperators computes each output in a loop of its own.
func expectOperators(in map[string][]seen) (map[string]map[string][]string, map[string]map[string]string, error) {
	e := &expectation{map[string]map[string][]string{}, map[string]map[string]string{}}
	for _, topic := range []string{operators.PairsTopic, operators.SessionsTopic, operators.ClosedTopic, operators.PricedTopic, operators.SumsTopic} {
		e.outputs[topic] = map[string][]string{}
	}
	e.pairs(in[operators.EventsTopic])
	e.sessions(in[operators.EventsTopic])
	e.prices(in[operators.OrdersTopic], in[operators.ItemsTopic])
	e.sums(in[operators.TicksTopic])
	return e.outputs, e.rows, nil
}

// pairs finds partners: a key's records are near each other, so each of one side meets each of the other. There is one of a
// side, or more where a dying broker had one and the load sent it again.
func (e *expectation) pairs(events []seen) {
	var sides [2]map[string][]string
	for i, store := range []string{"pairs-outer-this-join-store", "pairs-outer-other-join-store"} {
		side, rows := map[string][]string{}, map[string]string{}
		for _, x := range events {
			if val := string(x.val); val[0] == "lr"[i] {
				side[x.key] = append(side[x.key], val)
				rows[string(binary.BigEndian.AppendUint64([]byte(x.key), uint64(x.ts)))] = val
			}
		}
		sides[i], e.rows[store] = side, rows
	}
	for key, lefts := range sides[0] {
		rights := sides[1][key]
		if rights == nil {
			rights = []string{""}
		}
		for range lefts {
			for range rights {
				e.write(operators.PairsTopic, key, lefts[0]+"-"+rights[0])
			}
		}
	}
	for key, rights := range sides[1] {
		for range rights {
			if sides[0][key] == nil {
				e.write(operators.PairsTopic, key, "-"+rights[0])
			}
		}
	}
	e.rows["pairs-outer-shared-join-store"] = map[string]string{}
}

// sessions follows each visitor: a visit within the gap makes another session of the one before, which is deleted, even if the
// visit lies inside; only a session of this one moment stays what it was. As in Kafka Streams.
func (e *expectation) sessions(events []seen) {
	type session struct{ start, end, sum int64 }
	e.rows["visits"] = map[string]string{}
	last := map[string]session{}
	name := func(key string, s session) string {
		return string(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64([]byte(key), uint64(s.end)), uint64(s.start)))
	}
	for _, x := range events {
		val, visit := strings.CutPrefix(string(x.val), "v")
		if !visit {
			continue
		}
		s, known := last[x.key]
		if !known || x.ts-s.end > operators.Gap.Milliseconds() {
			if known {
				e.closed(name(x.key, s), s.sum)
			}
			s = session{start: x.ts, end: x.ts}
		} else if s.start != x.ts || s.end != x.ts {
			e.write(operators.SessionsTopic, name(x.key, s), "")
			delete(e.rows["visits"], name(x.key, s))
		}
		s.start, s.end, s.sum = min(s.start, x.ts), max(s.end, x.ts), operators.Fold(s.sum, val)
		last[x.key] = s
		e.write(operators.SessionsTopic, name(x.key, s), number(s.sum))
		e.rows["visits"][name(x.key, s)] = number(s.sum)
	}
	for key, s := range last {
		if key != "closing" {
			e.closed(name(key, s), s.sum)
		}
	}
}

func (e *expectation) closed(key string, sum int64) { e.write(operators.ClosedTopic, key, number(sum)) }

func number(n int64) string { return string(codec.AppendInt64(nil, n)) }

// prices joins what is in both tables in the end. A deleted result is a null, or was never there.
func (e *expectation) prices(orders, items []seen) {
	e.rows["orders"], e.rows["items"], e.rows["priced"] = table(orders), table(items), map[string]string{}
	for order, item := range e.rows["orders"] {
		if price, known := e.rows["items"][item]; known {
			e.rows["priced"][order] = item + "@" + price
			e.write(operators.PricedTopic, order, item+"@"+price)
		}
	}
}

// table is what records leave standing.
func table(records []seen) map[string]string {
	rows := map[string]string{}
	for _, x := range records {
		if delete(rows, x.key); x.val != nil {
			rows[x.key] = string(x.val)
		}
	}
	return rows
}

// sums adds up each partition's ticks from one slot of the schedule to the next. The record that brings time to a slot is the
// last one before the call.
func (e *expectation) sums(ticks []seen) {
	every := operators.Every.Milliseconds()
	sums, next := map[int32]map[string]int64{}, map[int32]int64{}
	e.rows["sums"] = map[string]string{}
	for _, x := range ticks {
		p := x.tp.Partition
		if sums[p] == nil {
			sums[p] = map[string]int64{}
		}
		sums[p][x.key] = operators.Fold(sums[p][x.key], string(x.val))
		if x.ts < next[p] {
			continue
		}
		for key, sum := range sums[p] {
			e.write(operators.SumsTopic, key, number(sum))
		}
		clear(sums[p])
		next[p] = (x.ts/every + 1) * every
	}
	for _, open := range sums {
		for key, sum := range open {
			e.rows["sums"][key] = number(sum)
		}
	}
}

package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// More user functions, compiled twice like those of functions.go.

// Functions of windowed keys.

func tagWindow[K, V value](w record.Windowed[K], v V) string {
	return clip(text(w.Key) + strconv.FormatInt(w.End%7, 10) + text(v))
}

func turnWindow[K, V value](w record.Windowed[K], v V) (string, string) {
	return last(text(v)), clip(text(w.Key) + text(v))
}

func fanWindow[K, V value](w record.Windowed[K], v V, emit func(string, string)) {
	for i := range mark(text(w.Key)+text(v)) % 3 {
		emit(text(w.Key)+strconv.Itoa(i), clip(text(v)+strconv.FormatInt(w.Start, 10)))
	}
}

func startKey[K, V value](w record.Windowed[K], _ V) string {
	return strconv.FormatInt(w.Start%3, 10)
}

// side is which of an operator's topics a record goes to.
func side[K, V value](k K, v V) string { return strconv.Itoa(mark(text(k)+text(v)) % 2) }

// noKeys are what functions may see where there is no key.
var noKeys = []string{"", "null", "@0/0", "0", text(thing{})}

// spread is the partition that a record goes to, scatter all of them.
func spread[K, V value](_ string, r record.Record[K, V], partitions int) int {
	m := mark(text(r.Key) + text(r.Value))
	if !slices.Contains(noKeys, text(r.Key)) && m%3 == 0 {
		return record.DefaultPartition
	}
	return m % partitions
}

func scatter[K, V value](_ string, r record.Record[K, V], partitions int, send func(partition int)) {
	m := mark(text(r.Key) + text(r.Value))
	for p := range partitions {
		if m>>p&1 == 1 {
			send(partitions - 1 - p)
			send(partitions - 1 - p)
		}
	}
}

// at is the timestamp that a value says.
func at[K, V value](r record.Record[K, V], partition int64) int64 {
	return max(r.Timestamp, partition-8) + 1 + int64(mark(text(r.Value))%4)
}

// Functions that fail now and then.

var errUnlucky = errors.New("unlucky")

func unlucky(s string) error {
	if mark(s)%5 == 0 {
		return errUnlucky
	}
	return nil
}

func tryKeep[K, V value](k K, v V) (bool, error) { return keep2(k, v), unlucky(text(v)) }
func tryChange[V value](v V) (string, error)     { return change0(v), unlucky(text(v)) }
func tryTag[K, V value](k K, v V) (string, error) {
	return tag0(k, v), unlucky(text(k) + text(v))
}
func tryTurn[K, V value](k K, v V) (string, string, error) {
	to, s := turn(k, v)
	return to, s, unlucky(s)
}

func tryFan[K, V value](k K, v V, emit func(string, string)) error {
	fan(k, v, emit)
	return unlucky(text(k) + text(v))
}

func tryPieces[V value](v V, emit func(string)) error {
	pieces(v, emit)
	return unlucky(text(v))
}

// alarms has timers of both clocks: each record sets some, and takes one of before back.
type alarms[V value] struct{ timers record.Timers[string] }

func newAlarms[V value](timers record.Timers[string]) *alarms[V] { return &alarms[V]{timers} }

func (a *alarms[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	set, unset := alarmsOf(r.Key, text(r.Value), r.Timestamp)
	for _, t := range set {
		a.timers.Register(t.Key, t.Clock, t.Timestamp)
	}
	for _, t := range unset {
		a.timers.Delete(t.Key, t.Clock, t.Timestamp)
	}
	ctx.Forward(record.Record[string, string]{Key: r.Key, Value: text(r.Value), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

func (a *alarms[V]) OnTimer(ctx record.Context[string, string], t record.Timer[string]) error {
	if t.Timestamp%3 == 0 {
		a.timers.Register(t.Key+"+", t.Clock, t.Timestamp+7)
	}
	ctx.Forward(record.Record[string, string]{Key: t.Key, Value: numbered("!", t.Timestamp), Timestamp: t.Timestamp})
	return nil
}

// alarmsOf are the timers that a record sets, and that it takes back.
func alarmsOf(k, v string, ts int64) (set, unset []record.Timer[string]) {
	n := int64(mark(v) % 12)
	set = append(set, record.Timer[string]{Key: k, Clock: record.StreamTime, Timestamp: max(0, ts+n-2)},
		record.Timer[string]{Key: k, Clock: record.WallClockTime, Timestamp: 90 * n})
	if n%4 == 0 {
		unset = append(unset, record.Timer[string]{Key: k, Clock: record.StreamTime, Timestamp: max(0, ts+n)},
			record.Timer[string]{Key: k, Clock: record.WallClockTime, Timestamp: 90 * (n + 4)})
	}
	return set, unset
}

// slots is a source that ticks.
type slots struct{}

func newSlots() slots { return slots{} }

func (slots) Tick(ctx record.Context[string, string], t record.Tick) error {
	ctx.Forward(record.Record[string, string]{Key: "e", Value: numbered(numbered("e", t.Timestamp), t.First), Timestamp: t.Timestamp})
	return nil
}

// reporter ticks, says what a counter has counted, and forgets some of it.
type reporter struct {
	seen record.KeyValueStore[string, int64]
}

func newReporter(seen record.KeyValueStore[string, int64]) reporter { return reporter{seen} }

func (p reporter) Tick(ctx record.Context[string, string], t record.Tick) error {
	for k, n := range p.seen.All() {
		ctx.Forward(record.Record[string, string]{Key: k, Value: numbered("r", n), Timestamp: t.Timestamp})
		if n > 2 {
			p.seen.Delete(k)
		}
	}
	return nil
}

// watch is called in place of all processors, and leaves out what comes at some times: not what fills a store behind a topic, which may have none.
type watch struct{ fills bool }

func newWatch(node string) watch { return watch{strings.HasPrefix(node, "KTABLE-SOURCE")} }

func (w watch) Process(ctx record.ProcessingContext, next func() error) error {
	if !w.fills && missed(ctx.StreamTime()) {
		return nil
	}
	return next()
}

func missed(now int64) bool { return now%5 == 3 }

// Only topologies that are made call these.
var (
	_, _, _ = tagWindow[string, string], turnWindow[string, string], fanWindow[string, string]
	_, _, _ = startKey[string, string], side[string, string], at[string, string]
	_, _, _ = tryKeep[string, string], tryChange[string], tryTag[string, string]
	_, _, _ = tryTurn[string, string], tryFan[string, string], tryPieces[string]
	_, _, _ = newAlarms[string], newSlots, time.Millisecond
	_, _, _ = newReporter, newWatch, missed
	_, _    = spread[string, string], scatter[string, string]
)

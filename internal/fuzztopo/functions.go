package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// The user functions of the topologies. This file is compiled twice: here, for the model, and beside the topologies,
// for generated code. All of them see a value as its text, so that one function serves every type of value.

// value is what a value is, or a key.
type value interface {
	string | *string | **string | int64 | *int64 | thing | *thing | record.Windowed[string] | *record.Windowed[string]
}

// thing is a value with fields, of which a function may read one alone.
type thing struct {
	S string
	N int64
}

// thingOf makes a text one. What its JSON would escape isn't in it.
func thingOf[V value](v V) thing {
	s := strings.NewReplacer(`"`, "'", `\`, "'").Replace(clip(text(v)))
	return thing{s, int64(mark(s) % 10)}
}

func oddThing[K value](_ K, t thing) bool { return t.N%2 == 1 }
func thingName(t thing) string            { return t.S }

func text[V value](v V) string {
	switch v := any(v).(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case *string:
		if v != nil {
			return *v
		}
	case *int64:
		if v != nil {
			return strconv.FormatInt(*v, 10)
		}
	case **string:
		if v != nil {
			return text(*v)
		}
	case thing: // as JSON has it
		return `{"S":"` + v.S + `","N":` + strconv.FormatInt(v.N, 10) + "}"
	case record.Windowed[string]:
		return shownKey(v)
	case *record.Windowed[string]:
		if v != nil {
			return shownKey(*v)
		}
	case *thing:
		if v != nil {
			return text(*v)
		}
	}
	return "null"
}

// width is how long values may get, whatever is put together.
var width = 12

func clip(s string) string { return s[max(0, len(s)-width):] }

// mark is a number that every change of a text changes.
func mark(s string) (n int) {
	for _, c := range []byte(s) {
		n = n*3 + int(c)
	}
	return n & 0xffff
}

func last(s string) string { return s[max(0, len(s)-1):] }

func keep0[K, V value](_ K, v V) bool { return last(text(v))[0]%2 == 0 }
func keep1[K, V value](k K, _ V) bool { return text(k) != "b" }
func keep2[K, V value](k K, v V) bool { return mark(text(k)+text(v))%3 != 0 }

func keepWindow[K, V value](w record.Windowed[K], v V) bool {
	return mark(text(w.Key)+text(v))%3 != 0
}

func change0[V value](v V) string        { return clip(text(v) + "!") }
func change1[V value](v V) string        { return "m" + last(text(v)) }
func tag0[K, V value](k K, v V) string   { return clip(text(k) + ":" + text(v)) }
func tag1[K, V value](k K, v V) string   { return text(k) + last(text(v)) }
func mayBe[V value](v V) *string         { return unless(mark(text(v))%3 == 0, clip(text(v)+"?")) }
func byLast[K, V value](_ K, v V) string { return last(text(v)) }
func byOne[K, V value](_ K, _ V) string  { return "g" }
func byMark[K, V value](k K, v V) string {
	return text(k) + strconv.Itoa(mark(text(v))%2)
}
func byMayBe[K, V value](k K, v V) *string {
	return unless(mark(text(k)+text(v))%3 == 0, last(text(v)))
}

func unless(null bool, s string) *string {
	if null {
		return nil
	}
	return &s
}

func turn[K, V value](k K, v V) (string, string) { return last(text(v)), clip(text(k) + text(v)) }

func turnMayBe[K, V value](k K, v V) (string, *string) {
	return last(text(v)), unless(mark(text(v))%3 == 0, clip(text(k)+text(v)))
}

func fan[K, V value](k K, v V, emit func(string, string)) {
	for i := range mark(text(k)+text(v)) % 3 {
		emit(text(k)+strconv.Itoa(i), clip(text(v)+strconv.Itoa(i)))
	}
}

func pieces[V value](v V, emit func(string)) {
	for i := range mark(text(v)) % 3 {
		emit(clip(text(v) + "." + strconv.Itoa(i)))
	}
}

func look(string, string) {}

func pair[V, W value](v V, w W) string { return clip(text(v)) + "-" + clip(text(w)) }

func pairKey[K, V, W value](k K, v V, w W) string { return text(k) + pair(v, w) }

func pairKeys[K, V, W value](k K, mapped string, v V, w W) string {
	return text(k) + mapped + pair(v, w)
}

func pairMayBeKeys[K, V, W value](k K, mapped *string, v V, w W) string {
	return text(k) + text(mapped) + pair(v, w)
}

// foreign is a key of another table. Some rows have none, and some have one that no row of the other has.
func foreign[K, V value](k K, v V) (string, bool) {
	n := mark(text(k) + text(v))
	return string(rune('a' + n%4)), n%5 > 0
}

func zero() string                                 { return "0" }
func add[K, V value](_ K, v V, a string) string    { return clip(a + "+" + text(v)) }
func more[K, V value](_ K, v V, a string) string   { return clip(a + "*" + text(v)) }
func sub[K, V value](_ K, v V, a string) string    { return clip(a + "-" + text(v)) }
func plus(a, v string) string                      { return clip(a + "+" + v) }
func minus(a, v string) string                     { return clip(a + "-" + v) }
func fuse[K value](_ K, a, b string) string        { return clip("(" + a + "|" + b + ")") }
func group0[K, V value](_ K, v V) (string, string) { return last(text(v)), clip(text(v)) }
func group1[K, V value](k K, v V) (string, string) { return "g", clip(text(k) + text(v)) }

func group2[K, V value](k K, v V) (string, string) { return text(v), text(k) }

func groupWindow[K, V value](w record.Windowed[K], v V) (string, string) {
	return strconv.FormatInt(w.Start%2, 10), clip(text(w.Key) + text(v))
}

func windowKey[K value, V any](w record.Windowed[K], _ V) string { return shownKey(w) }

// shownKey is a key with its window.
func shownKey[K value](w record.Windowed[K]) string {
	return text(w.Key) + "@" + strconv.FormatInt(w.Start, 10) + "/" + strconv.FormatInt(w.End, 10)
}

// marker and numberMarker see the rows of a table that go, too.
type marker struct{}

func newMarker() marker { return marker{} }

func (marker) Transform(k string, v *string) string { return clip(k + "~" + text(v)) }

type numberMarker struct{}

func newNumberMarker() numberMarker { return numberMarker{} }

func (numberMarker) Transform(k string, v *int64) string { return clip(k + "~" + text(v)) }

// counter numbers the records of each key.
type counter[V value] struct {
	seen record.KeyValueStore[string, int64]
}

func newCounter[V value](seen record.KeyValueStore[string, int64]) *counter[V] {
	return &counter[V]{seen}
}

func (c *counter[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	n, _ := c.seen.Get(r.Key)
	c.seen.Put(r.Key, n+1)
	ctx.Forward(record.Record[string, string]{Key: r.Key, Value: numbered(text(r.Value), n), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

func numbered(s string, n int64) string { return clip(s + "#" + strconv.FormatInt(n, 10)) }

// valueCounter does so for records whose key is fixed, and sends every third twice.
type valueCounter[V value] struct {
	seen record.KeyValueStore[string, int64]
}

func newValueCounter[V value](seen record.KeyValueStore[string, int64]) *valueCounter[V] {
	return &valueCounter[V]{seen}
}

func (c *valueCounter[V]) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, V]) error {
	if r.Key() == "" {
		return nil
	}
	n, _ := c.seen.Get(r.Key())
	if n%5 == 4 {
		c.seen.Delete(r.Key())
	} else {
		c.seen.Put(r.Key(), n+1)
	}
	v := numbered(text(r.Value()), n)
	ctx.Forward(r.WithValue(v))
	if n%3 == 2 {
		ctx.Forward(r.WithValue(clip(v + "!")).WithTimestamp(r.Timestamp() + n))
	}
	return nil
}

// router forwards to one of its children, or to all.
type router struct{}

func newRouter() router { return router{} }

func (router) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	switch {
	case r.Key == "":
	case mark(r.Value)%3 == 0:
		ctx.ForwardTo("left", r)
	case mark(r.Value)%3 == 1:
		ctx.ForwardTo("right", r)
	default:
		ctx.Forward(r)
	}
	return nil
}

// ticker forwards what it gets, and what three clocks say.
type ticker struct{}

const streamTick, wallTick, laterStart = 10, 100, 35

func newTicker() ticker { return ticker{} }

func (ticker) Init(ctx record.Context[string, string]) {
	tick := func(key string) func(int64) {
		return func(now int64) {
			ctx.Forward(record.Record[string, string]{Key: key, Value: numbered("t", now), Timestamp: now})
		}
	}
	ctx.Schedule(streamTick*time.Millisecond, record.StreamTime, tick("a"))
	ctx.Schedule(wallTick*time.Millisecond, record.WallClockTime, tick("b"))
	ctx.ScheduleFrom(time.UnixMilli(laterStart), streamTick*time.Millisecond, record.StreamTime, tick("c"))
}

func (ticker) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	if r.Key != "" {
		ctx.Forward(r)
	}
	return nil
}

// Only topologies that are made call these.
var (
	_, _, _ = keepWindow[string, string], windowKey[string, string], groupWindow[string, string]
	_, _    = newCounter[string], newValueCounter[string]
	_, _, _ = newMarker, newNumberMarker, newRouter
	_, _    = newTicker, look
	_, _, _ = thingOf[string], oddThing[string], thingName
	_, _    = pairKeys[string, string, string], pairMayBeKeys[string, string, string]
)

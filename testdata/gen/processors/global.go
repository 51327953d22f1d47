package processors

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Everywhere has a store of each kind behind a topic on every instance. One is read ahead of what fills it, and all from two stages.
func Everywhere(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues1(newFinder, dsl.ReadOnly(names), dsl.Name("find")).To("found")
	b.GlobalStore("names", dsl.String(), dsl.Nullable(dsl.String()), names, newStrict, dsl.Name("fill"))

	windows := b.TimestampedWindowStore("windows", dsl.String(), dsl.Int64(), 5*time.Millisecond, 20*time.Millisecond)
	b.GlobalStore("windows", dsl.String(), dsl.Int64(), windows, newWindowFiller)
	sessions := b.SessionStore("sessions", dsl.String(), dsl.String(), 20*time.Millisecond)
	b.GlobalStore("sessions", dsl.String(), dsl.String(), sessions, newSessionFiller)
	recent := b.HeadersKeyValueStore("recent", dsl.String(), dsl.String(), dsl.LRU(2))
	b.GlobalStore("recent", dsl.String(), dsl.String(), recent, newRecentFiller)
	b.Table("ask", dsl.String(), dsl.String()).
		TransformValues3(newTeller, dsl.ReadOnly(windows), dsl.ReadOnly(sessions), dsl.ReadOnly(recent)).ToStream().To("told")
}

// Remembered has a store behind a topic on every instance that keeps the past.
func Remembered(b *dsl.Builder) {
	past := b.VersionedKeyValueStore("past", dsl.String(), dsl.String(), dsl.Versioned(100*time.Millisecond))
	b.GlobalStore("past", dsl.String(), dsl.Nullable(dsl.String()), past, newPastFiller)
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues1(newPastFinder, dsl.ReadOnly(past)).To("out")
}

type pastFiller struct {
	past record.VersionedKeyValueStore[string, string]
}

func newPastFiller(past record.VersionedKeyValueStore[string, string]) pastFiller {
	return pastFiller{past}
}

func (f pastFiller) Process(_ Nothing, r record.Record[string, *string]) error {
	if r.Value == nil {
		f.past.Delete(r.Key, r.Timestamp)
		return nil
	}
	f.past.Put(r.Key, *r.Value, r.Timestamp)
	return nil
}

type pastFinder struct {
	past record.ReadOnlyVersionedStore[string, string]
}

func newPastFinder(past record.ReadOnlyVersionedStore[string, string]) pastFinder {
	return pastFinder{past}
}

func (f pastFinder) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	then, _ := f.past.GetAsOf(r.Value(), r.Timestamp())
	now, _ := f.past.Get(r.Value())
	ctx.Forward(r.WithValue(fmt.Sprintf("%s@%d %s@%d", then.Value, then.Timestamp, now.Value, now.Timestamp)))
	return nil
}

// Ticking wants what the processor of a global store can't have.
func Ticking(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.GlobalStore("names", dsl.String(), dsl.String(), names, newTicker)
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues1(newFinder, dsl.ReadOnly(names)).To("found")
}

// Nothing is the context of a processor that forwards nothing.
type Nothing = record.Context[record.None, record.None]

// strict is filler with values that it refuses.
type strict struct{ *filler }

func newStrict(names record.KeyValueStore[string, string]) strict { return strict{newFiller(names)} }

func (s strict) Process(ctx Nothing, r record.Record[string, *string]) error {
	if r.Value != nil && *r.Value == "bad" {
		s.names.Put(r.Key, "half done")
		return errors.New("a bad name")
	}
	at, _ := ctx.Metadata()
	if r.Value != nil && *r.Value == "where" {
		*r.Value = fmt.Sprint(at.Topic, at.Partition, at.Offset)
	}
	return s.filler.Process(ctx, r)
}

// finder knows a name, and all of them.
type finder struct {
	names record.ReadOnlyKeyValueStore[string, string]
}

func newFinder(names record.ReadOnlyKeyValueStore[string, string]) finder { return finder{names} }

func (f finder) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	name, known := f.names.Get(r.Value())
	if r.Value() == "*" {
		for k, v := range f.names.All() {
			name += k + "=" + v + " "
		}
	}
	ctx.Forward(r.WithValue(fmt.Sprint(name, known)))
	return nil
}

type windowFiller struct {
	windows record.WindowStore[string, record.Timestamped[int64]]
}

func newWindowFiller(w record.WindowStore[string, record.Timestamped[int64]]) windowFiller {
	return windowFiller{w}
}

func (f windowFiller) Process(_ Nothing, r record.Record[string, int64]) error {
	f.windows.Put(r.Key, record.Timestamped[int64]{Value: r.Value, Timestamp: r.Timestamp}, r.Timestamp/5*5)
	return nil
}

type sessionFiller struct {
	sessions record.SessionStore[string, string]
}

func newSessionFiller(s record.SessionStore[string, string]) sessionFiller { return sessionFiller{s} }

func (f sessionFiller) Process(_ Nothing, r record.Record[string, string]) error {
	f.sessions.Put(record.Windowed[string]{Key: r.Key, Start: r.Timestamp, End: r.Timestamp + 1}, r.Value)
	return nil
}

type recentFiller struct {
	recent record.KeyValueStore[string, record.Headed[string]]
}

func newRecentFiller(s record.KeyValueStore[string, record.Headed[string]]) recentFiller {
	return recentFiller{s}
}

func (f recentFiller) Process(_ Nothing, r record.Record[string, string]) error {
	f.recent.Put(r.Key, record.Headed[string]{Value: r.Value, Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

type teller struct {
	windows  record.ReadOnlyWindowStore[string, record.Timestamped[int64]]
	sessions record.ReadOnlySessionStore[string, string]
	recent   record.ReadOnlyKeyValueStore[string, record.Headed[string]]
}

func newTeller(w record.ReadOnlyWindowStore[string, record.Timestamped[int64]], s record.ReadOnlySessionStore[string, string],
	r record.ReadOnlyKeyValueStore[string, record.Headed[string]]) teller {
	return teller{w, s, r}
}

func (t teller) Transform(key string, _ *string) string {
	var out strings.Builder
	if v, ok := t.windows.FetchAt(key, 0); ok {
		fmt.Fprintf(&out, "first %d, ", v.Value)
	}
	for w, v := range t.windows.All() {
		fmt.Fprintf(&out, "%v=%d@%d ", w, v.Value, v.Timestamp)
	}
	if v, ok := t.sessions.FetchSession(key, 1, 2); ok {
		out.WriteString("first " + v + ", ")
	}
	for w, v := range t.sessions.Fetch(key) {
		fmt.Fprintf(&out, "%v=%s ", w, v)
	}
	for k, v := range t.recent.All() {
		fmt.Fprintf(&out, "%s=%s@%d%v ", k, v.Value, v.Timestamp, v.Headers)
	}
	return strings.TrimSpace(out.String())
}

// ticker wants to be called.
type ticker struct{}

func newTicker(record.KeyValueStore[string, string]) ticker { return ticker{} }

func (ticker) Init(ctx Nothing) {
	ctx.Schedule(time.Second, record.WallClockTime, func(int64) {})
}

func (ticker) Process(Nothing, record.Record[string, string]) error { return nil }

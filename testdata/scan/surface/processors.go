package surface

import (
	"iter"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Processors is process, processValues and the stores.
func Processors(b *dsl.Builder) {
	kv := b.KeyValueStore("kv", dsl.String(), dsl.Int64(), dsl.LRU(100), dsl.Cache(), dsl.Changelog("a", "b"))
	ts := b.TimestampedKeyValueStore("ts", dsl.String(), dsl.Int64(), dsl.NoChangelog())
	hd := b.HeadersKeyValueStore("hd", dsl.String(), dsl.Int64(), dsl.InMemory())
	ver := b.VersionedKeyValueStore("ver", dsl.String(), dsl.Int64(), dsl.Versioned(time.Hour))
	win := b.WindowStore("win", dsl.String(), dsl.Int64(), time.Minute, time.Hour, dsl.RetainDuplicates())
	tsw := b.TimestampedWindowStore("tsw", dsl.String(), dsl.Int64(), time.Minute, time.Hour, dsl.InMemory())
	hdw := b.HeadersWindowStore("hdw", dsl.String(), dsl.Int64(), time.Minute, time.Hour)
	due := b.Timers("due", dsl.String(), dsl.NoChangelog())
	ses := b.SessionStore("ses", dsl.String(), dsl.Int64(), time.Hour, dsl.NoCache())
	hds := b.HeadersSessionStore("hds", dsl.String(), dsl.Int64(), time.Hour)
	global := b.KeyValueStore("global", dsl.String(), dsl.Int64(), dsl.NoChangelog())
	b.GlobalStore("topic", dsl.String(), dsl.Int64(), global, newFill, dsl.Name("fill"))
	copied := b.KeyValueStore("copied", dsl.String(), dsl.Int64())
	b.ReadOnlyStore("changelog", dsl.String(), dsl.Int64(), copied, newFill, dsl.Name("source"), dsl.FromEarliest())

	b.Wrap(newWatch)
	s := b.Stream("in", dsl.String(), dsl.Int64())
	s.Process2(newPair, kv, dsl.ReadOnly(global), dsl.Name("pair")).To("1", dsl.Name("good"))
	s.Process3(newTriple, ts, hd, ver).To("2")
	s.Process3(newWindows, win, tsw, hdw).To("3")
	s.ProcessValues2(newSessions, ses, hds).To("4")
	s.ProcessValues(newEcho).ProcessValues1(newEcho1, kv).To("5")
	s.Process1(newReader, dsl.ReadOnly(copied)).To("6")
	s.Process1(newTimed, due).To("8")
	b.Every(time.Minute, newClock, dsl.Offset(time.Second)).
		Merge(b.Cron("0 * * * *", newClock, dsl.Name("hourly"))).
		Merge(b.Every1(time.Hour, newClock1, kv)).
		Merge(b.Every2(time.Hour, newClock2, kv, dsl.ReadOnly(ver))).
		Merge(b.Cron1("@daily", newClock1, kv)).
		Merge(b.Cron2("@weekly", newClock2, kv, dsl.ReadOnly(ver))).To("9")
	s.ProcessValues3(newEcho3, kv, dsl.ReadOnly(ver), dsl.ReadOnly(win)).To("7")
}

type watch struct{}

func newWatch(string) watch { return watch{} }

func (watch) Process(_ record.ProcessingContext, next func() error) error { return next() }

type fill struct {
	st record.KeyValueStore[string, int64]
}

func newFill(st record.KeyValueStore[string, int64]) *fill { return &fill{st} }
func (f *fill) Process(_ record.Context[record.None, record.None], r record.Record[string, int64]) error {
	f.st.Put(r.Key, r.Value)
	return nil
}

// pair shows the context and named children.
type pair struct {
	kv     record.KeyValueStore[string, int64]
	global record.ReadOnlyKeyValueStore[string, int64]
	cancel func()
}

func newPair(kv record.KeyValueStore[string, int64], g record.ReadOnlyKeyValueStore[string, int64]) *pair {
	return &pair{kv: kv, global: g}
}
func (p *pair) Init(ctx record.Context[string, int64]) {
	p.cancel = ctx.Schedule(time.Second, record.StreamTime, func(int64) { ctx.Commit() })
	ctx.ScheduleFrom(time.UnixMilli(0), time.Second, record.WallClockTime, func(int64) {})
}
func (p *pair) Process(ctx record.Context[string, int64], r record.Record[string, int64]) error {
	if v, ok := p.global.Get(ctx.ApplicationID()); ok && ctx.StreamTime() <= ctx.SystemTime() && ctx.Lane() == 0 {
		p.kv.PutAll(rows(r.Key, v))
	}
	id, _ := r.Headers.Last("id")
	ctx.ForwardTo("good", r.WithTimestamp(1).WithHeaders(r.Headers.With("seen", id).Without("id")))
	return nil
}
func (p *pair) Close() { p.cancel() }

type triple struct {
	ts  record.KeyValueStore[string, record.Timestamped[int64]]
	hd  record.KeyValueStore[string, record.Headed[int64]]
	ver record.VersionedKeyValueStore[string, int64]
}

func newTriple(a record.KeyValueStore[string, record.Timestamped[int64]], b record.KeyValueStore[string, record.Headed[int64]], c record.VersionedKeyValueStore[string, int64]) *triple {
	return &triple{a, b, c}
}
func (t *triple) Process(ctx record.Context[string, int64], r record.Record[string, int64]) error {
	t.ts.Put(r.Key, record.Timestamped[int64]{Value: r.Value, Timestamp: r.Timestamp})
	t.hd.Put(r.Key, record.Headed[int64]{Value: r.Value, Headers: r.Headers})
	if t.ver.Put(r.Key, r.Value, r.Timestamp) == record.NotPut {
		t.ver.Delete(r.Key, 0)
	}
	if v, ok := t.ver.GetAsOf(r.Key, 5); ok && v.ValidTo == record.Latest {
		ctx.Forward(r.WithValue(v.Value))
	}
	return nil
}

type windows struct {
	w record.WindowStore[string, int64]
}

func newWindows(w record.WindowStore[string, int64], _ record.WindowStore[string, record.Timestamped[int64]], _ record.WindowStore[string, record.Headed[int64]]) *windows {
	return &windows{w}
}
func (w *windows) Process(ctx record.Context[string, int64], r record.Record[string, int64]) error {
	w.w.Put(r.Key, r.Value, r.Timestamp)
	for start, v := range w.w.BackwardFetch(r.Key, 0, r.Timestamp) {
		ctx.Forward(r.WithValue(start + v))
	}
	for k, v := range w.w.FetchRange(record.AtLeast("a"), 0, r.Timestamp) {
		ctx.Forward(r.WithKey(k.Key).WithValue(v))
	}
	return nil
}

type sessions struct {
	s record.SessionStore[string, int64]
}

func newSessions(s record.SessionStore[string, int64], _ record.SessionStore[string, record.Headed[int64]]) *sessions {
	return &sessions{s}
}
func (s *sessions) Process(ctx record.FixedKeyContext[string, int64], r record.FixedKeyRecord[string, int64]) error {
	for w, v := range s.s.FindSessions(r.Key(), r.Timestamp()-5, r.Timestamp()+5) {
		s.s.Remove(w)
		ctx.Forward(r.WithValue(v).WithTimestamp(w.End))
	}
	s.s.Put(record.Windowed[string]{Key: r.Key(), Start: r.Timestamp(), End: r.Timestamp()}, r.Value())
	return nil
}

type echo struct{}

func newEcho() echo                                     { return echo{} }
func newEcho1(record.KeyValueStore[string, int64]) echo { return echo{} }
func newEcho3(record.KeyValueStore[string, int64], record.ReadOnlyVersionedStore[string, int64], record.ReadOnlyWindowStore[string, int64]) echo {
	return echo{}
}
func (echo) Process(ctx record.FixedKeyContext[string, int64], r record.FixedKeyRecord[string, int64]) error {
	ctx.ForwardTo("child", r.WithHeaders(nil))
	return nil
}

type reader struct {
	st record.ReadOnlyKeyValueStore[string, int64]
}

func newReader(st record.ReadOnlyKeyValueStore[string, int64]) *reader { return &reader{st} }
func (d *reader) Process(ctx record.Context[string, int64], r record.Record[string, int64]) error {
	for k, v := range d.st.ReverseAll() {
		ctx.Forward(r.WithKey(k).WithValue(v + d.st.ApproximateLen()))
	}
	return nil
}

// readers is the read sides of window and session stores.
func readers(w record.ReadOnlyWindowStore[string, int64], s record.ReadOnlySessionStore[string, int64]) (n int64) {
	if v, ok := w.FetchAt("a", 5); ok {
		n += v
	}
	if v, ok := s.FetchSession("a", 1, 5); ok {
		n += v
	}
	all := record.Interval[string]{}
	for _, rows := range []iter.Seq2[record.Windowed[string], int64]{w.BackwardFetchRange(all, 0, 9), w.All(), w.BackwardAll(), s.Fetch("a"), s.BackwardFetch("a"),
		s.FetchRange(all), s.BackwardFetchRange(all), s.BackwardFindSessions("a", 0, 9), s.FindSessionsRange(all, 0, 9), s.BackwardFindSessionsRange(all, 0, 9), s.FindSessionsEnding(0, 9)} {
		for k, v := range rows {
			n += v + k.EndTime().Unix()
		}
	}
	return n
}

type lookup struct{}

func newLookup2(record.KeyValueStore[string, int64], record.ReadOnlyKeyValueStore[string, int64]) lookup {
	return lookup{}
}
func newLookup3(_ record.KeyValueStore[string, int64], w record.ReadOnlyWindowStore[string, int64], s record.ReadOnlySessionStore[string, int64]) lookup {
	readers(w, s)
	return lookup{}
}
func (lookup) Transform(string, *int64) string { return "" }

// TableProcessors is transformValues with stores.
func TableProcessors(b *dsl.Builder) {
	kv := b.KeyValueStore("kv", dsl.String(), dsl.Int64())
	win := b.WindowStore("win", dsl.String(), dsl.Int64(), time.Minute, time.Hour)
	ses := b.SessionStore("ses", dsl.String(), dsl.Int64(), time.Hour)
	b.Table("t", dsl.String(), dsl.Int64()).TransformValues2(newLookup2, kv, dsl.ReadOnly(kv), dsl.Name("two")).ToStream().To("1")
	b.Table("u", dsl.String(), dsl.Int64()).TransformValues3(newLookup3, kv, dsl.ReadOnly(win), dsl.ReadOnly(ses), dsl.As("three")).ToStream().To("2")
}

// timed registers timers.
type timed struct{ due record.Timers[string] }

func newTimed(due record.Timers[string]) timed { return timed{due} }
func (t timed) Process(_ record.Context[string, int64], r record.Record[string, int64]) error {
	t.due.Register(r.Key, record.WallClockTime, r.Timestamp)
	t.due.Delete(r.Key, record.StreamTime, r.Timestamp)
	return nil
}
func (t timed) OnTimer(ctx record.Context[string, int64], x record.Timer[string]) error {
	ctx.Forward(record.Record[string, int64]{Key: x.Key, Value: x.Time().UnixMilli()})
	return nil
}

// clock ticks.
type clock struct{}

func newClock() clock                                     { return clock{} }
func newClock1(record.KeyValueStore[string, int64]) clock { return clock{} }
func newClock2(record.KeyValueStore[string, int64], record.ReadOnlyVersionedStore[string, int64]) clock {
	return clock{}
}
func (clock) Tick(ctx record.Context[string, int64], t record.Tick) error {
	ctx.Forward(record.Record[string, int64]{Value: t.First, Timestamp: t.Time().UnixMilli()})
	return nil
}

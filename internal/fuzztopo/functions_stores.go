package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Processors with stores, compiled twice like functions.go: the model gives them stores of its own.

// summed is a text of any length as a short one that differs if it does.
func summed(s string) string { return clip(s) + "%" + strconv.Itoa(mark(s)) }

// asked is the key that a value asks for.
func asked(v string) string { return string(rune('a' + mark(v)%3)) }

// recent keeps the rows that were used last.
type recent[V value] struct {
	rows record.KeyValueStore[string, string]
}

const recentRows = 2

func newRecent[V value](rows record.KeyValueStore[string, string]) *recent[V] {
	return &recent[V]{rows}
}

func (p *recent[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	v, said := text(r.Value), ""
	switch mark(v) % 6 {
	case 0:
		said, _ = p.rows.Get(asked(v))
	case 1:
		said, _ = p.rows.Delete(asked(v))
	case 2:
		said, _ = p.rows.PutIfAbsent(r.Key, v)
	default:
		p.rows.Put(r.Key, v)
	}
	for k, x := range p.rows.All() {
		said += k + x
	}
	ctx.Forward(record.Record[string, string]{Key: r.Key, Value: summed(said), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

// archive keeps windows, sessions and versions.
type archive[V value] struct {
	windows  record.WindowStore[string, string]
	sessions record.SessionStore[string, string]
	past     record.VersionedKeyValueStore[string, string]
}

const archiveSize, archiveWindows, archiveSessions, archivePast, archiveGap = 5, 20, 25, 15, 4

func newArchive[V value](w record.WindowStore[string, string], s record.SessionStore[string, string], p record.VersionedKeyValueStore[string, string]) *archive[V] {
	return &archive[V]{w, s, p}
}

func (p *archive[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	v := text(r.Value)
	said := p.windowed(r.Key, v, r.Timestamp) + "/" + p.session(r.Key, v, r.Timestamp) + "/" + p.version(r.Key, v, r.Timestamp)
	ctx.Forward(record.Record[string, string]{Key: last(v), Value: summed(said), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

func (p *archive[V]) windowed(k, v string, ts int64) (said string) {
	start := ts / archiveSize * archiveSize
	said, _ = p.windows.FetchAt(k, start-archiveSize)
	if mark(v)%4 == 0 {
		p.windows.Delete(k, start)
	} else {
		p.windows.Put(k, v, start)
	}
	for at, x := range p.windows.Fetch(k, ts-12, ts) {
		said += strconv.FormatInt(at, 10) + x
	}
	for at, x := range p.windows.BackwardFetch(k, ts-8, ts+8) {
		said += strconv.FormatInt(at, 10) + x
	}
	var all []string // which come in no order that is promised
	for w, x := range p.windows.FetchRange(record.AtLeast("b"), ts-10, ts+5) {
		all = append(all, windowKey(w, x)+x)
	}
	for w, x := range p.windows.All() {
		all = append(all, windowKey(w, x)+x)
	}
	slices.Sort(all)
	return said + strings.Join(all, ",")
}

func (p *archive[V]) session(k, v string, ts int64) (said string) {
	is := record.Windowed[string]{Key: k, Start: ts, End: ts}
	for w, x := range p.sessions.FindSessions(k, ts-archiveGap, ts+archiveGap) {
		is.Start, is.End = min(is.Start, w.Start), max(is.End, w.End)
		said += windowKey(w, x) + x
		p.sessions.Remove(w)
	}
	p.sessions.Put(is, clip(said+v))
	x, _ := p.sessions.FetchSession(k, is.Start, is.End)
	for w, x := range p.sessions.BackwardFetch(k) {
		said += windowKey(w, x) + x
	}
	var all []string
	for w, x := range p.sessions.FindSessionsEnding(ts-15, ts) {
		all = append(all, windowKey(w, x)+x)
	}
	for w, x := range p.sessions.FetchRange(record.AtMost("b")) {
		all = append(all, windowKey(w, x)+x)
	}
	slices.Sort(all)
	return said + x + strings.Join(all, ",")
}

func (p *archive[V]) version(k, v string, ts int64) string {
	said := int64(0)
	if mark(v)%5 == 0 {
		old, had := p.past.Delete(k, ts)
		if v += "-" + old.Value; had {
			said = old.Timestamp
		}
	} else {
		said = p.past.Put(k, v, ts) % 1000
	}
	then, _ := p.past.GetAsOf(k, ts-6)
	other, _ := p.past.GetAsOf(asked(v), ts)
	now, _ := p.past.Get(k)
	return v + strconv.FormatInt(said, 10) + shownVersion(then) + shownVersion(other) + shownVersion(now)
}

func shownVersion(r record.VersionedRecord[string]) string {
	return ";" + r.Value + "@" + strconv.FormatInt(r.Timestamp, 10) + "-" + strconv.FormatInt(r.ValidTo, 10)
}

// scan goes through rows in every way there is.
type scan[V value] struct {
	rows   record.KeyValueStore[string, string]
	headed record.KeyValueStore[string, record.Headed[string]]
}

func newScan[V value](rows record.KeyValueStore[string, string], headed record.KeyValueStore[string, record.Headed[string]]) *scan[V] {
	return &scan[V]{rows, headed}
}

func (p *scan[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	v := text(r.Value)
	p.rows.PutAll(maps.All(map[string]string{r.Key: v}))
	p.rows.Put(r.Key+last(v), v)
	p.headed.Put(r.Key, record.Headed[string]{Value: v, Timestamp: r.Timestamp, Headers: r.Headers})
	rows := []func(func(string, string) bool){p.rows.Range(record.Between("a", "b1")), p.rows.ReverseRange(record.AtMost("b")), p.rows.PrefixScan([]byte(r.Key)),
		p.rows.All(), p.rows.ReverseAll(), p.rows.Range(record.AtLeast("b"))}[mark(v)%6]
	said := ""
	for k, x := range rows {
		said += k + x
		if mark(v+k)%3 == 0 {
			p.rows.Delete(k)
		}
	}
	if x, ok := p.headed.Get(asked(v)); ok {
		h, _ := x.Headers.Last("h")
		said += x.Value + strconv.FormatInt(x.Timestamp, 10) + string(h)
	}
	ctx.Forward(record.Record[string, string]{Key: r.Key, Value: summed(said), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

// ledger asks for rows of its own key alone.
type ledger[V value] struct {
	latest record.KeyValueStore[string, record.Timestamped[string]]
	first  record.KeyValueStore[string, string]
}

func newLedger[V value](latest record.KeyValueStore[string, record.Timestamped[string]], first record.KeyValueStore[string, string]) *ledger[V] {
	return &ledger[V]{latest, first}
}

func (p *ledger[V]) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, V]) error {
	if r.Key() == "" {
		return nil
	}
	v := text(r.Value())
	was, had := p.latest.Get(r.Key())
	if !had || was.Timestamp <= r.Timestamp() {
		p.latest.Put(r.Key(), record.Timestamped[string]{Value: v, Timestamp: r.Timestamp()})
	}
	first, _ := p.first.PutIfAbsent(r.Key(), v)
	if mark(v)%3 == 0 {
		gone, _ := p.first.Delete(r.Key())
		first += "-" + gone
	}
	ctx.Forward(r.WithValue(summed(v + was.Value + strconv.FormatInt(was.Timestamp, 10) + first)))
	return nil
}

// filler fills a store behind a topic.
type filler struct {
	rows record.KeyValueStore[string, string]
}

func newFiller(rows record.KeyValueStore[string, string]) filler { return filler{rows} }

func (p filler) Process(_ record.Context[record.None, record.None], r record.Record[string, *string]) error {
	switch {
	case r.Key == "":
	case r.Value == nil:
		p.rows.Delete(r.Key)
	default:
		p.rows.Put(r.Key, *r.Value)
	}
	return nil
}

// finder looks into such a store: everywhere, and at its own key.
type finder[V value] struct {
	rows record.ReadOnlyKeyValueStore[string, string]
}

func newFinder[V value](rows record.ReadOnlyKeyValueStore[string, string]) finder[V] {
	return finder[V]{rows}
}

func (p finder[V]) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, V]) error {
	v := text(r.Value())
	said, _ := p.rows.Get(asked(v))
	for k, x := range p.rows.All() {
		said += k + x
	}
	ctx.Forward(r.WithValue(summed(v + said)))
	return nil
}

// pastFiller and pastFinder do so with versions.
type pastFiller struct {
	rows record.VersionedKeyValueStore[string, string]
}

func newPastFiller(rows record.VersionedKeyValueStore[string, string]) pastFiller {
	return pastFiller{rows}
}

func (p pastFiller) Process(_ record.Context[record.None, record.None], r record.Record[string, *string]) error {
	switch {
	case r.Key == "":
	case r.Value == nil:
		p.rows.Delete(r.Key, r.Timestamp)
	default:
		p.rows.Put(r.Key, *r.Value, r.Timestamp)
	}
	return nil
}

type pastFinder[V value] struct {
	rows record.ReadOnlyVersionedStore[string, string]
}

func newPastFinder[V value](rows record.ReadOnlyVersionedStore[string, string]) pastFinder[V] {
	return pastFinder[V]{rows}
}

func (p pastFinder[V]) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, V]) error {
	v := text(r.Value())
	then, _ := p.rows.GetAsOf(asked(v), r.Timestamp())
	now, _ := p.rows.Get(asked(v))
	ctx.Forward(r.WithValue(summed(v + shownVersion(then) + shownVersion(now))))
	return nil
}

type ownFinder[V value] struct {
	rows record.ReadOnlyKeyValueStore[string, string]
}

func newOwnFinder[V value](rows record.ReadOnlyKeyValueStore[string, string]) ownFinder[V] {
	return ownFinder[V]{rows}
}

func (p ownFinder[V]) Process(ctx record.Context[string, string], r record.Record[string, V]) error {
	if r.Key == "" {
		return nil
	}
	x, ok := p.rows.Get(r.Key)
	ctx.Forward(record.Record[string, string]{Key: r.Key, Value: clip(text(r.Value) + x + strconv.FormatBool(ok)), Timestamp: r.Timestamp, Headers: r.Headers})
	return nil
}

// recall is a table's transformer that counts how often it is asked for a row.
type recall[V value] struct {
	seen record.KeyValueStore[string, int64]
}

func newRecall[V value](seen record.KeyValueStore[string, int64]) recall[V] { return recall[V]{seen} }

func (p recall[V]) Transform(k string, v *V) string {
	n, _ := p.seen.Get(k)
	p.seen.Put(k, n+1)
	if v == nil {
		return numbered(k, n)
	}
	return numbered(k+text(*v), n)
}

// Only topologies that are made call these.
var (
	_, _, _ = newRecent[string], newArchive[string], newScan[string]
	_, _, _ = newLedger[string], newFinder[string], newOwnFinder[string]
	_, _    = newFiller, newRecall[string]
	_, _    = newPastFiller, newPastFinder[string]
	_, _, _ = recentRows, archiveWindows, archiveSessions
	_       = archivePast
)

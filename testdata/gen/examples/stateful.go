package examples

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Stores as the processors below see them.
type (
	Counts        = record.KeyValueStore[string, int64]
	LastValues    = record.KeyValueStore[string, record.Timestamped[string]]
	PastValues    = record.VersionedKeyValueStore[string, string]
	HeadedValues  = record.KeyValueStore[string, record.Headed[string]]
	HeadedParts   = record.WindowStore[string, record.Headed[string]]
	HeadedVisits  = record.SessionStore[string, record.Headed[string]]
	VisitSessions = record.SessionStore[string, int64]
	Pages         = record.WindowStore[string, record.Timestamped[string]]
)

// Historian says what a key was when it was last seen.
type Historian struct {
	last LastValues
	past PastValues
}

func NewHistorian(last LastValues, past PastValues) *Historian { return &Historian{last, past} }

func (h *Historian) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	text := r.Value + ", first seen"
	if last, seen := h.last.Get(r.Key); seen {
		was, _ := h.past.GetAsOf(r.Key, last.Timestamp)
		text = fmt.Sprintf("%s, was %s at %d", r.Value, was.Value, was.Timestamp)
	}
	h.last.Put(r.Key, record.Timestamped[string]{Value: r.Value, Timestamp: r.Timestamp})
	h.past.Put(r.Key, r.Value, r.Timestamp)
	ctx.Forward(r.WithValue(text))
	return nil
}

// Tagger puts a value with a header into three stores, and says how many headers were there before.
type Tagger struct {
	last     HeadedValues
	windows  HeadedParts
	sessions HeadedVisits
}

func NewTagger(last HeadedValues, windows HeadedParts, sessions HeadedVisits) *Tagger {
	return &Tagger{last, windows, sessions}
}

func (t *Tagger) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	before := 0
	if v, ok := t.last.Get(r.Key); ok {
		before += len(v.Headers)
	}
	for _, v := range t.windows.Fetch(r.Key, 0, r.Timestamp) {
		before += len(v.Headers)
	}
	for _, v := range t.sessions.Fetch(r.Key) {
		before += len(v.Headers)
	}
	tagged := record.Headed[string]{Value: r.Value, Timestamp: r.Timestamp, Headers: r.Headers.With("tag", nil)}
	t.last.Put(r.Key, tagged)
	t.windows.Put(r.Key, tagged, r.Timestamp)
	t.sessions.Put(record.Windowed[string]{Key: r.Key, Start: r.Timestamp, End: r.Timestamp}, tagged)
	ctx.Forward(r.WithValue(fmt.Sprint(before, " headers before")))
	return nil
}

// Visitor counts the pages of a visit, which ends after ten milliseconds without one.
type Visitor struct {
	visits VisitSessions
	pages  Pages
}

func NewVisitor(visits VisitSessions, pages Pages) *Visitor { return &Visitor{visits, pages} }

func (v *Visitor) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	v.pages.Put(r.Key(), record.Timestamped[string]{Value: r.Value(), Timestamp: r.Timestamp()}, r.Timestamp())
	now := 0
	for range v.pages.Fetch(r.Key(), r.Timestamp(), r.Timestamp()) {
		now++
	}
	visit, n := record.Windowed[string]{Key: r.Key(), Start: r.Timestamp(), End: r.Timestamp()}, int64(1)
	for s, count := range v.visits.FindSessions(r.Key(), r.Timestamp()-10, r.Timestamp()+10) {
		visit.Start, visit.End, n = min(visit.Start, s.Start), max(visit.End, s.End), n+count
		v.visits.Remove(s)
	}
	v.visits.Put(visit, n)
	ctx.Forward(r.WithValue(fmt.Sprintf("%d pages at this time, %d in this visit", now, n)))
	return nil
}

// Shouter has no state.
type Shouter struct{}

func NewShouter() Shouter { return Shouter{} }

func (Shouter) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	ctx.Forward(r.WithValue(r.Value() + "!"))
	return nil
}

// add adds n to what the store has for the key.
func add(s Counts, key string, n int64) int64 {
	old, _ := s.Get(key)
	s.Put(key, old+n)
	return old + n
}

// Tower sums values, the sums, and their sums.
type Tower struct{ x, y, z Counts }

func NewTower(x, y, z Counts) *Tower { return &Tower{x, y, z} }

func (t *Tower) Process(ctx record.FixedKeyContext[string, int64], r record.FixedKeyRecord[string, int64]) error {
	ctx.Forward(r.WithValue(add(t.z, r.Key(), add(t.y, r.Key(), add(t.x, r.Key(), r.Value())))))
	return nil
}

// Marker says what a row is.
type Marker struct{}

func NewMarker() Marker { return Marker{} }

func (Marker) Transform(_ string, v *string) string {
	if v == nil {
		return "is gone"
	}
	return "is " + *v
}

// Sum2 sums sums, Sum3 their sums.
type (
	Sum2 struct{ x, y Counts }
	Sum3 struct {
		Sum2
		z Counts
	}
)

func NewSum2(x, y Counts) *Sum2    { return &Sum2{x, y} }
func NewSum3(x, y, z Counts) *Sum3 { return &Sum3{Sum2{x, y}, z} }

func (s *Sum2) Transform(key string, v *int64) int64 {
	if v == nil {
		return 0
	}
	return add(s.y, key, add(s.x, key, *v))
}

func (s *Sum3) Transform(key string, v *int64) int64 { return add(s.z, key, s.Sum2.Transform(key, v)) }

// Both puts into two stores: a sum, and the sum of sums.
type Both struct{ x, y Counts }

func NewBoth(x, y Counts) *Both { return &Both{x, y} }

func (b *Both) Process(_ record.Context[record.None, record.None], r record.Record[string, int64]) error {
	add(b.y, r.Key, add(b.x, r.Key, r.Value))
	return nil
}

// Difference says how far two stores are apart.
type Difference struct{ x, y Counts }

func NewDifference(x, y Counts) Difference { return Difference{x, y} }

func (d Difference) Tick(ctx record.Context[string, int64], t record.Tick) error {
	for key, x := range d.x.All() {
		y, _ := d.y.Get(key)
		ctx.Forward(record.Record[string, int64]{Key: key, Value: y - x, Timestamp: t.Timestamp})
	}
	return nil
}

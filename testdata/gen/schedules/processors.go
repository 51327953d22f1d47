package schedules

import (
	"errors"
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Beat forwards the time of each tick.
type Beat struct{ begun bool }

// NewBeat makes one.
func NewBeat() *Beat { return &Beat{} }

// Init is called ahead of the first tick.
func (b *Beat) Init(record.Context[string, string]) { b.begun = true }

// Tick says which slots it is for. One at a full ten minutes fails.
func (b *Beat) Tick(ctx record.Context[string, string], t record.Tick) error {
	text := fmt.Sprintf("%s from %s at %s", clock(t.Timestamp), clock(t.First), clock(ctx.SystemTime()))
	if _, metadata := ctx.Metadata(); metadata || !b.begun {
		text += " of a record"
	}
	ctx.Forward(record.Record[string, string]{Key: "beat", Value: text, Timestamp: t.Timestamp})
	if t.Time().Minute() == 10 {
		return errors.New("a bad time")
	}
	return nil
}

func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04:05") }

// Noon forwards the hour.
type Noon struct{}

// NewNoon makes one.
func NewNoon() Noon { return Noon{} }

// Tick says what time it is in UTC.
func (Noon) Tick(ctx record.Context[string, string], t record.Tick) error {
	ctx.Forward(record.Record[string, string]{Key: "noon", Value: t.Time().UTC().Format("2 Jan 15:04"), Timestamp: t.Timestamp})
	return nil
}

// Heart forwards its tick.
type Heart struct{}

// NewPulse makes one.
func NewHeart() Heart { return Heart{} }

// Tick sends the slots that it stands for.
func (Heart) Tick(ctx record.Context[string, string], t record.Tick) error {
	ctx.Forward(record.Record[string, string]{Key: "pulse", Value: fmt.Sprint(t.First, " ", t.Timestamp), Timestamp: t.Timestamp})
	return nil
}

// Summer adds up.
type Summer struct {
	sums record.KeyValueStore[string, int64]
}

// NewSummer takes its store.
func NewSummer(sums record.KeyValueStore[string, int64]) *Summer { return &Summer{sums} }

// Process adds a value to its key's sum.
func (s *Summer) Process(_ record.Context[record.None, record.None], r record.Record[string, int64]) error {
	sum, _ := s.sums.Get(r.Key)
	s.sums.Put(r.Key, sum+r.Value)
	return nil
}

// Reporter empties the store.
type Reporter struct {
	sums record.KeyValueStore[string, int64]
}

// NewReporter takes its store.
func NewReporter(sums record.KeyValueStore[string, int64]) *Reporter { return &Reporter{sums} }

// Tick forwards the partition's sums, and deletes them.
func (r *Reporter) Tick(ctx record.Context[string, int64], t record.Tick) error {
	for key, sum := range r.sums.All() {
		ctx.Forward(record.Record[string, int64]{Key: key, Value: sum, Timestamp: t.Timestamp})
		r.sums.Delete(key)
	}
	return nil
}

package examples

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Counter counts the records of each key and says so every ten milliseconds of stream time.
type Counter struct {
	counts record.KeyValueStore[string, int64]
}

func NewCounter(counts record.KeyValueStore[string, int64]) *Counter { return &Counter{counts} }

func (c *Counter) Init(ctx record.Context[string, int64]) {
	ctx.Schedule(10*time.Millisecond, record.StreamTime, func(now int64) {
		for key, n := range c.counts.All() {
			ctx.Forward(record.Record[string, int64]{Key: key, Value: n, Timestamp: now})
		}
	})
}

func (c *Counter) Process(_ record.Context[string, int64], r record.Record[string, string]) error {
	n, _ := c.counts.Get(r.Key)
	c.counts.Put(r.Key, n+1)
	return nil
}

// Sorter sends long values to one child and short ones to the other.
type Sorter struct{}

func NewSorter() Sorter { return Sorter{} }

func (Sorter) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	child := "short"
	if len(r.Value) > 3 {
		child = "long"
	}
	ctx.ForwardTo(child, r)
	return nil
}

// Heart sends a beat at each tick.
type Heart struct{}

func NewHeart() Heart { return Heart{} }

func (Heart) Tick(ctx record.Context[string, string], t record.Tick) error {
	at := time.Duration(t.Timestamp) * time.Millisecond
	ctx.Forward(record.Record[string, string]{Key: "beat", Value: at.String(), Timestamp: t.Timestamp})
	return nil
}

// Tally counts the records of each key.
type Tally struct {
	counts record.KeyValueStore[string, int64]
}

func NewTally(counts record.KeyValueStore[string, int64]) Tally { return Tally{counts} }

func (c Tally) Process(_ record.Context[record.None, record.None], r record.Record[string, string]) error {
	n, _ := c.counts.Get(r.Key)
	c.counts.Put(r.Key, n+1)
	return nil
}

// Hourly sends all counts and empties the store.
type Hourly struct {
	counts record.KeyValueStore[string, int64]
}

func NewHourly(counts record.KeyValueStore[string, int64]) Hourly { return Hourly{counts} }

func (h Hourly) Tick(ctx record.Context[string, int64], t record.Tick) error {
	for key, n := range h.counts.All() {
		ctx.Forward(record.Record[string, int64]{Key: key, Value: n, Timestamp: t.Timestamp})
		h.counts.Delete(key)
	}
	return nil
}

// Visits counts a key's records until none has come for ten milliseconds.
type Visits struct {
	ends   record.Timers[string]
	visits record.KeyValueStore[string, record.Timestamped[int64]] // records so far, and when the last of them came
}

func NewVisits(ends record.Timers[string], visits record.KeyValueStore[string, record.Timestamped[int64]]) *Visits {
	return &Visits{ends, visits}
}

func (v *Visits) Process(_ record.Context[string, int64], r record.Record[string, string]) error {
	visit, open := v.visits.Get(r.Key)
	if open {
		v.ends.Delete(r.Key, record.StreamTime, visit.Timestamp+10)
	}
	visit.Value, visit.Timestamp = visit.Value+1, max(visit.Timestamp, r.Timestamp)
	v.visits.Put(r.Key, visit)
	v.ends.Register(r.Key, record.StreamTime, visit.Timestamp+10)
	return nil
}

func (v *Visits) OnTimer(ctx record.Context[string, int64], t record.Timer[string]) error {
	visit, _ := v.visits.Delete(t.Key)
	ctx.Forward(record.Record[string, int64]{Key: t.Key, Value: visit.Value, Timestamp: t.Timestamp})
	return nil
}

// Latest joins the values of the last five milliseconds.
type Latest struct {
	values record.WindowStore[string, string]
}

func NewLatest(values record.WindowStore[string, string]) *Latest { return &Latest{values} }

func (l *Latest) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	l.values.Put(r.Key(), r.Value(), r.Timestamp())
	all := ""
	for _, v := range l.values.Fetch(r.Key(), r.Timestamp()-5, r.Timestamp()) {
		all += v
	}
	ctx.Forward(r.WithValue(all))
	return nil
}

// Filler puts what it gets; Namer looks it up.
type (
	Filler struct {
		names record.KeyValueStore[string, string]
	}
	Namer struct {
		names record.ReadOnlyKeyValueStore[string, string]
	}
)

func NewFiller(names record.KeyValueStore[string, string]) *Filler      { return &Filler{names} }
func NewNamer(names record.ReadOnlyKeyValueStore[string, string]) Namer { return Namer{names} }

func (f *Filler) Process(_ record.Context[record.None, record.None], r record.Record[string, string]) error {
	f.names.Put(r.Key, r.Value)
	return nil
}

// Transform sees a delete as nil.
func (n Namer) Transform(key string, id *string) string {
	if id == nil {
		return "nobody"
	}
	name, _ := n.names.Get(*id)
	return fmt.Sprintf("%s is %s", key, name)
}

// Greeter greets by name.
type Greeter struct {
	names record.ReadOnlyKeyValueStore[string, string]
}

func NewGreeter(names record.ReadOnlyKeyValueStore[string, string]) Greeter { return Greeter{names} }

func (g Greeter) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	name, known := g.names.Get(r.Value())
	if !known {
		name = "stranger"
	}
	ctx.Forward(r.WithValue("Hello " + name))
	return nil
}

// Guard lets a processor have every record but its second one.
type Guard struct {
	node  string
	calls int
}

func NewGuard(node string) *Guard { return &Guard{node: node} }

func (g *Guard) Process(_ record.ProcessingContext, next func() error) error {
	if g.calls++; g.calls == 2 && g.node == "greet" {
		return nil
	}
	if err := next(); err != nil {
		return fmt.Errorf("call %d of %s: %w", g.calls, g.node, err)
	}
	return nil
}

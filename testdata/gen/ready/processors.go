package ready

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// puncts forwards what it gets and three schedules: stream time, wall clock, stream time from 35.
type puncts struct{}

func newPuncts() *puncts { return &puncts{} }

func (p *puncts) Init(ctx record.Context[string, string]) {
	forward := func(key string) func(int64) {
		return func(now int64) { ctx.Forward(record.Record[string, string]{Key: key, Value: "p", Timestamp: now}) }
	}
	ctx.Schedule(10*ms, record.StreamTime, forward("st"))
	ctx.Schedule(100*ms, record.WallClockTime, forward("wc"))
	ctx.ScheduleFrom(time.UnixMilli(35), 10*ms, record.StreamTime, forward("anch"))
}

func (p *puncts) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	ctx.Forward(r)
	return nil
}

// withKey prints key and value; a deleted row is nil and prints as null.
type withKey struct{}

func newWithKey() withKey                                  { return withKey{} }
func (withKey) Transform(key string, value *string) string { return key + ":" + text(value) }

// counter counts keys and forwards all counts every 2 s of its clock. Its key is nullable: null keys are skipped, null values count.
type counter struct {
	on record.PunctuationType
	st record.KeyValueStore[string, int64]
}

func newWallCounter(st record.KeyValueStore[string, int64]) *counter {
	return &counter{record.WallClockTime, st}
}

func newStreamCounter(st record.KeyValueStore[string, int64]) *counter {
	return &counter{record.StreamTime, st}
}

func (c *counter) Init(ctx record.Context[string, string]) {
	ctx.Schedule(2*time.Second, c.on, func(now int64) {
		for k, n := range c.st.All() {
			ctx.Forward(record.Record[string, string]{Key: k, Value: fmt.Sprintf("%d@%d", n, now), Timestamp: now})
		}
	})
}

func (c *counter) Process(_ record.Context[string, string], r record.Record[*string, *string]) error {
	if r.Key != nil {
		n, _ := c.st.Get(*r.Key)
		c.st.Put(*r.Key, n+1)
	}
	return nil
}

// fetcher puts by timestamp and forwards what the last 4 s hold.
type fetcher struct {
	st record.WindowStore[string, string]
}

func newFetcher(st record.WindowStore[string, string]) *fetcher { return &fetcher{st} }

func (f *fetcher) Process(ctx record.Context[*string, string], r record.Record[*string, *string]) error {
	if r.Key == nil {
		return nil
	}
	if r.Value == nil {
		f.st.Delete(*r.Key, r.Timestamp)
	} else {
		f.st.Put(*r.Key, *r.Value, r.Timestamp)
	}
	var sb strings.Builder
	for start, v := range f.st.Fetch(*r.Key, max(0, r.Timestamp-4000), r.Timestamp) {
		fmt.Fprintf(&sb, "%d=%s ", start, v)
	}
	ctx.Forward(r.WithValue(sb.String()))
	return nil
}

// ranger shows range, reverseRange, prefixScan, putIfAbsent and delete.
type ranger struct {
	st record.KeyValueStore[string, string]
}

func newRanger(st record.KeyValueStore[string, string]) *ranger { return &ranger{st} }

func (g *ranger) Process(ctx record.Context[*string, string], r record.Record[*string, *string]) error {
	if r.Key == nil {
		return nil
	}
	k, old, ok := *r.Key, "", false
	switch {
	case r.Value == nil:
		old, ok = g.st.Delete(k)
	case parse(*r.Value)%3 == 0:
		k += (*r.Value)[:1]
		old, ok = g.st.PutIfAbsent(k, *r.Value)
	default:
		k += (*r.Value)[:1]
		old, ok = g.st.Get(k)
		g.st.Put(k, *r.Value)
	}
	if !ok {
		old = "null"
	}
	var sb strings.Builder
	sb.WriteString(k + " old=" + old + " r:")
	show := func(k, v string) { sb.WriteString(k + "=" + v + " ") }
	for k, v := range g.st.Range(record.Between("a2", "b4")) {
		show(k, v)
	}
	sb.WriteString(" rr:")
	for k, v := range g.st.ReverseRange(record.AtMost("b1")) {
		show(k, v)
	}
	sb.WriteString(" p:")
	for k, v := range g.st.PrefixScan([]byte("b")) {
		show(k, v)
	}
	ctx.Forward(r.WithValue(sb.String()))
	return nil
}

// placer prints where a record came from, and a second record for even values; a null value counts as 0.
type placer struct{}

func newPlacer() placer { return placer{} }

func (placer) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, *string]) error {
	m, _ := ctx.Metadata()
	ctx.Forward(r.WithValue(m.Topic + "/" + strconv.Itoa(int(m.Partition)) + "/" + number(m.Offset) + "/" + number(r.Timestamp()) + "/" + number(ctx.StreamTime())))
	if parseNull(r.Value())%2 == 0 {
		ctx.Forward(r.WithValue("again").WithTimestamp(r.Timestamp() + 1))
	}
	return nil
}

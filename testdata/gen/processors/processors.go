package processors

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Context and Record of the processors here.
type (
	Context = record.Context[string, string]
	Record  = record.Record[string, string]
)

type keyed struct {
	plain  record.KeyValueStore[string, *string]
	timed  record.KeyValueStore[string, record.Timestamped[int64]]
	headed record.KeyValueStore[string, record.Headed[string]]
}

func newKeyed(p record.KeyValueStore[string, *string], t record.KeyValueStore[string, record.Timestamped[int64]], h record.KeyValueStore[string, record.Headed[string]]) *keyed {
	return &keyed{p, t, h}
}

func (k *keyed) Process(ctx Context, r Record) error {
	if r.Value == "bad" {
		return errors.New("a bad value")
	}
	if r.Value == "gone" {
		k.plain.Put(r.Key, nil)
	} else {
		k.plain.Put(r.Key, &r.Value)
	}
	n, _ := k.timed.Get(r.Key)
	k.timed.Put(r.Key, record.Timestamped[int64]{Value: n.Value + 1, Timestamp: max(n.Timestamp, r.Timestamp)})
	h, had := k.headed.Get(r.Key)
	k.headed.Put(r.Key, record.Headed[string]{Value: r.Value, Timestamp: r.Timestamp, Headers: r.Headers})
	var all strings.Builder
	for key, v := range k.plain.All() {
		fmt.Fprintf(&all, "%s=%s ", key, *v)
	}
	was := ""
	if had {
		was = fmt.Sprintf(" was %s@%d with %d headers", h.Value, h.Timestamp, len(h.Headers))
	}
	ctx.Forward(r.WithValue(fmt.Sprintf("%s%d@%d%s", all.String(), n.Value+1, max(n.Timestamp, r.Timestamp), was)))
	return nil
}

type windowed struct {
	windows record.WindowStore[string, string]
	twice   record.WindowStore[string, record.Timestamped[int64]]
}

func newWindowed(w record.WindowStore[string, string], t record.WindowStore[string, record.Timestamped[int64]]) *windowed {
	return &windowed{w, t}
}

func (w *windowed) Process(ctx Context, r Record) error {
	w.windows.Put(r.Key, r.Value, r.Timestamp)
	w.twice.Put(r.Key, record.Timestamped[int64]{Value: int64(len(r.Value)), Timestamp: r.Timestamp}, r.Timestamp/10*10)
	var out strings.Builder
	for win, v := range w.windows.FetchRange(record.Interval[string]{}, 0, 1000) {
		fmt.Fprintf(&out, "%v=%s ", win, v)
	}
	for start, v := range w.twice.BackwardFetch(r.Key, 0, 1000) {
		fmt.Fprintf(&out, "%d:%d@%d ", start, v.Value, v.Timestamp)
	}
	ctx.Forward(r.WithValue(strings.TrimSpace(out.String())))
	return nil
}

type history struct {
	sessions record.SessionStore[string, record.Headed[int64]]
	past     record.VersionedKeyValueStore[string, string]
	lru      record.KeyValueStore[string, int64]
}

func newHistory(s record.SessionStore[string, record.Headed[int64]], p record.VersionedKeyValueStore[string, string], l record.KeyValueStore[string, int64]) *history {
	return &history{s, p, l}
}

func (h *history) Process(ctx Context, r Record) error {
	session, n := record.Windowed[string]{Key: r.Key, Start: r.Timestamp, End: r.Timestamp}, int64(1)
	for found, v := range h.sessions.FindSessions(r.Key, r.Timestamp-10, r.Timestamp+10) {
		session.Start, session.End, n = min(session.Start, found.Start), max(session.End, found.End), n+v.Value
		h.sessions.Remove(found)
	}
	h.sessions.Put(session, record.Headed[int64]{Value: n, Headers: r.Headers})
	to := h.past.Put(r.Key, r.Value, r.Timestamp)
	asOf, _ := h.past.GetAsOf(r.Key, r.Timestamp-5)
	h.lru.Put(r.Key, r.Timestamp)
	var used strings.Builder
	for k := range h.lru.All() {
		used.WriteString(k)
	}
	ctx.Forward(r.WithValue(fmt.Sprintf("%v=%d to %d was %q lru %s", session, n, to, asOf.Value, used.String())))
	return nil
}

// sorter sends even counts to one child, odd ones to the other, and a third one that isn't there.
type sorter struct {
	seen record.KeyValueStore[string, int64]
}

func newSorter(seen record.KeyValueStore[string, int64]) *sorter { return &sorter{seen} }

func (s *sorter) Init(ctx Context) {
	ctx.Schedule(100*time.Millisecond, record.WallClockTime, func(now int64) {
		for k, n := range s.seen.All() {
			ctx.ForwardTo("odd", Record{Key: k, Value: fmt.Sprintf("%d at %d", n, now), Timestamp: now})
		}
	})
}

func (s *sorter) Process(ctx Context, r Record) error {
	n, _ := s.seen.Get(r.Key)
	s.seen.Put(r.Key, n+1)
	switch {
	case r.Value == "nowhere":
		ctx.ForwardTo(r.Value, r)
	case r.Value == "past":
		ctx.Forward(r.WithTimestamp(-1))
	case n%2 == 1:
		ctx.ForwardTo("even", r)
	default:
		ctx.ForwardTo("odd", r.WithHeaders(r.Headers.With("n", []byte{byte('0' + n)})))
	}
	return nil
}

type reader struct {
	seen record.ReadOnlyKeyValueStore[string, int64]
}

func newReader(seen record.ReadOnlyKeyValueStore[string, int64]) reader { return reader{seen} }

func (a reader) Process(ctx Context, r Record) error {
	n, ok := a.seen.Get(r.Key)
	ctx.Forward(r.WithValue(fmt.Sprint(n, ok)))
	return nil
}

// delayer holds each record back until stream time is ten further.
type delayer struct {
	held []record.FixedKeyRecord[string, string]
}

func newDelayer() *delayer { return &delayer{} }

func (d *delayer) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	for len(d.held) > 0 && d.held[0].Timestamp()+10 <= ctx.StreamTime() {
		ctx.Forward(d.held[0])
		d.held = d.held[1:]
	}
	d.held = append(d.held, r)
	return nil
}

type filler struct {
	names record.KeyValueStore[string, string]
}

func newFiller(names record.KeyValueStore[string, string]) *filler { return &filler{names} }

func (f *filler) Process(_ record.Context[record.None, record.None], r record.Record[string, *string]) error {
	if r.Value == nil {
		f.names.Delete(r.Key)
	} else {
		f.names.Put(r.Key, *r.Value)
	}
	return nil
}

type namer struct {
	names record.ReadOnlyKeyValueStore[string, string]
	n     int
}

func newNamer(names record.ReadOnlyKeyValueStore[string, string]) *namer { return &namer{names: names} }

func (n *namer) Init(record.ProcessingContext) { n.n = 100 }

func (n *namer) Transform(key string, v *string) string {
	if v == nil {
		return "nobody"
	}
	name, _ := n.names.Get(*v)
	return fmt.Sprint(key, " is ", name, " ", n.n)
}

type adder struct {
	sums record.KeyValueStore[string, int64]
}

func newAdder(sums record.KeyValueStore[string, int64]) *adder { return &adder{sums} }

func (a *adder) Process(ctx record.Context[string, int64], r record.Record[string, int64]) error {
	n, _ := a.sums.Get(r.Key)
	a.sums.Put(r.Key, n+r.Value)
	ctx.Forward(r.WithValue(n + r.Value))
	return nil
}

type passing struct{}

func newPassing() passing { return passing{} }

func (passing) Init(record.FixedKeyContext[string, string]) {}

func (passing) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	ctx.Forward(r)
	return nil
}

func both(x, y *string) string {
	s := ""
	for _, v := range []*string{x, y} {
		if v == nil {
			s += "-"
		} else {
			s += *v
		}
	}
	return s
}

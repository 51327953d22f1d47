package fraud

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Place is where a card was last put into a terminal.
type Place struct {
	Country string
	At      int64 // milliseconds
}

// Hold keeps a card from being used.
type Hold struct {
	Reason   string `json:"reason"`
	Since    int64  `json:"since"`    // milliseconds
	Until    int64  `json:"until"`    // milliseconds; each attempt moves it
	Attempts int64  `json:"attempts"` // while the card was held, the first included
}

// Watch holds a card that was in two countries within less than TravelTime, and releases it when it has been left alone
// for HoldTime. What it writes is a table: a hold for each attempt, null for the release, with the time of the release.
//
// A card that is tried again is released by that attempt at the latest; every other one by the schedule, which waits for
// attempts that come late.
type Watch struct {
	seen record.KeyValueStore[string, Place]
	held record.KeyValueStore[string, Hold] // only the cards that are held now: the schedule looks at all of them
}

// NewWatch is called once a partition.
func NewWatch(seen record.KeyValueStore[string, Place], held record.KeyValueStore[string, Hold]) *Watch {
	return &Watch{seen, held}
}

// Init schedules the releases, by stream time: a replay of last year releases cards as last year did.
func (w *Watch) Init(ctx record.Context[string, *Hold]) {
	ctx.Schedule(time.Minute, record.StreamTime, func(now int64) {
		for card, h := range w.held.All() {
			if h.Until+Late.Milliseconds() <= now {
				w.release(ctx, card, h)
			}
		}
	})
}

// Process looks at one attempt.
func (w *Watch) Process(ctx record.Context[string, *Hold], r record.Record[string, Authorisation]) error {
	card, a := r.Key, r.Value
	h, holds := w.held.Get(card)
	if holds && h.Until <= a.At {
		w.release(ctx, card, h)
		holds = false
	}
	if a.Present {
		last, known := w.seen.Get(card)
		w.seen.Put(card, Place{a.Country, a.At})
		if !holds && known && last.Country != a.Country && a.At-last.At < TravelTime.Milliseconds() {
			h, holds = Hold{Reason: Travelled, Since: a.At}, true
		}
	}
	if holds {
		h.Until = max(h.Until, a.At+HoldTime.Milliseconds())
		h.Attempts++
		w.held.Put(card, h)
		ctx.Forward(record.Record[string, *Hold]{Key: card, Value: &h, Timestamp: r.Timestamp})
	}
	return nil
}

func (w *Watch) release(ctx record.Context[string, *Hold], card string, h Hold) {
	w.held.Delete(card)
	ctx.Forward(record.Record[string, *Hold]{Key: card, Timestamp: h.Until})
}

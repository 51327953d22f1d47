package barrier

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Cursor is where a source partition stands at a cut: the next offset to read, and the largest timestamp so far.
type Cursor struct {
	kafka.Position
	Time int64 // milliseconds, -1 before the first record
}

// epoch is one from its cut until its state batch is written.
type epoch struct {
	n       uint32
	id      int // which producer
	cursors map[kafka.TP]Cursor
	moved   bool // a cursor differs from the epoch before, or the offsets must be committed anew
	rest    bool // not of the lanes: see Rest
	cut     time.Time
	records int64 // admitted
	admit   int64 // their bytes

	watermark int64 // at the cut

	missing int // hand-overs
	handed  []*lane.Handover
	topics  []*codec.Topic   // with records, of all lanes
	rows    int              // of all lanes
	marks   map[string]int64 // to store, by name
	least   map[string]int64 // likewise, of the lanes that are furthest behind
	size    int64

	cause string
	lanes time.Duration   // from the cut to the last hand-over
	steps []time.Duration // of the commit

	acks map[kafka.TP]kafka.Ack
	ends map[kafka.TP]kafka.Position // of a rest: where the changelogs end

	before                    *epoch
	acked, committed, written gate
}

// gather takes a hand-over and says whether it was the last.
func (e *epoch) gather(h *lane.Handover) (sealed bool) {
	e.handed = append(e.handed, h)
	e.missing--
	for _, list := range [][]*codec.Topic{h.Logs, h.Outs} {
		for _, t := range list {
			e.output(t)
		}
	}
	for _, t := range h.Computed {
		e.output(t)
	}
	e.rows += h.Epoch.Rows.Len()
	return e.missing == 0
}

func (e *epoch) output(t *codec.Topic) {
	if t != nil && t.Len() > 0 {
		e.topics = append(e.topics, t)
		e.size += int64(t.Size())
	}
}

// join adds the rows of all lanes to a batch. It runs when they have gone on to the next epoch.
func (e *epoch) join(into *store.Rows) {
	for _, h := range e.handed {
		into.Join(&h.Epoch.Rows)
	}
}

// idle says that there is nothing to tell Kafka.
func (e *epoch) idle() bool { return len(e.topics) == 0 && !e.moved }

// gate opens once, when a step has succeeded.
type gate chan struct{}

func newGate() gate { return make(gate) }

func (g gate) open() { close(g) }

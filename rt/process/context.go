package process

import (
	"fmt"
	"unsafe"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Context is the part of a processor's context that is the same for all: generated code embeds it and adds Forward and
// ForwardTo.
type Context struct {
	Around  func(next func() error) error // the user's wrapper, which punctuations are called through; nil: there is none
	tasks   *Tasks
	node    abi.NodeID
	part    int32
	head    lane.Head      // of the record at hand
	headers record.Headers // as the processor got them
	now     int64          // timestamp of the record or punctuation at hand
}

// NewContext makes the context of a processor for a partition.
func NewContext(t *Tasks, node abi.NodeID, part int32) Context {
	return Context{tasks: t, node: node, part: part, head: lane.Head{B: nowhere, Part: part}}
}

// nowhere is where records come from that no record caused.
var nowhere = &abi.Batch{Partition: -1, Base: -1, Recs: []abi.Rec{{KeyLen: -1, ValLen: -1}}}

// ApplicationID is record.ProcessingContext's.
func (c *Context) ApplicationID() string { return c.tasks.lane.App() }

// Lane is record.ProcessingContext's.
func (c *Context) Lane() int { return c.tasks.lane.ID }

// StreamTime is record.ProcessingContext's.
func (c *Context) StreamTime() int64 { return c.tasks.parts[c.part].stream }

// SystemTime is record.ProcessingContext's.
func (c *Context) SystemTime() int64 { return c.tasks.lane.Now() }

// Commit is record.ProcessingContext's.
func (c *Context) Commit() { c.tasks.lane.Hurry() }

// Metadata is record.ProcessingContext's.
func (c *Context) Metadata() (record.Metadata, bool) {
	b := c.head.B
	if b.Topic == "" {
		return record.Metadata{}, false
	}
	return record.Metadata{Topic: b.Topic, Partition: b.Partition, Offset: b.Base + int64(b.Recs[c.head.I].OffsetDelta)}, true
}

// At takes up a record and gives its headers.
func (c *Context) At(h *lane.Head, ts int64) record.Headers {
	c.head, c.now, c.tasks.now = *h, ts, ts
	if h.B == nil {
		c.head.B = nowhere
	}
	c.headers = nil
	if block := h.Headers(); block != nil {
		c.headers, _ = codec.Headers(block)
	}
	return c.headers
}

// Fire begins a punctuation, or a timer's call: there is no record.
func (c *Context) Fire(now int64) {
	c.head, c.headers, c.now = lane.Head{B: nowhere, Part: c.part}, nil, now
	c.tasks.now, c.tasks.lane.Node = now, c.node
	c.tasks.moment.Recs[0].TS = now
}

// Out is the head of a record that is forwarded. The key's hash is not in it. A timestamp that no record may have fails
// the one at hand.
func (c *Context) Out(ts int64, headers record.Headers) lane.Head {
	if !lane.Possible(ts) {
		panic(fmt.Errorf("forwarded a record with timestamp %d, expected one from 0 to %d", ts, int64(lane.Latest)))
	}
	h := lane.Head{B: c.head.B, I: c.head.I, TS: ts, Part: c.part, Bare: c.head.Bare}
	switch {
	case same(headers, c.headers):
	case len(headers) == 0:
		h.Bare = true
	default:
		h.B, h.I, h.Bare = withHeaders(c.head.B, c.head.I, headers), 0, false
	}
	c.tasks.now = ts
	return h
}

// Back is called when what is below has worked on a forwarded record: the processor goes on with its own.
func (c *Context) Back() { c.tasks.now, c.tasks.lane.Node = c.now, c.node }

func same(a, b record.Headers) bool {
	return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}

// withHeaders is a source record as a batch of its own, with other headers: what a record carries from lane to lane.
func withHeaders(b *abi.Batch, i uint32, h record.Headers) *abi.Batch {
	key, val := b.Key(i), b.Value(i)
	out := &abi.Batch{Topic: b.Topic, Partition: b.Partition, Base: b.Base}
	x := b.Recs[i]
	out.Data = make([]byte, 0, len(key)+len(val)+64)
	x.Key, out.Data = 0, append(out.Data, key...)
	x.Val, out.Data = int32(len(out.Data)), append(out.Data, val...)
	x.Headers, out.Data = int32(len(out.Data)), codec.AppendHeaderBlock(out.Data, h)
	x.HeaderLen = int32(len(out.Data)) - x.Headers
	out.Recs = []abi.Rec{x}
	return out
}

// NoChild fails the record at hand: no child of the processor has that name.
func NoChild(processor, child string) {
	panic(fmt.Errorf("%s has no child called %q to forward to; give one that name with dsl.Name", processor, child))
}

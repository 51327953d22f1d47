package suppress

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
)

// row is what is held back of a key.
type row struct {
	part int32
	hash uint32
	time int64  // buffer time
	key  []byte // as it is serialised
	val  []byte // context and values: what the changelog has ahead of the buffer time; empty: the row is gone

	context int    // bytes of val that are the context
	epoch   uint32 // in which it changed last
	size    int64  // as Kafka Streams counts
}

func (r *row) live() bool { return len(r.val) > 0 }

// prior is what lookups saw before the first update that is held back.
func (r *row) prior() []byte {
	x := reader{b: r.val[r.context:]}
	return x.values().prior
}

// before orders rows by buffer time and key.
func (r *row) before(x *row) bool {
	return cmp.Or(cmp.Compare(r.time, x.time), bytes.Compare(r.key, x.key), cmp.Compare(r.part, x.part)) < 0
}

// Lengths that aren't one: a null, and an old value that is the prior one.
const (
	null  = -1
	prior = -2
)

// values are the three that Kafka Streams keeps: what lookups saw before the first update that is held back, what the last
// update replaced, and what it put there. nil is null.
type values struct{ prior, old, now []byte }

// appendContext appends a record's context: timestamp, offset, topic, partition, headers. Numbers are big-endian.
func appendContext(b []byte, h *lane.Head) []byte {
	be := binary.BigEndian
	topic, partition, offset := "", int32(0), int64(0)
	if h.B != nil { // else a punctuation's
		topic, partition, offset = h.B.Topic, h.B.Partition, h.B.Base+int64(h.B.Recs[h.I].OffsetDelta)
	}
	b = be.AppendUint64(be.AppendUint64(b, uint64(h.TS)), uint64(offset))
	b = append(be.AppendUint32(b, uint32(len(topic))), topic...)
	b = be.AppendUint32(b, uint32(partition))
	headers, _ := codec.Headers(h.Headers())
	b = be.AppendUint32(b, uint32(len(headers)))
	for _, x := range headers {
		b = append(be.AppendUint32(b, uint32(len(x.Name))), x.Name...)
		b = appendValue(b, x.Value)
	}
	return b
}

func appendValue(b, v []byte) []byte {
	if v == nil {
		return binary.BigEndian.AppendUint32(b, 0xFFFFFFFF) // null
	}
	return append(binary.BigEndian.AppendUint32(b, uint32(len(v))), v...)
}

// appendValues appends the values behind a context.
func appendValues(b []byte, v values) []byte {
	b = appendValue(b, v.prior)
	if v.old != nil && v.prior != nil && bytes.Equal(v.old, v.prior) {
		b = binary.BigEndian.AppendUint32(b, 0xFFFFFFFE) // prior
	} else {
		b = appendValue(b, v.old)
	}
	return appendValue(b, v.now)
}

var errRow = errors.New("is none of a suppression: context, three values and buffer time")

// reader takes a row's bytes apart.
type reader struct {
	b     []byte
	bad   bool
	topic string // of the context before, which most often is this one's
}

// lone is a batch of one record, in one piece.
type lone struct {
	abi.Batch
	rec [1]abi.Rec
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) int() int {
	if b := r.take(4); b != nil {
		return int(int32(binary.BigEndian.Uint32(b)))
	}
	return 0
}

func (r *reader) long() int64 {
	if b := r.take(8); b != nil {
		return int64(binary.BigEndian.Uint64(b))
	}
	return 0
}

// value is one with its length ahead; length says which of the lengths that aren't one it was.
func (r *reader) value() (v []byte, length int) {
	n := r.int()
	if n < 0 {
		r.bad = r.bad || n < prior
		return nil, n
	}
	return r.take(n), n
}

// context is a record's context, as a batch of its own that has nothing but the context.
func (r *reader) context() (h lane.Head) {
	h.TS = r.long()
	b := &lone{Batch: abi.Batch{Base: r.long()}}
	if topic := r.take(r.int()); string(topic) != r.topic {
		r.topic = string(topic)
	}
	b.Topic = r.topic
	b.Partition = int32(r.int())
	var headers record.Headers
	for range r.int() {
		if r.bad {
			break
		}
		name := r.take(r.int())
		v, _ := r.value()
		headers = append(headers, record.Header{Name: string(name), Value: v})
	}
	rec := abi.Rec{TS: h.TS, KeyLen: -1, ValLen: -1}
	if len(headers) > 0 {
		b.Data = codec.AppendHeaderBlock(nil, headers)
		rec.HeaderLen = int32(len(b.Data))
	}
	b.rec[0] = rec
	b.Recs = b.rec[:]
	h.B = &b.Batch
	return h
}

func (r *reader) values() (v values) {
	var length int
	v.prior, _ = r.value()
	if v.old, length = r.value(); length == prior {
		v.old = v.prior
	}
	v.now, _ = r.value()
	return v
}

// weigh is the size that Kafka Streams counts for a row of so much context.
func weigh(key []byte, v values, h *lane.Head) int64 {
	const numbers = 8 + 8 + 8 + 4 // buffer time, timestamp, offset, partition
	n := numbers + len(key) + len(v.prior) + len(v.now)
	if h.B != nil {
		n += len(h.B.Topic)
	}
	if !bytes.Equal(v.old, v.prior) {
		n += len(v.old)
	}
	headers, _ := codec.Headers(h.Headers())
	for _, x := range headers {
		n += len(x.Name) + len(x.Value)
	}
	return int64(n)
}

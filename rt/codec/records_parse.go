package codec

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
)

func (s *Set) corrupt(offset int64, what string) error {
	return &CorruptError{s.Topic, s.Partition, offset, what}
}

// heads reads and checks the headers of all whole batches. partial: the set ends inside one.
func (s *Set) heads() (heads []header, partial bool, err error) {
	in, at, next := s.Data, 0, s.From
	if len(in) > math.MaxInt32 {
		return nil, false, s.corrupt(next, "a set of more than 2 GiB: lower the fetch size")
	}
	for at < len(in) {
		b := in[at:]
		if len(b) < batchHeader {
			return heads, true, nil
		}
		size := int64(binary.BigEndian.Uint32(b[atLength:])) + atLeaderEpoch
		if b[atMagic] != 2 {
			return nil, false, s.corrupt(next, fmt.Sprintf("message format %d, want 2: a topic written before Kafka 0.11", b[atMagic]))
		}
		if size < batchHeader {
			return nil, false, s.corrupt(next, fmt.Sprintf("length %d is less than a header", size))
		}
		if size > int64(len(b)) {
			return heads, true, nil
		}
		b = b[:size]
		h, what := parseHeader(b)
		if what != "" {
			return nil, false, s.corrupt(next, what)
		}
		if len(heads) > 0 && h.base < next {
			return nil, false, s.corrupt(next, fmt.Sprintf("offsets go back to %d", h.base))
		}
		h.at, h.end = at+batchHeader, at+len(b)
		heads = append(heads, h)
		at, next = h.end, h.base+int64(h.lastDelta)+1
	}
	return heads, false, nil
}

func parseHeader(b []byte) (h header, what string) {
	be := binary.BigEndian
	if got, want := crc32.Checksum(b[atAttributes:], castagnoli), be.Uint32(b[atCRC:]); got != want {
		return h, fmt.Sprintf("checksum %08x, the header says %08x", got, want)
	}
	h = header{
		base: int64(be.Uint64(b)), baseTime: int64(be.Uint64(b[atBaseTime:])), maxTime: int64(be.Uint64(b[atMaxTime:])),
		producer: int64(be.Uint64(b[atProducerID:])), leaderEpoch: int32(be.Uint32(b[atLeaderEpoch:])),
		lastDelta: int32(be.Uint32(b[atLastDelta:])), count: int32(be.Uint32(b[atCount:])), attrs: be.Uint16(b[atAttributes:]),
	}
	switch {
	case h.base < 0 || h.base > math.MaxInt64-math.MaxInt32-1 || h.lastDelta < 0:
		return h, fmt.Sprintf("offsets %d and %d more", h.base, h.lastDelta)
	case h.count < 0 || h.attrs&attrCodec == 0 && int(h.count) > (len(b)-batchHeader)/minRecord:
		return h, fmt.Sprintf("%d records in %d bytes", h.count, len(b)-batchHeader)
	}
	return h, ""
}

// recordsFrom is how many records the batch at the front and those that can join it in memory have at most.
func recordsFrom(heads []header) (n int) {
	if heads[0].attrs&attrCodec != 0 {
		return int(heads[0].count)
	}
	for i := range heads {
		if heads[i].attrs&(attrCodec|attrControl) == 0 {
			n += int(heads[i].count)
		}
	}
	return n
}

func (d *Decoder) decompress(src []byte, h *header) ([]byte, string) {
	if d.Decompress == nil {
		return nil, "compressed, and no decompressor is set"
	}
	data, err := d.Decompress(src, int8(h.attrs&attrCodec))
	switch {
	case err != nil:
		return nil, err.Error()
	case len(data) > math.MaxInt32:
		return nil, "more than 2 GiB of records in a batch"
	case int(h.count) > len(data)/minRecord:
		return nil, fmt.Sprintf("%d records in %d bytes", h.count, len(data))
	}
	return data, ""
}

// parseRecords appends the records of data[at:end] from offset from on. A result that isn't empty says what is wrong.
func parseRecords(b *abi.Batch, h *header, at, end int, from int64) string {
	data, shift := b.Data, h.base-b.Base
	skip, last := from-h.base, int64(-1) // by delta
	for range h.count {
		size, i := varint(data[:end], at)
		if i < 0 || size < minRecord-1 || size > int64(end-i) {
			return fmt.Sprintf("record %d: length %d with %d bytes left", len(b.Recs), size, end-at)
		}
		at = i + int(size)
		rec := data[:at]
		i++ // attributes, of which none is in use
		dt, i := varint(rec, i)
		do, i := varint(rec, i)
		kl, k := varint(rec, i)
		if k < 0 || do <= last || do > int64(h.lastDelta) || kl < -1 || kl > int64(at-k) {
			return fmt.Sprintf("record %d: offset delta %d of %d behind %d, key of %d bytes", len(b.Recs), do, h.lastDelta, last, kl)
		}
		last = do
		vl, v := varint(rec, k+int(max(kl, 0)))
		if v < 0 || vl < -1 || vl > int64(at-v) {
			return fmt.Sprintf("record %d: value of %d bytes with %d left", len(b.Recs), vl, at-k)
		}
		hd := v + int(max(vl, 0))
		hl := at - hd
		if hl == 1 && data[hd] == 0 {
			hl = 0
		} else if !headersFit(rec, hd) {
			return fmt.Sprintf("record %d: headers do not fill their %d bytes", len(b.Recs), hl)
		}
		if do < skip {
			continue
		}
		ts := h.baseTime + dt
		if h.attrs&attrLogTime != 0 {
			ts = h.maxTime
		}
		b.Recs = append(b.Recs, abi.Rec{TS: ts, OffsetDelta: int32(shift + do), Key: int32(k), KeyLen: int32(kl),
			Val: int32(v), ValLen: int32(vl), Headers: int32(hd), HeaderLen: int32(hl)})
	}
	if at != end {
		return fmt.Sprintf("%d bytes behind the last record", end-at)
	}
	return ""
}

// varint reads a zigzag number of b at i, and the position behind it. A negative i or number's end gives -1, so that a
// chain of calls is checked once, at its end.
func varint(b []byte, i int) (int64, int) {
	if uint(i) < uint(len(b)) && b[i] < 0x80 {
		return int64(b[i]>>1) ^ -int64(b[i]&1), i + 1
	}
	if i < 0 || i > len(b) {
		return 0, -1
	}
	v, n := binary.Varint(b[i:])
	if n <= 0 {
		return 0, -1
	}
	return v, i + n
}

// headersFit tells whether the header block at i reaches exactly to the end of the record.
func headersFit(rec []byte, i int) bool {
	n, i := varint(rec, i)
	if i < 0 || n < 0 || n > int64(len(rec)) {
		return false
	}
	for range n {
		for _, least := range [2]int64{0, -1} { // a key is never null
			l, at := varint(rec, i)
			if at < 0 || l < least || l > int64(len(rec)-at) {
				return false
			}
			i = at + int(max(l, 0))
		}
	}
	return i == len(rec)
}

// aborting leaves out the records of aborted transactions: a producer's, from the first offset of the transaction to
// its abort marker.
type aborting struct {
	list []Aborted // by first offset, those to come
	in   []int64   // producers inside an aborted transaction
}

func (a *aborting) drops(h *header, last int64) bool {
	for len(a.list) > 0 && a.list[0].FirstOffset <= last {
		if p := a.list[0].ProducerID; !slices.Contains(a.in, p) {
			a.in = append(a.in, p)
		}
		a.list = a.list[1:]
	}
	return h.attrs&attrTxn != 0 && slices.Contains(a.in, h.producer)
}

// marker ends a transaction of the filter at its abort marker. Its key is a version and a type, 0 for abort.
func (a *aborting) marker(h *header, data []byte) {
	a.drops(h, h.base+int64(h.lastDelta)) // a transaction that begins at an offset compacted away still has its marker
	if k := controlKey(h, data); len(k) >= 4 && binary.BigEndian.Uint16(k[2:]) == 0 {
		if i := slices.Index(a.in, h.producer); i >= 0 {
			a.in = slices.Delete(a.in, i, i+1)
		}
	}
}

// controlKey is the key of a control batch's record, nil if the batch is malformed.
func controlKey(h *header, data []byte) []byte {
	b := abi.Batch{Base: h.base, Data: data}
	if parseRecords(&b, h, h.at, h.end, h.base) != "" || len(b.Recs) == 0 {
		return nil
	}
	return b.Key(0)
}

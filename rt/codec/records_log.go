package codec

import (
	"encoding/binary"
	"hash/crc32"
)

// Head is what a batch's header says to those who walk over a log without reading its records.
type Head struct {
	Base, Last             int64 // offsets
	ProducerID             int64
	Epoch                  int16
	Size                   int // of the whole batch, header included
	Transactional, Control bool
}

// HeadSize is how many bytes ReadHead needs.
const HeadSize = batchHeader

// ReadHead reads a header; ok is false if these bytes can't be one.
func ReadHead(b []byte) (h Head, ok bool) {
	if len(b) < batchHeader || b[atMagic] != 2 {
		return h, false
	}
	be := binary.BigEndian
	size := int64(be.Uint32(b[atLength:])) + atLeaderEpoch
	if size < batchHeader {
		return h, false
	}
	attrs := be.Uint16(b[atAttributes:])
	h = Head{Base: int64(be.Uint64(b)), ProducerID: int64(be.Uint64(b[atProducerID:])), Epoch: int16(be.Uint16(b[atEpoch:])),
		Size: int(size), Transactional: attrs&attrTxn != 0, Control: attrs&attrControl != 0}
	h.Last = h.Base + int64(int32(be.Uint32(b[atLastDelta:])))
	return h, true
}

// Marker tells whether a whole control batch commits or aborts its producer's transaction; ok is false for other
// control batches.
func Marker(batch []byte) (commit, ok bool) {
	s := Set{Data: batch}
	heads, _, err := s.heads()
	if err != nil || len(heads) == 0 {
		return false, false
	}
	k := controlKey(&heads[0], batch)
	if len(k) < 4 {
		return false, false
	}
	t := binary.BigEndian.Uint16(k[2:])
	return t == 1, t <= 1
}

// AppendMarker appends the control batch that ends a producer's transaction, as a partition's leader writes it.
func AppendMarker(b []byte, base, producerID int64, epoch int16, commit bool, now int64) []byte {
	var r Records
	key := []byte{0, 0, 0, 0} // version, type
	if commit {
		key[3] = 1
	}
	r.Append(now, key, make([]byte, 6), nil) // version, coordinator epoch
	m := r.Chunks()[0].Seal(Stamp{ProducerID: producerID, Epoch: epoch, Sequence: -1, Transactional: true})
	be := binary.BigEndian
	be.PutUint64(m, uint64(base))
	be.PutUint16(m[atAttributes:], attrTxn|attrControl)
	be.PutUint32(m[atCRC:], crc32.Checksum(m[atAttributes:], castagnoli))
	return append(b, m...)
}

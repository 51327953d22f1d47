package state

import (
	"encoding/binary"

	"github.com/tidwall/btree"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Buffer is the stream records that wait for a versioned table (Joined.withGracePeriod), on one lane: in the order of
// timestamp, key and arrival. All of a lane's are in memory; what a lane finds of others' in the DB it leaves there.
type Buffer struct {
	CF       uint32
	Grace    int64 // milliseconds
	Observed int64 // largest timestamp that came; -1 before the first

	epoch  *uint32
	owns   func(part int32, hash uint32) bool
	rows   btree.Map[string, *Waiting] // by timestamp, key and number
	gone   []string                    // keys of rows that left, with their partition ahead
	fresh  []*Waiting                  // that came in the running epoch
	reader store.Reader
	loaded bool
	seq    uint32
	bytes  int64
	buf    []byte
}

// Waiting is a record that waits, as a batch of its own.
type Waiting struct {
	B    abi.Batch
	TS   int64
	Part int32
	Hash uint32

	key   string // of its row
	epoch uint32 // it came in; 0: before
	left  bool
}

// NewBuffer makes a buffer. owns says which keys the lane has.
func NewBuffer(cf uint32, epoch *uint32, grace int64, owns func(part int32, hash uint32) bool) *Buffer {
	return &Buffer{CF: cf, Grace: grace, Observed: -1, epoch: epoch, owns: owns}
}

// Marks are the observed stream times.
func (b *Buffer) Marks(mark func(name string, at *int64)) { mark("/observed", &b.Observed) }

// Add takes a record up. late: it is too old to wait and has to be joined at once.
func (b *Buffer) Add(part int32, hash uint32, ts int64, key, val, headers []byte, from abi.Origin) (late bool) {
	b.load()
	if b.Observed = max(b.Observed, ts); ts < b.Observed-b.Grace {
		return true
	}
	x := &Waiting{TS: ts, Part: part, Hash: hash, epoch: *b.epoch}
	x.B = abi.Batch{Topic: from.B.Topic, Partition: from.B.Partition, Base: from.B.Base + int64(from.B.Recs[from.I].OffsetDelta)}
	x.fill(key, val, headers)
	b.seq++
	x.key = rowKey(ts, key, b.seq, part)
	b.put(x)
	b.fresh = append(b.fresh, x)
	return false
}

// rowKey sorts by timestamp, key and number; the partition comes last, as all of a lane's partitions share the clock.
func rowKey(ts int64, key []byte, seq uint32, part int32) string {
	k := append(codec.AppendInt64(make([]byte, 0, len(key)+14), ts), key...)
	return string(append(codec.AppendInt32(k, int32(seq)), byte(part>>8), byte(part)))
}

func (x *Waiting) fill(key, val, headers []byte) {
	data := make([]byte, 0, len(key)+len(val)+len(headers))
	data = append(append(append(data, key...), val...), headers...)
	k, v := int32(len(key)), int32(len(val))
	x.B.Data, x.B.Recs = data, []abi.Rec{{TS: x.TS, KeyLen: k, Val: k, ValLen: v, Headers: k + v, HeaderLen: int32(len(headers))}}
}

func (b *Buffer) put(x *Waiting) {
	b.rows.Set(x.key, x)
	b.bytes += int64(len(x.key)+len(x.B.Data)) + 200
}

// Next takes the first record out that has waited long enough; nil if there is none.
func (b *Buffer) Next() *Waiting {
	b.load()
	k, x, ok := b.rows.Min()
	if !ok || x.TS > b.Observed-b.Grace {
		return nil
	}
	b.rows.Delete(k)
	b.bytes -= int64(len(k)+len(x.B.Data)) + 200
	if x.left = true; x.epoch != *b.epoch {
		b.gone = append(b.gone, k)
	}
	return x
}

// row is what a waiting record is in the DB and in the changelog.
func (x *Waiting) row(b []byte) []byte {
	b = codec.AppendInt64(codec.AppendInt32(b, x.B.Partition), x.B.Base)
	r := x.B.Recs[0]
	for _, n := range []int{len(x.B.Topic), int(r.KeyLen), int(r.ValLen)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return append(append(b, x.B.Topic...), x.B.Data...)
}

func waiting(part int32, key string, row []byte) (*Waiting, error) {
	const fixed = 12
	x := &Waiting{Part: part, key: key}
	if len(row) < fixed || len(key) < 14 {
		return nil, errShort(row)
	}
	x.TS = codec.GetInt64([]byte(key))
	x.B.Partition, x.B.Base = int32(binary.BigEndian.Uint32(row)), codec.GetInt64(row[4:])
	row = row[fixed:]
	var lens [3]int
	for i := range lens {
		n, w := binary.Uvarint(row)
		if w <= 0 || n > uint64(len(row)) {
			return nil, errShort(row)
		}
		lens[i], row = int(n), row[w:]
	}
	if lens[0]+lens[1]+lens[2] > len(row) {
		return nil, errShort(row)
	}
	x.B.Topic, row = string(row[:lens[0]]), row[lens[0]:]
	x.fill(row[:lens[1]], row[lens[1]:lens[1]+lens[2]], row[lens[1]+lens[2]:])
	x.Hash = codec.Murmur2(x.B.Key(0))
	return x, nil
}

// load reads the lane's records once.
func (b *Buffer) load() {
	if b.loaded || b.reader == nil {
		b.loaded = true
		return
	}
	b.loaded = true
	err := store.ScanRows(b.reader, b.CF, nil, nil, func(key, row []byte) error {
		part, own := store.SplitKey(key)
		x, err := waiting(part, string(own), row)
		if err == nil && b.owns(part, x.Hash) {
			b.put(x)
			b.seq = max(b.seq, binary.BigEndian.Uint32(own[len(own)-6:]))
		}
		return err
	})
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
}

// Open connects the store with its durable rows.
func (b *Buffer) Open(r store.Reader, _ store.Limits) { b.reader = r }

// Family is the index of the store's family.
func (b *Buffer) Family() uint32 { return b.CF }

// Fetch has nothing to do.
func (b *Buffer) Fetch() error { return nil }

// Flush encodes what the epoch changed. What came and left in it leaves no trace.
func (b *Buffer) Flush(e *store.Epoch, log *codec.Topic) {
	for _, k := range b.gone {
		part := int32(k[len(k)-2])<<8 | int32(k[len(k)-1])
		e.Rows.Delete(b.id(), part, codec.Bytes(k))
		if log != nil {
			log.Parts[part].Append(codec.GetInt64(codec.Bytes(k)), codec.Bytes(k), nil, nil)
		}
	}
	for _, x := range b.fresh {
		if x.left {
			continue
		}
		b.buf = x.row(b.buf[:0])
		e.Rows.Put(b.id(), x.Part, codec.Bytes(x.key), b.buf)
		if log != nil {
			log.Parts[x.Part].Append(x.TS, codec.Bytes(x.key), b.buf, nil)
		}
	}
	clear(b.fresh)
	b.gone, b.fresh = b.gone[:0], b.fresh[:0]
}

func (b *Buffer) id() uint32 {
	if b.reader == nil {
		return b.CF
	}
	return b.reader.ID(b.CF)
}

// LoadRow and Absent have nothing to do: all rows are read at once.
func (b *Buffer) LoadRow(int32, string, uint32, []byte) bool { return true }
func (b *Buffer) Absent(int32, string, uint32)               {}

// RestoreLog turns a changelog record into a row.
func (b *Buffer) RestoreLog(part int32, key, val []byte, _ int64, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return store.NoKey(part)
	}
	if val == nil {
		rows.Delete(r.ID(b.CF), part, key)
	} else {
		rows.Put(r.ID(b.CF), part, key, val)
	}
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (b *Buffer) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Trim and Evict free nothing: what waits is in memory.
func (b *Buffer) Trim(uint32)           {}
func (b *Buffer) Evict(int, uint32) int { return 0 }

// Reset drops all that is in memory.
func (b *Buffer) Reset() {
	b.rows = btree.Map[string, *Waiting]{}
	b.gone, b.fresh, b.loaded, b.bytes = b.gone[:0], b.fresh[:0], false, 0
}

// Stats is what the store keeps in memory.
func (b *Buffer) Stats() store.Stats {
	return store.Stats{Entries: b.rows.Len(), Dirty: len(b.fresh) + len(b.gone), Bytes: b.bytes}
}

// Rows yields the records that wait.
func (b *Buffer) Rows(_ store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	b.load()
	b.rows.Scan(func(_ string, x *Waiting) bool { return yield(x.Part, x.B.Key(0), x.TS, x.B.Value(0)) })
	return nil
}

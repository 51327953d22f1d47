package codec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Set is what a fetch answer holds for one partition: record batches one after the other.
type Set struct {
	Topic     string
	Partition int32
	Data      []byte    // owned by the result from now on: batches that are not compressed alias it
	From      int64     // records before this offset are left out: a batch may begin before the position
	Aborted   []Aborted // as the broker lists them; sorted by Decode
}

// Aborted is a transaction that was aborted: its producer, and its first offset in the partition.
type Aborted struct{ ProducerID, FirstOffset int64 }

// Decoded is a Set's records.
type Decoded struct {
	Batches     []*abi.Batch // none is empty
	Next        int64        // offset behind the set, Set.From if it holds no whole batch
	LeaderEpoch int32        // of the last batch, -1 if there was none
	Aborted     int          // records of aborted transactions that were left out
	Partial     bool         // the set ends inside a batch
}

// Decoder reads record batches of magic 2. It holds no state between sets; the zero value reads all but compressed
// batches.
type Decoder struct {
	// Committed leaves out what the set lists as aborted; the broker sends nothing of open transactions then.
	Committed bool
	// Decompress undoes Kafka's compression type (1 gzip, 2 snappy, 3 lz4, 4 zstd).
	Decompress func(src []byte, codec int8) ([]byte, error)
}

// CorruptError is a batch that no producer writes and no broker accepts: damaged on the way or on the broker's disk.
type CorruptError struct {
	Topic     string
	Partition int32
	Offset    int64 // of the batch, or the one expected there
	What      string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s-%d: record batch at offset %d: %s", e.Topic, e.Partition, e.Offset, e.What)
}

// header is a batch's header.
type header struct {
	base, baseTime, maxTime, producer int64
	leaderEpoch, lastDelta, count     int32
	attrs                             uint16
	at, end                           int // of the records in Set.Data
}

// Decode reads a set. The checksum of every batch is checked. Batches that lie side by side come out as one abi.Batch,
// a compressed one as one of its own; memory is allocated per batch, never per record.
func (d *Decoder) Decode(s Set) (Decoded, error) {
	out := Decoded{Next: s.From, LeaderEpoch: -1}
	heads, partial, err := s.heads()
	if err != nil {
		return out, err
	}
	out.Partial = partial
	filter := aborting{list: s.Aborted}
	if d.Committed {
		slices.SortFunc(filter.list, func(a, b Aborted) int { return cmp.Compare(a.FirstOffset, b.FirstOffset) })
	}
	var b *abi.Batch
	for i := range heads {
		h := &heads[i]
		last := h.base + int64(h.lastDelta)
		out.LeaderEpoch = max(out.LeaderEpoch, h.leaderEpoch) // kfake's markers have none
		out.Next = max(out.Next, last+1)
		switch {
		case h.attrs&attrControl != 0:
			if d.Committed {
				filter.marker(h, s.Data)
			}
			continue
		case last < s.From || h.count == 0:
			continue
		case d.Committed && filter.drops(h, last):
			out.Aborted += int(h.count)
			continue
		}
		data, at, end := s.Data, h.at, h.end
		if h.attrs&attrCodec != 0 {
			var what string
			if data, what = d.decompress(s.Data[h.at:h.end], h); what != "" {
				return out, s.corrupt(h.base, what)
			}
			at, end = 0, len(data)
		}
		if b == nil || !sameArray(b.Data, data) || last-b.Base > math.MaxInt32 {
			b = &abi.Batch{Topic: s.Topic, Partition: s.Partition, Base: h.base, Data: data, Recs: make([]abi.Rec, 0, recordsFrom(heads[i:]))}
			out.Batches = append(out.Batches, b)
		}
		if what := parseRecords(b, h, at, end, s.From); what != "" {
			return out, s.corrupt(h.base, what)
		}
	}
	out.Batches = slices.DeleteFunc(out.Batches, func(b *abi.Batch) bool { return len(b.Recs) == 0 })
	return out, nil
}

func sameArray(a, b []byte) bool { return unsafe.SliceData(a) == unsafe.SliceData(b) }

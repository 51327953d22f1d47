package join

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Subscriber is a left row that names a right one.
type Subscriber struct {
	Subscription
	TS int64

	epoch uint32 // in which it changed last
	gone  bool   // it left in that epoch
}

// Subscribers are the left rows that name one right row, by key.
type Subscribers struct{ list []Subscriber }

// Subscriptions is the subscription store of a foreign-key join on one lane: an entry of the table a foreign key, a row in
// the DB a subscription, so that a change costs no more where many rows name one.
type Subscriptions struct {
	Table  *store.Table[Subscribers]
	CF     uint32 // index of the family: 1 + the store's index in the program
	Misses store.Misses

	reader store.Reader
	found  []Subscriber // what Of gives
	key    []byte
	row    []byte
}

var _ store.Any = (*Subscriptions)(nil)

// NewSubscriptions makes an empty store whose changes are tagged with *epoch.
func NewSubscriptions(epoch *uint32, cf uint32) *Subscriptions {
	return &Subscriptions{Table: store.NewTable[Subscribers](epoch), CF: cf}
}

func (s *Subscribers) find(left string) (int, bool) {
	return slices.BinarySearchFunc(s.list, left, func(x Subscriber, left string) int { return cmp.Compare(x.Left, left) })
}

// Apply does what a subscription wishes, as far as the store is concerned. Strings are copied.
func (s *Subscriptions) Apply(a store.At, part int32, foreign string, hash uint32, sub *Subscription, ts int64) {
	x, at := s.Table.Hold(a, part, foreign, hash)
	i, found := x.Val.find(sub.Left)
	leaves := sub.Wish == Leave || sub.Wish == LeaveAsked
	if !found { // one that leaves and never was there has its null logged, as in Kafka Streams
		x.Val.list = slices.Insert(x.Val.list, i, Subscriber{})
		x.Val.list[i].Left = string([]byte(sub.Left))
	}
	y := &x.Val.list[i]
	left := y.Left
	*y = Subscriber{Subscription: *sub, TS: ts, epoch: s.Table.Epoch(), gone: leaves}
	y.Left = left
	x.Live = true
	s.Table.Touch(x, at)
}

// Of is the subscribers of a right row in the order of their keys, for reading until the next call.
func (s *Subscriptions) Of(a store.At, part int32, foreign string, hash uint32) []Subscriber {
	s.found = s.found[:0]
	if x := s.Table.Row(a, part, foreign, hash); x != nil {
		for _, y := range x.list {
			if !y.gone {
				s.found = append(s.found, y)
			}
		}
	}
	return s.found
}

// Open connects the store with its durable rows.
func (s *Subscriptions) Open(r store.Reader, lim store.Limits) {
	s.reader = r
	s.Table.Open(r, s.CF, lim)
}

// Family is the index of the store's family.
func (s *Subscriptions) Family() uint32 { return s.CF }

// Fetch reads the subscribers of the keys in Misses.
func (s *Subscriptions) Fetch() error {
	defer s.Misses.Reset()
	for i, foreign := range s.Misses.Keys {
		if s.Table.Find(s.Misses.Parts[i], foreign, s.Misses.Hashes[i]) != 0 {
			continue
		}
		if err := s.load(s.Misses.Parts[i], foreign, s.Misses.Hashes[i]); err != nil {
			return fmt.Errorf("subscriptions of key %q in partition %d: %w", foreign, s.Misses.Parts[i], err)
		}
	}
	return nil
}

func (s *Subscriptions) load(part int32, foreign string, hash uint32) error {
	x := s.Table.Load(part, foreign, hash)
	if s.reader == nil {
		return nil
	}
	from := append(binary.BigEndian.AppendUint16(nil, uint16(part)), appendPair(nil, codec.Bytes(foreign), "")...)
	return store.ScanRows(s.reader, s.CF, from, store.After(from), func(_, row []byte) error {
		if len(row) < 8 {
			return fmt.Errorf("row %x has no timestamp", row)
		}
		y := Subscriber{}
		if err := y.decode(row[8:]); err != nil {
			return err
		}
		y.TS = codec.GetInt64(row)
		x.Val.list = append(x.Val.list, y)
		return nil
	})
}

// Flush encodes what the epoch changed: a row and a changelog record a subscription.
func (s *Subscriptions) Flush(e *store.Epoch, log *codec.Topic) {
	t, now, id := s.Table, s.Table.Epoch(), s.Table.ID()
	for _, at := range t.Dirty() {
		x := t.Get(at)
		for i := range x.Val.list {
			y := &x.Val.list[i]
			if y.epoch != now {
				continue
			}
			s.key = appendPair(s.key[:0], t.Key(x), y.Left)
			var val []byte
			if y.gone {
				e.Rows.Delete(id, x.Part, s.key)
			} else {
				s.row = y.Append(s.row[:0])
				val = s.row
				e.Rows.PutAt(id, x.Part, s.key, y.TS, val)
			}
			if log != nil {
				log.Parts[x.Part].Append(y.TS, s.key, val, nil)
			}
		}
		x.Val.list = slices.DeleteFunc(x.Val.list, func(y Subscriber) bool { return y.gone })
	}
	t.Clean()
}

// LoadRow does nothing: Fetch reads the rows of a key.
func (s *Subscriptions) LoadRow(int32, string, uint32, []byte) bool { return true }

// Absent does nothing.
func (s *Subscriptions) Absent(int32, string, uint32) {}

// Trim evicts what is over the limits.
func (s *Subscriptions) Trim(stored uint32) { s.Table.Trim(stored) }

// Evict frees up to n entries.
func (s *Subscriptions) Evict(n int, stored uint32) int { return s.Table.Evict(n, stored) }

// Reset drops all that is in memory.
func (s *Subscriptions) Reset() {
	s.Table.Reset()
	s.Misses.Reset()
}

// Stats is what the store keeps in memory.
func (s *Subscriptions) Stats() store.Stats { return s.Table.Stats() }

// RestoreLog turns a changelog record into a row.
func (s *Subscriptions) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	if _, _, ok := cutPair(key); !ok {
		return fmt.Errorf("changelog key %x of partition %d is none of a subscription", key, part)
	}
	if val == nil {
		rows.Delete(r.ID(s.CF), part, key)
		return nil
	}
	var sub Subscription
	if err := sub.decode(val); err != nil {
		return err
	}
	rows.PutAt(r.ID(s.CF), part, key, ts, val)
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (s *Subscriptions) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Rows yields the durable rows, then those that only memory has changed: keys and values are those of the changelog.
func (s *Subscriptions) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	more := true
	if r != nil {
		err := r.Scan(s.CF, nil, nil, func(key, row []byte) bool {
			part, pair := store.SplitKey(key)
			if foreign, _, ok := cutPair(pair); ok && s.Table.Find(part, codec.String(foreign), codec.Murmur2(foreign)) != 0 {
				return true // memory knows better
			}
			more = yield(part, pair, codec.GetInt64(row), row[8:])
			return more
		})
		if err != nil {
			return err
		}
	}
	s.Table.Sorted(func(_ store.At, x *store.Entry[Subscribers]) bool {
		for i := range x.Val.list {
			if y := &x.Val.list[i]; more && !y.gone {
				more = yield(x.Part, appendPair(nil, s.Table.Key(x), y.Left), y.TS, y.Append(nil))
			}
		}
		return more
	})
	return nil
}

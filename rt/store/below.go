package store

import (
	"fmt"
	"reflect"
	"unsafe"
)

// OtherCodec says what to do about bytes that the store's codec refuses. A codec of the user's may have changed, which no
// fingerprint of the layout shows; the changelog has the same bytes.
const OtherCodec = "another codec wrote it or its changelog; go back to that codec, or delete the state directory and the store's changelog topic"

// Damaged says what to do about a row that no program writes.
const Damaged = "the state directory is damaged: delete it, and the store is restored from its changelog; without one it begins empty"

// below is what a table knows about the rows under it.
type below struct {
	reader  Reader
	cf, id  uint32
	others  []other
	looked  bool // whether the family is empty has been found out
	lim     Limits
	futile  uint32 // Trim could not free enough with this stored epoch
	heavy   bool   // V has pointers: entries own memory beside the pages
	rows    int64  // seen by Weigh
	weight  int64  // their bytes
	asked   int64
	found   int64
	evicted int64
}

// other is a further family that has rows of the table's keys.
type other struct {
	cf   uint32
	load loader
}

// loader enters a durable row; false: it is malformed.
type loader func(part int32, key string, hash uint32, row []byte) (valid bool)

// Open connects the table with the family's rows; r is nil if there are none. The table must be empty.
func (t *Table[V]) Open(r Reader, cf uint32, lim Limits) {
	if cf == Offsets {
		panic("store: family 0 is " + OffsetsFamily + "; a store has 1 and its index in the program")
	}
	t.below = below{reader: r, cf: cf, id: cf, looked: r == nil, lim: lim, heavy: pointers(reflect.TypeFor[V]())}
	t.Complete = r == nil
	if r != nil {
		t.id = r.ID(cf)
	}
}

// Also says, behind Open, that the table's keys have rows in another family, too: Fetch asks for both. The table may take the
// memory of both.
func (t *Table[V]) Also(cf uint32, lim Limits, load loader) {
	t.others = append(t.others, other{cf, load})
	t.lim.Entries += lim.Entries
	t.lim.Bytes += lim.Bytes
}

// ID is the id of the family in the DB.
func (t *Table[V]) ID() uint32 { return t.id }

// Fetch asks for the keys in m, in one call, and empties it. load enters a row; keys without one are noted as absent. A
// family that is found empty once needs no asking: the table is complete.
func (t *Table[V]) Fetch(m *Misses, load loader) error {
	defer m.Reset()
	if !t.looked {
		empty, err := t.empty()
		if err != nil {
			return err
		}
		t.looked, t.Complete = true, empty
	}
	if t.reader != nil && !t.Complete {
		if err := t.get(t.cf, m, load); err != nil {
			return err
		}
		for _, o := range t.others {
			if err := t.get(o.cf, m, o.load); err != nil {
				return err
			}
		}
	}
	for i, key := range m.Keys {
		t.Absent(m.Parts[i], key, m.Hashes[i])
	}
	return nil
}

// get asks one family.
func (t *Table[V]) get(cf uint32, m *Misses, load loader) error {
	bad := -1
	t.asked += int64(m.Len())
	err := t.reader.MultiGet(cf, m, func(i int, row []byte) {
		t.found++
		if bad < 0 && !load(m.Parts[i], m.Keys[i], m.Hashes[i], row) {
			bad = i
		}
	})
	if err != nil {
		return err
	}
	if bad >= 0 {
		return fmt.Errorf("row of key %q in partition %d of family %d can't be decoded: %s", m.Keys[bad], m.Parts[bad], cf, OtherCodec)
	}
	return nil
}

// empty says that no family has a row and the table nothing that was ever evicted into them.
func (t *Table[V]) empty() (bool, error) {
	empty := t.evicted == 0
	none := func(_, _ []byte) bool {
		empty = false
		return false
	}
	err := t.reader.Scan(t.cf, nil, nil, none)
	for _, o := range t.others {
		if err == nil && empty {
			err = t.reader.Scan(o.cf, nil, nil, none)
		}
	}
	return empty, err
}

// Weigh notes the length of a row, for Bytes.
func (t *Table[V]) Weigh(row int) {
	if t.rows++; t.rows > 1<<16 {
		t.rows, t.weight = t.rows/2, t.weight/2
	}
	t.weight += int64(row)
}

// Bytes is about what the table keeps in memory: entries, index, long keys and, for values with pointers, as many bytes
// as their rows have on average.
func (t *Table[V]) Bytes() int64 {
	n := int64(unsafe.Sizeof(Entry[V]{}))
	if t.heavy && t.rows > 0 {
		n += t.weight / t.rows
	}
	return int64(t.n)*n + int64(len(t.idx))*8 + int64(t.arena.live)
}

// Trim evicts what is over the limits. Entries of epochs beyond stored stay: until the next epoch is stored, another try
// would look at them in vain.
func (t *Table[V]) Trim(stored uint32) {
	n := t.lim.Over(t.n, t.Bytes())
	if n == 0 || t.futile == stored {
		return
	}
	if evicted, spared := t.sweep(n, stored); evicted+spared < n {
		t.futile = stored
	}
}

// Stats is what the table keeps in memory.
func (t *Table[V]) Stats() Stats {
	return Stats{Entries: t.n, Dirty: len(t.dirty), Bytes: t.Bytes(), Asked: t.asked, Found: t.found, Evicted: t.evicted}
}

// pointers says whether a value of the type refers to memory of its own.
func pointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if pointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return t.Len() > 0 && pointers(t.Elem())
	}
	return t.Kind() > reflect.Complex128
}

// Ask is the place of a key that is needed in the middle of a batch: what the table hasn't got is read at once. It is 0 for a
// key without a row. m is the caller's, for this call alone.
func (t *Table[V]) Ask(part int32, key string, hash uint32, m *Misses, load loader) (At, error) {
	at := t.Find(part, key, hash)
	if at != 0 || t.Complete {
		return at, nil
	}
	m.Add(part, key, hash)
	if err := t.Fetch(m, load); err != nil {
		return 0, err
	}
	return t.Find(part, key, hash), nil
}

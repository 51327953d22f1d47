package join

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// A row in the DB has the changelog record's key, behind the partition, and timestamp and list as its value.

// Open connects with the durable rows; they are read when the lane first asks for rows.
func (p *Pending) Open(r store.Reader, _ store.Limits) {
	p.reader, p.loaded, p.id = r, r == nil, p.CF
	if r != nil {
		p.id = r.ID(p.CF)
	}
}

// Family is the index of the store's family.
func (p *Pending) Family() uint32 { return p.CF }

// Fetch reads the rows of the lane, once.
func (p *Pending) Fetch() error {
	if p.loaded {
		return nil
	}
	err := store.ScanRows(p.reader, p.CF, nil, nil, func(key, row []byte) error {
		part, own := store.SplitKey(key)
		return p.load(part, own, row)
	})
	if err != nil {
		return fmt.Errorf("unmatched records of a join: %w", err)
	}
	slices.SortFunc(p.rows[p.head:], func(a, b place) int { return cmp.Or(cmp.Compare(a.ts, b.ts), a.compare(b.Left, b.Key(), b.Part)) })
	p.loaded = true
	return nil
}

func (p *Pending) load(part int32, key, row []byte) error {
	ts, left, k, ok := cutKey(key)
	if !ok || len(row) < 8 || !wellFormed(row[8:]) {
		return fmt.Errorf("row %x is no list of values; %s", key, store.Damaged)
	}
	hash := codec.Murmur2(k)
	if p.Part != nil && !p.Part(part) || p.Part == nil && !p.owns(hash) {
		return nil
	}
	at, list := codec.GetInt64(row), row[8:]
	r := p.row(part, k, hash, ts, left, len(list))
	r.data, r.at, r.saved = append(r.data, list...), at, true
	p.size += int64(len(list) - listHead)
	p.rows = append(p.rows, place{ts, r})
	return nil
}

// Flush encodes the rows that the epoch changed: a null for each that is gone, ahead of the lists of those that are there.
func (p *Pending) Flush(e *store.Epoch, log *codec.Topic) {
	at := 0
	for _, n := range p.nulls {
		key := p.keys[at:n.end]
		e.Rows.Delete(p.id, n.part, key)
		if log != nil {
			log.Parts[n.part].Append(n.at, key, nil, nil)
		}
		at = n.end
	}
	for _, r := range p.dirty {
		if !r.Live() || r.epoch != *p.epoch { // it is gone, or was used again and is written
			continue
		}
		r.epoch, r.saved = 0, true
		p.buf = appendKey(p.buf[:0], r.TS, r.Left, r.Key())
		e.Rows.PutAt(p.id, r.Part, p.buf, r.at, r.list())
		if log != nil {
			log.Parts[r.Part].Append(r.at, p.buf, r.list(), nil)
		}
	}
	p.nulls, p.keys, p.dirty = p.nulls[:0], p.keys[:0], p.dirty[:0]
	p.compact()
}

// many says whether more rows are gone than are there, and than stay in any case.
func (p *Pending) many() bool { return p.gone > max(64, (len(p.rows)-p.head)/2) }

// compact takes out the rows that are gone: those in front, and all once they are more than the others.
func (p *Pending) compact() {
	for p.head < len(p.rows) && !p.rows[p.head].Live() {
		p.drop(p.rows[p.head].Row)
		p.rows[p.head].Row = nil
		p.head++
	}
	if p.head <= len(p.rows)-p.head && !p.many() {
		return
	}
	kept := p.rows[:0]
	for _, x := range p.rows[p.head:] {
		if x.Live() {
			kept = append(kept, x)
		} else {
			p.drop(x.Row)
		}
	}
	clear(p.rows[len(kept):])
	p.rows, p.head = kept, 0
}

// drop gives a row to the next one, without the bytes that somebody may have.
func (p *Pending) drop(r *Row) {
	p.gone--
	if r.given {
		r.data = nil // 4
	}
	p.free = append(p.free, r)
}

// LoadRow does nothing: Fetch reads all rows.
func (p *Pending) LoadRow(int32, string, uint32, []byte) bool { return true }

// Absent does nothing.
func (p *Pending) Absent(int32, string, uint32) {}

// Trim and Evict free nothing: every row is needed in its order.
func (p *Pending) Trim(uint32)           {}
func (p *Pending) Evict(int, uint32) int { return 0 }

// Reset drops all that is in memory. Marks stay: a restart sets them.
func (p *Pending) Reset() {
	clear(p.rows)
	clear(p.all)
	clear(p.free)
	p.all, p.free = p.all[:0], p.free[:0]
	p.rows, p.head, p.gone, p.size, p.dirty, p.loaded = p.rows[:0], 0, 0, 0, p.dirty[:0], p.reader == nil
	p.nulls, p.keys = p.nulls[:0], p.keys[:0]
}

// Stats is what is in memory.
func (p *Pending) Stats() store.Stats {
	n := len(p.rows) - p.head
	return store.Stats{Entries: n - p.gone, Dirty: len(p.dirty), Bytes: p.size + int64(n)*rowSize}
}

const rowSize = 112 // about: a Row, its key, and its place

// RestoreLog turns a changelog record into a row.
func (p *Pending) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	if _, _, _, ok := cutKey(key); !ok || val != nil && !wellFormed(val) {
		return fmt.Errorf("changelog record %x of partition %d is none of a join's unmatched records", key, part)
	}
	if val == nil {
		rows.Delete(r.ID(p.CF), part, key)
	} else {
		rows.PutAt(r.ID(p.CF), part, key, ts, val)
	}
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (p *Pending) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Rows yields the rows by time, with the keys and values of the changelog.
func (p *Pending) Rows(_ store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	if err := p.Fetch(); err != nil {
		return err
	}
	for _, r := range p.rows[p.head:] {
		if r.Live() && !yield(r.Part, appendKey(nil, r.TS, r.Left, r.Key()), r.at, r.list()) {
			break
		}
	}
	return nil
}

package state

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Flush encodes what the epoch changed.
func (o *Ordered) Flush(e *store.Epoch, log *codec.Topic) {
	if o.Row&WithPut != 0 {
		o.byPut()
	}
	for _, k := range o.dirty {
		x, _ := o.rows.Get(k)
		key := codec.Bytes(k)
		if x.live {
			o.row = o.Row.encode(o.row[:0], x)
			e.Rows.PutRaw(o.id, key, o.row)
		} else {
			e.Rows.DeleteRaw(o.id, key)
		}
		if log != nil {
			part, own := store.SplitKey(key)
			log.Parts[part].Append(x.ts, own, x.val, x.headers)
		}
	}
	o.dirty = o.dirty[:0]
	if o.sweep != nil {
		o.sweep(o, e)
	}
}

// RestoreLog turns a changelog record without headers into a row.
func (o *Ordered) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	return o.RestoreHeaders(part, key, val, ts, nil, rows, r)
}

// RestoreHeaders turns a changelog record into a row: store.HeadersRestorer.
func (o *Ordered) RestoreHeaders(part int32, key, val []byte, ts int64, headers []byte, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return store.NoKey(part)
	}
	o.key = partKey(o.key[:0], part, key)
	if val == nil {
		rows.DeleteRaw(r.ID(o.CF), o.key)
		return nil
	}
	if o.Row&WithPut != 0 {
		if err := o.number(r); err != nil {
			return err
		}
	}
	o.row = o.Row.encode(o.row[:0], &entry{val: val, ts: ts, headers: headers, put: o.puts})
	rows.PutRaw(r.ID(o.CF), o.key, o.row)
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (o *Ordered) RestoreEnd(*store.Rows, store.Reader) error { return nil }

package store

import "github.com/stoatgen/stoatgen/rt/codec"

// Flush encodes the changed entries of a key-value store: a row (timestamp and value) and a changelog record each.
// put appends timestamp and value. Generic with a function value: measured beside a generated loop, see TestCostFlush.
func Flush[V any](t *Table[V], cf uint32, e *Epoch, log *codec.Topic, scratch []byte, put func(b []byte, v *V) []byte) []byte {
	for _, at := range t.dirty {
		x := t.Get(at)
		key, p := t.Key(x), codec.Partition(x.Hash, int32(len(log.Parts)))
		scratch = put(scratch[:0], &x.Val)
		ts := codec.GetInt64(scratch)
		if !x.Live {
			e.Rows.Delete(cf, p, key)
			log.Parts[p].Append(ts, key, nil, nil)
			continue
		}
		e.Rows.Put(cf, p, key, scratch)
		log.Parts[p].Append(ts, key, scratch[8:], nil)
	}
	t.Clean()
	return scratch
}

// Appender is a value that encodes itself.
type Appender[V any] interface {
	*V
	AppendRow(b []byte) []byte
}

// FlushOf is Flush by a method of the type parameter: the call goes through the generic dictionary.
func FlushOf[V any, P Appender[V]](t *Table[V], cf uint32, e *Epoch, log *codec.Topic, scratch []byte) []byte {
	for _, at := range t.dirty {
		x := t.Get(at)
		key, p := t.Key(x), codec.Partition(x.Hash, int32(len(log.Parts)))
		scratch = P(&x.Val).AppendRow(scratch[:0])
		ts := codec.GetInt64(scratch)
		if !x.Live {
			e.Rows.Delete(cf, p, key)
			log.Parts[p].Append(ts, key, nil, nil)
			continue
		}
		e.Rows.Put(cf, p, key, scratch)
		log.Parts[p].Append(ts, key, scratch[8:], nil)
	}
	t.Clean()
	return scratch
}

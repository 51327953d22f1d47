package store

import (
	"encoding/binary"
	"fmt"
)

// change is one record of a batch: a put, a merge, a delete, or a delete of the keys from key to before val.
type change struct {
	tag      byte // of the default family's form
	id       uint32
	key, val []byte
}

// eachChange reads a batch in RocksDB's wire form as strictly as RocksDB does.
func eachChange(batch []byte, f func(change) error) error {
	if len(batch) < rowsHead {
		return fmt.Errorf("batch has %d bytes; its header alone has %d", len(batch), rowsHead)
	}
	want, n := binary.LittleEndian.Uint32(batch[8:]), uint32(0)
	for b := batch[rowsHead:]; len(b) > 0; n++ {
		c, rest, ok := cutChange(b)
		if !ok {
			return fmt.Errorf("record %d of the batch is malformed, at byte %d", n, len(batch)-len(b))
		}
		if err := f(c); err != nil {
			return err
		}
		b = rest
	}
	if n != want {
		return fmt.Errorf("batch has %d records; its header says %d", n, want)
	}
	return nil
}

func cutChange(b []byte) (c change, rest []byte, ok bool) {
	tag := b[0]
	b = b[1:]
	switch tag {
	case tagPut, tagMerge, tagDelete, tagDeleteRange:
	case tagPutCF, tagMergeCF, tagDeleteCF, tagDeleteRangeCF:
		id, k := binary.Uvarint(b)
		if k <= 0 || id > 1<<32-1 {
			return c, nil, false
		}
		c.id, b = uint32(id), b[k:]
		tag = map[byte]byte{tagPutCF: tagPut, tagMergeCF: tagMerge, tagDeleteCF: tagDelete, tagDeleteRangeCF: tagDeleteRange}[tag]
	default:
		return c, nil, false
	}
	c.tag = tag
	if c.key, b, ok = cutBytes(b); !ok || tag == tagDelete {
		return c, b, ok
	}
	c.val, b, ok = cutBytes(b)
	return c, b, ok
}

func cutBytes(b []byte) (s, rest []byte, ok bool) {
	n, k := binary.Uvarint(b)
	if k <= 0 || uint64(len(b)-k) < n {
		return nil, nil, false
	}
	return b[k : k+int(n)], b[k+int(n):], true
}

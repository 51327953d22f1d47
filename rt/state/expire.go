package state

import (
	"bytes"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// interval is an interval of keys as bytes, partition ahead.
type interval struct{ from, to []byte }

func inside[K any](c *Codec[K], part int32, keys record.Interval[K]) interval {
	in := interval{from: prefix(nil, part)}
	if keys.HasFrom {
		in.from = c.bytes(in.from, &keys.From)
	}
	if keys.HasTo {
		in.to = c.bytes(prefix(nil, part), &keys.To)
	}
	return in
}

// has says whether a key, without times, is in the interval.
func (in *interval) has(key []byte) bool {
	return bytes.Compare(key, in.from) >= 0 && (in.to == nil || bytes.Compare(key, in.to) <= 0)
}

// sweepRows is how many rows a barrier looks at for expired ones.
const sweepRows = 256

// expiry goes through a store's rows in small steps and deletes those that nobody sees any more. It begins anew each time
// that half of the retention has passed.
type expiry struct {
	at    int64  // observed time when it last began
	next  []byte // the next key
	under bool   // it is under way
}

// least is the smallest observed time of the partitions that have one.
func least(observed []int64) int64 {
	t := int64(-1)
	for _, x := range observed {
		if x >= 0 && (t < 0 || x < t) {
			t = x
		}
	}
	return t
}

func (x *expiry) step(o *Ordered, e *store.Epoch, observed, retention int64, expired func(key []byte) bool) {
	defer func() { // a DB that can't be read: who needs a row says so, in its own place
		if p := recover(); p != nil {
			if _, ok := p.(*store.Unreadable); !ok {
				panic(p)
			}
		}
	}()
	if !x.under {
		if observed < x.at+retention/2+1 || observed < retention {
			return
		}
		x.at, x.under, x.next = observed, true, nil
	}
	n := 0
	var gone [][]byte
	next := []byte(nil)
	o.scan(x.next, nil, func(key []byte, _ *entry) bool {
		if n++; n > sweepRows {
			next = bytes.Clone(key)
			return false
		}
		if expired(key) {
			gone = append(gone, bytes.Clone(key))
		}
		return true
	})
	for _, key := range gone {
		if old, ok := o.rows.Delete(codec.String(key)); ok {
			o.bytes -= weight(string(key), old)
		}
		e.Rows.DeleteRaw(o.id, key)
	}
	x.next, x.under = next, next != nil
}

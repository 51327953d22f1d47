package state

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Codec is how keys or values become bytes and back. Generated code makes it of a declared codec.
type Codec[T any] struct {
	Append func(b []byte, v *T) ([]byte, error) // the error says that a value has no bytes
	Decode func(b []byte, v *T) (valid bool)    // what it gives may alias b
	Null   func(v *T) bool                      // nil where there is no null
	Flat   bool                                 // what Decode gives has no pointers, and Append never fails: bytes are used again
}

func (c *Codec[T]) null(v *T) bool { return c.Null != nil && c.Null(v) }

// bytes of a key. One without bytes fails the record: panics of stores go where panics of processors go.
func (c *Codec[T]) bytes(b []byte, v *T) []byte {
	b, err := c.Append(b, v)
	if err != nil {
		panic(fmt.Errorf("state: no bytes for %v: %w", *v, err))
	}
	return b
}

func (c *Codec[T]) value(b []byte) (v T) {
	c.into(b, &v)
	return v
}

// into is value without an allocation: what Decode is given escapes, so callers have a place of their own for it.
func (c *Codec[T]) into(b []byte, v *T) {
	var none T
	if *v = none; !c.Decode(b, v) {
		panic(fmt.Errorf("state: bytes %q can't be decoded by the store's codec; rows of another layout? delete the state directory", b))
	}
}

// Form is what a store keeps of a value: bytes, and the timestamp and headers that go beside them.
type Form[V any] struct {
	// split gives what is kept; now is the time of the record or punctuation at hand, in milliseconds.
	split func(b []byte, v *V, now int64) (val []byte, ts int64, h record.Headers)
	join  func(e *entry) V
	null  func(v *V) bool
	flat  bool
}

// of is the value of a row; none of nil.
func (f *Form[V]) of(e *entry) (v V, ok bool) {
	if e == nil {
		return v, false
	}
	return f.join(e), true
}

// Plain keeps values alone; a row has the timestamp of the record that put it.
func Plain[V any](c Codec[V]) Form[V] {
	var out V
	return Form[V]{
		split: func(b []byte, v *V, now int64) ([]byte, int64, record.Headers) { return c.bytes(b, v), now, nil },
		join:  func(e *entry) V { c.into(e.val, &out); return out },
		null:  c.null, flat: c.Flat,
	}
}

// Timed keeps a timestamp with each value.
func Timed[V any](c Codec[V]) Form[record.Timestamped[V]] {
	type T = record.Timestamped[V]
	return Form[T]{
		split: func(b []byte, v *T, _ int64) ([]byte, int64, record.Headers) {
			return c.bytes(b, &v.Value), v.Timestamp, nil
		},
		join: func(e *entry) T { return T{Value: c.value(e.val), Timestamp: e.ts} },
		null: func(v *T) bool { return c.null(&v.Value) }, flat: c.Flat,
	}
}

// Headed keeps timestamp and headers with each value.
func Headed[V any](c Codec[V]) Form[record.Headed[V]] {
	type T = record.Headed[V]
	return Form[T]{
		split: func(b []byte, v *T, _ int64) ([]byte, int64, record.Headers) {
			return c.bytes(b, &v.Value), v.Timestamp, v.Headers
		},
		join: func(e *entry) T {
			h, _ := codec.Headers(e.headers)
			return T{Value: c.value(e.val), Timestamp: e.ts, Headers: h}
		},
		null: func(v *T) bool { return c.null(&v.Value) },
	}
}

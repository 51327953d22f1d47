package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Codec names how a T becomes bytes. A token: stoatgen picks or generates the implementation. The codec of *T is Nullable of T's.
type Codec[T any] struct{ _ [0]func(T) }

// Codecs that need no declaration, in Kafka's own formats: integers and floats big-endian, bool one byte, UUID as text.
func String() Codec[string]    { return Codec[string]{} }
func Bytes() Codec[[]byte]     { return Codec[[]byte]{} } // nil is null
func Bool() Codec[bool]        { return Codec[bool]{} }
func Int16() Codec[int16]      { return Codec[int16]{} }
func Int32() Codec[int32]      { return Codec[int32]{} }
func Int64() Codec[int64]      { return Codec[int64]{} }
func Float32() Codec[float32]  { return Codec[float32]{} }
func Float64() Codec[float64]  { return Codec[float64]{} }
func UUID() Codec[[16]byte]    { return Codec[[16]byte]{} }
func Void() Codec[record.None] { return Codec[record.None]{} } // always null

// Codecs of the user's types: these take the type as an argument, the only place where a topology spells one.
func JSON[T any]() Codec[T]     { return Codec[T]{} }
func Protobuf[T any]() Codec[T] { return Codec[T]{} }
func Avro[T any]() Codec[T]     { return Codec[T]{} } // with the schema registry of the configuration
func Binary[T any]() Codec[T]   { return Codec[T]{} } // compact generated layout, for state and internal topics

// Custom is the user's own: c is a value or a constructor's call, copied into the generated code.
func Custom[T any, C interface {
	Append(dst []byte, v T) ([]byte, error)
	Decode(src []byte) (T, error)
}](c C) Codec[T] {
	return Codec[T]{}
}

// Nullable lets functions see Kafka's null as nil. It changes no bytes. Pointless at a table, where null is a delete: stoatgen says so.
func Nullable[T any](c Codec[T]) Codec[*T] { return Codec[*T]{} }

// List is Serdes.ListSerde.
func List[T any](c Codec[T]) Codec[[]T] { return Codec[[]T]{} }

// TimeWindowed is the key of a time window: the key's bytes and the start. The end follows from size (WindowedSerdes.timeWindowedSerdeFrom).
// Windowed results have it by themselves; it is needed to read such a topic and for KeyAs.
func TimeWindowed[K any](key Codec[K], size time.Duration) Codec[record.Windowed[K]] {
	return Codec[record.Windowed[K]]{}
}

// SessionWindowed is the key of a session: the key's bytes, end and start (WindowedSerdes.sessionWindowedSerdeFrom).
func SessionWindowed[K any](key Codec[K]) Codec[record.Windowed[K]] {
	return Codec[record.Windowed[K]]{}
}

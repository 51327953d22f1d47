package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Codec names how a T becomes bytes (Serde). It is a token: stoatgen picks or generates the implementation.
//
// Bytes that a codec refuses in a topic are malformed and go to the deserialization handler; a value that it can't
// encode fails the record at that sink or store. Null is never given to a codec: a null record is null bytes.
type Codec[T any] struct{ _ [0]func(T) }

// String is text as its bytes (Serdes.String). The bytes are taken as they are, UTF-8 or not.
func String() Codec[string] { return Codec[string]{} }

// Bytes is the bytes themselves (Serdes.ByteArray, Serdes.Bytes). nil is null, an empty slice is not.
func Bytes() Codec[[]byte] { return Codec[[]byte]{} }

// Bool is one byte, 0 or 1 (Serdes.Boolean). Anything else is malformed.
func Bool() Codec[bool] { return Codec[bool]{} }

// Int16 is two bytes, big-endian (Serdes.Short). Another length is malformed.
func Int16() Codec[int16] { return Codec[int16]{} }

// Int32 is four bytes, big-endian (Serdes.Integer). Another length is malformed.
func Int32() Codec[int32] { return Codec[int32]{} }

// Int64 is eight bytes, big-endian (Serdes.Long). Another length is malformed.
func Int64() Codec[int64] { return Codec[int64]{} }

// Float32 is an IEEE 754 number in four bytes, big-endian (Serdes.Float). Another length is malformed.
func Float32() Codec[float32] { return Codec[float32]{} }

// Float64 is an IEEE 754 number in eight bytes, big-endian (Serdes.Double). Another length is malformed.
func Float64() Codec[float64] { return Codec[float64]{} }

// UUID is the 36 characters of its text form, not its 16 bytes (Serdes.UUID). Text that is no UUID is malformed.
func UUID() Codec[[16]byte] { return Codec[[16]byte]{} }

// Void is always null (Serdes.Void). Bytes under it are malformed, and a record.None that a function gives is null where it is
// written. As with any null, functions see a key of it as the zero value, and are not called with a value of it unless it is
// Nullable(Void()). In a store it is a diagnostic: there would never be a row.
func Void() Codec[record.None] { return Codec[record.None]{} }

// JSON is encoding/json/v2's form of T, read and written by generated code. Only the members that the topology uses are
// decoded. T is a type that isn't a pointer: the nullable one is Nullable(JSON[T]()).
func JSON[T any]() Codec[T] { return Codec[T]{} }

// Protobuf is the wire form of T, a generated protobuf message.
func Protobuf[T any]() Codec[T] { return Codec[T]{} }

// Avro is T by the schema registry of the configuration: a magic byte, the schema's id, the binary form.
func Avro[T any]() Codec[T] { return Codec[T]{} }

// Binary is a compact generated layout, for state and internal topics. It follows T's fields in order: a change of T is
// a change of the layout, which stoatgen reports against what is stored.
func Binary[T any]() Codec[T] { return Codec[T]{} }

// Custom is the user's own codec: c is a value or a constructor's call, copied into the generated code. Append appends
// v's bytes to dst and returns the result. Decode reads all of src; it may keep src but not change it. Both are called
// by several lanes at once. An error from Decode makes the record malformed, one from Append fails it.
func Custom[T any, C interface {
	Append(dst []byte, v T) ([]byte, error)
	Decode(src []byte) (T, error)
}](c C) Codec[T] {
	return Codec[T]{}
}

// Nullable lets functions see Kafka's null as nil; bytes and nulls in topics are c's own. At a table, where null is a
// delete and never seen, it is a diagnostic.
func Nullable[T any](c Codec[T]) Codec[*T] { return Codec[*T]{} }

// List is a list of c's values (Serdes.ListSerde of ArrayList). Elements of Int16, Int32, Int64, Float32, Float64 and UUID are
// written without lengths, others with them, as Kafka does. Elements of Nullable(…) and Bytes may be null, of other codecs a
// null element is malformed. A nil slice is a list without elements; the list itself is null only as Nullable(List(…)).
func List[T any](c Codec[T]) Codec[[]T] { return Codec[[]T]{} }

// TimeWindowed is the key of a time window: the key's bytes and the start in eight
// (WindowedSerdes.timeWindowedSerdeFrom). The end is not written; it follows from size, which must be the window's.
// Windowed results have this codec by themselves; it is needed to read such a topic and for KeyAs.
func TimeWindowed[K any](key Codec[K], size time.Duration) Codec[record.Windowed[K]] {
	return Codec[record.Windowed[K]]{}
}

// SessionWindowed is the key of a session: the key's bytes, end and start in eight each
// (WindowedSerdes.sessionWindowedSerdeFrom).
func SessionWindowed[K any](key Codec[K]) Codec[record.Windowed[K]] {
	return Codec[record.Windowed[K]]{}
}

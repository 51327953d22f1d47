package codec

import (
	"encoding"
	"encoding/binary"
	"math"
	"time"
)

// The parts of the Binary form: numbers of one size, big-endian; text and bytes behind their length, a varint. Take…
// reads a part at i and returns the position behind it, Bad if the part is cut off or malformed, or i is Bad: a decoder
// needs to look at the last position only.

func room(b []byte, i, n int) bool { return uint(i)+uint(n) <= uint(len(b)) }

// TakeBool reads AppendBool's byte.
func TakeBool[T ~bool](b []byte, i int) (T, int) {
	if !room(b, i, 1) || b[i] > 1 {
		return false, Bad
	}
	return b[i] == 1, i + 1
}

// Take8 reads a number of one byte.
func Take8[T ~int8 | ~uint8](b []byte, i int) (T, int) {
	if !room(b, i, 1) {
		return 0, Bad
	}
	return T(b[i]), i + 1
}

// Take16 reads AppendInt16's bytes.
func Take16[T ~int16 | ~uint16](b []byte, i int) (T, int) {
	if !room(b, i, 2) {
		return 0, Bad
	}
	return T(binary.BigEndian.Uint16(b[i:])), i + 2
}

// Take32 reads AppendInt32's bytes.
func Take32[T ~int32 | ~uint32](b []byte, i int) (T, int) {
	if !room(b, i, 4) {
		return 0, Bad
	}
	return T(binary.BigEndian.Uint32(b[i:])), i + 4
}

// Take64 reads AppendInt64's bytes. A number that is too large for an int of 32 bits is malformed there.
func Take64[T ~int | ~int64 | ~uint | ~uint64 | ~uintptr](b []byte, i int) (T, int) {
	if !room(b, i, 8) {
		return 0, Bad
	}
	u := binary.BigEndian.Uint64(b[i:])
	if v := T(u); uint64(v) == u {
		return v, i + 8
	}
	return 0, Bad
}

// TakeFloat32 reads AppendFloat32's bytes.
func TakeFloat32[T ~float32](b []byte, i int) (T, int) {
	u, i := Take32[uint32](b, i)
	return T(math.Float32frombits(u)), i
}

// TakeFloat64 reads AppendFloat64's bytes.
func TakeFloat64[T ~float64](b []byte, i int) (T, int) {
	u, i := Take64[uint64](b, i)
	return T(math.Float64frombits(u)), i
}

// AppendText writes text behind its length.
func AppendText[T ~string](b []byte, v T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(v))), v...)
}

// TakeText reads AppendText's form. It aliases b (C1).
func TakeText[T ~string](b []byte, i int) (T, int) {
	n, i := takeCount(b, i)
	if !room(b, i, n) {
		return "", Bad
	}
	return T(String(b[i : i+n])), i + n
}

// AppendCount writes how many elements follow, a varint; one more, so that 0 is a nil slice or map.
func AppendCount(b []byte, n int, isNil bool) []byte {
	if isNil {
		return append(b, 0)
	}
	return binary.AppendUvarint(b, uint64(n)+1)
}

// TakeCount reads AppendCount's form. n is −1 for nil. least, at least 1, is how many bytes an element takes: a count
// that the bytes can't hold is malformed, so that no one makes room for it.
func TakeCount(b []byte, i, least int) (n, next int) {
	n, i = takeCount(b, i)
	if i < 0 || n-1 > (len(b)-i)/least {
		return -1, Bad
	}
	return n - 1, i
}

func takeCount(b []byte, i int) (n, next int) {
	if !room(b, i, 1) {
		return 0, Bad
	}
	if b[i] < 0x80 {
		return int(b[i]), i + 1
	}
	u, k := binary.Uvarint(b[i:])
	if k <= 0 || u > math.MaxInt32 || b[i+k-1] == 0 {
		return 0, Bad
	}
	return int(u), i + k
}

// AppendBlob writes bytes behind their count; nil stays nil.
func AppendBlob(b, v []byte) []byte { return append(AppendCount(b, len(v), v == nil), v...) }

// TakeBlob reads AppendBlob's form. It aliases b (C1).
func TakeBlob[T ~[]byte](b []byte, i int) (T, int) {
	n, i := TakeCount(b, i, 1)
	if n < 0 {
		return nil, i
	}
	return T(b[i : i+n : i+n]), i + n
}

// TakeInto reads as many bytes as v has.
func TakeInto(b []byte, i int, v []byte) int {
	if !room(b, i, len(v)) {
		return Bad
	}
	return i + copy(v, b[i:])
}

const utc = math.MinInt32 // stands for the offset of UTC, which is a location of its own

// AppendInstant writes a time: seconds, nanoseconds, and the offset from UTC in seconds; 16 bytes.
func AppendInstant(b []byte, t time.Time) []byte {
	offset := utc
	if t.Location() != time.UTC {
		_, offset = t.Zone()
	}
	b = AppendInt32(AppendInt64(b, t.Unix()), int32(t.Nanosecond()))
	return AppendInt32(b, int32(offset))
}

// TakeInstant reads AppendInstant's form. The location is UTC; or the local one, if its offset then was that; or one
// without a name, which allocates.
func TakeInstant(b []byte, i int) (t time.Time, next int) {
	sec, i := Take64[int64](b, i)
	nsec, i := Take32[int32](b, i)
	offset, i := Take32[int32](b, i)
	if i < 0 || nsec < 0 || nsec > 999_999_999 {
		return t, Bad
	}
	t = time.Unix(sec, int64(nsec))
	if offset == utc {
		return t.UTC(), i
	}
	if _, local := t.Zone(); local != int(offset) {
		t = t.In(time.FixedZone("", int(offset)))
	}
	return t, i
}

// AppendMethod writes a value whose fields can't be reached by its own MarshalBinary, behind the length. *err is set if
// that fails.
func AppendMethod[T any, P interface {
	*T
	encoding.BinaryMarshaler
}](b []byte, v P, err *error) []byte {
	data, e := v.MarshalBinary()
	if e != nil && *err == nil {
		*err = e
	}
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// TakeMethod reads AppendMethod's form by the value's own UnmarshalBinary.
func TakeMethod[T any, P interface {
	*T
	encoding.BinaryUnmarshaler
}](b []byte, i int) (v T, next int) {
	n, i := takeCount(b, i)
	if !room(b, i, n) || P(&v).UnmarshalBinary(b[i:i+n]) != nil {
		return v, Bad
	}
	return v, i + n
}

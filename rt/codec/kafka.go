package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Kafka's own formats: numbers big-endian, of one size; strings and bytes as they are.

// AppendString and DecodeString are Kafka's String: the bytes, UTF-8 by agreement. Bytes that are not are kept as they
// are, where Java's decoder would put U+FFFD.
func AppendString(b []byte, v string) []byte     { return append(b, v...) }
func DecodeString(b []byte, v *string) (ok bool) { *v = String(b); return true }

// AppendBytes and DecodeBytes are Kafka's ByteArray.
func AppendBytes(b, v []byte) []byte            { return append(b, v...) }
func DecodeBytes(b []byte, v *[]byte) (ok bool) { *v = b[:len(b):len(b)]; return true }

// AppendBool and DecodeBool are Kafka's Boolean: one byte, 0 or 1.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

func DecodeBool(b []byte, v *bool) bool {
	if len(b) != 1 || b[0] > 1 {
		return false
	}
	*v = b[0] == 1
	return true
}

// AppendInt16 and DecodeInt16 are Kafka's Short: two bytes.
func AppendInt16(b []byte, v int16) []byte { return binary.BigEndian.AppendUint16(b, uint16(v)) }

func DecodeInt16(b []byte, v *int16) bool {
	if len(b) != 2 {
		return false
	}
	*v = int16(binary.BigEndian.Uint16(b))
	return true
}

// AppendInt32 and DecodeInt32 are Kafka's Integer: four bytes.
func AppendInt32(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

func DecodeInt32(b []byte, v *int32) bool {
	if len(b) != 4 {
		return false
	}
	*v = int32(binary.BigEndian.Uint32(b))
	return true
}

// AppendInt64 and DecodeInt64 are Kafka's Long: eight bytes.
func AppendInt64(b []byte, v int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(v)) }

func DecodeInt64(b []byte, v *int64) bool {
	if len(b) != 8 {
		return false
	}
	*v = GetInt64(b)
	return true
}

// GetInt64 and PutInt64 are for fields of known places; b has eight bytes at least.
func GetInt64(b []byte) int64      { return int64(binary.BigEndian.Uint64(b)) }
func PutInt64(b *[8]byte, v int64) { binary.BigEndian.PutUint64(b[:], uint64(v)) }

// AppendFloat32 and DecodeFloat32 are Kafka's Float: the IEEE bits in four bytes. NaN is written as Java does, as one.
func AppendFloat32(b []byte, v float32) []byte {
	u := math.Float32bits(v)
	if v != v {
		u = 0x7fc00000
	}
	return binary.BigEndian.AppendUint32(b, u)
}

func DecodeFloat32(b []byte, v *float32) bool {
	if len(b) != 4 {
		return false
	}
	*v = math.Float32frombits(binary.BigEndian.Uint32(b))
	return true
}

// AppendFloat64 and DecodeFloat64 are Kafka's Double: the IEEE bits in eight bytes. NaN is written as Java does, as one.
func AppendFloat64(b []byte, v float64) []byte {
	u := math.Float64bits(v)
	if v != v {
		u = 0x7ff8000000000000
	}
	return binary.BigEndian.AppendUint64(b, u)
}

func DecodeFloat64(b []byte, v *float64) bool {
	if len(b) != 8 {
		return false
	}
	*v = math.Float64frombits(binary.BigEndian.Uint64(b))
	return true
}

// AppendVoid and DecodeVoid are Kafka's Void, which has no form but null: any bytes are malformed.
func AppendVoid[T any](b []byte, _ T) []byte     { return b }
func DecodeVoid[T any](b []byte, _ *T) (ok bool) { return b == nil }

// Malformed is the error for bytes that a decoder refused: what was found, and what the form (its name in the DSL)
// expects. b is copied, shortened if it is long.
func Malformed(b []byte, form, expected string) error {
	const most = 32
	if len(b) > most {
		return fmt.Errorf("malformed %s: %d bytes %q…, expected %s", form, len(b), b[:most], expected)
	}
	return fmt.Errorf("malformed %s: %d bytes %q, expected %s", form, len(b), b, expected)
}

// Refused is the error with which the user's own codec refuses b, asked once more.
func Refused[T any](c interface{ Decode([]byte) (T, error) }, b []byte) error {
	if _, err := c.Decode(b); err != nil {
		return err
	}
	return errors.New("the codec refused the bytes once and took them when asked why")
}

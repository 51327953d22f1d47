package rttest

import (
	"encoding/binary"
	"encoding/json/v2"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/record"
)

// codecOf makes a codec of two functions.
type codecOf[T any] struct {
	append func([]byte, T) ([]byte, error)
	decode func([]byte) (T, error)
}

func (c codecOf[T]) Append(b []byte, v T) ([]byte, error) { return c.append(b, v) }
func (c codecOf[T]) Decode(b []byte) (T, error)           { return c.decode(b) }

// String and Bytes are the bytes themselves.
func String() Codec[string] {
	return codecOf[string]{func(b []byte, v string) ([]byte, error) { return append(b, v...), nil },
		func(b []byte) (string, error) { return string(b), nil }}
}

// Bytes is the codec of []byte.
func Bytes() Codec[[]byte] {
	return codecOf[[]byte]{func(b, v []byte) ([]byte, error) { return append(b, v...), nil },
		func(b []byte) ([]byte, error) { return b, nil }}
}

// Number is Kafka's big-endian form of an integer or float, by the size of T.
func Number[T int16 | int32 | int64 | float32 | float64]() Codec[T] {
	return codecOf[T]{func(b []byte, v T) ([]byte, error) { return binary.Append(b, binary.BigEndian, v) },
		func(b []byte) (v T, err error) {
			if n := binary.Size(v); n != len(b) {
				return v, fmt.Errorf("%T takes %d bytes, found %d: %x", v, n, len(b), b)
			}
			_, err = binary.Decode(b, binary.BigEndian, &v)
			return v, err
		}}
}

// Int64 is Kafka's Long: the codec of Count's results.
func Int64() Codec[int64] { return Number[int64]() }

// JSON is the codec of T by encoding/json/v2.
func JSON[T any]() Codec[T] {
	return codecOf[T]{func(b []byte, v T) ([]byte, error) {
		j, err := json.Marshal(v, json.Deterministic(true))
		return append(b, j...), err
	}, func(b []byte) (v T, err error) {
		err = json.Unmarshal(b, &v)
		return v, err
	}}
}

// TimeWindowed is the key of a time window on a topic: the key's bytes and the start. size is in milliseconds.
func TimeWindowed[K any](key Codec[K], size int64) Codec[record.Windowed[K]] {
	return codecOf[record.Windowed[K]]{func(b []byte, w record.Windowed[K]) ([]byte, error) {
		b, err := key.Append(b, w.Key)
		return binary.BigEndian.AppendUint64(b, uint64(w.Start)), err
	}, func(b []byte) (w record.Windowed[K], err error) {
		n := len(b) - 8
		if n < 0 {
			return w, fmt.Errorf("a windowed key has at least 8 bytes, found %d", len(b))
		}
		w.Start = int64(binary.BigEndian.Uint64(b[n:]))
		w.End = w.Start + size
		w.Key, err = key.Decode(b[:n])
		return w, err
	}}
}

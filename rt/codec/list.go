package codec

import "encoding/binary"

// A list is written as Kafka's ListSerializer does (KIP-466): a flag, then
//
//	0  elements of one size   number of nulls, their places, number of elements, those that aren't null
//	1  others                 number of elements, each with its length, -1 for null
//
// all numbers in four bytes. Of one size are what Kafka takes for it: Int16, Int32, Int64, Float32, Float64, UUID.
const (
	constantSize = 0
	variableSize = 1
	wordLen      = 4
)

// IsNil, IsNilBytes and IsNone say which elements of a list are null: nil pointers, nil bytes, all of Void.
func IsNil[T any](v **T) bool   { return *v == nil }
func IsNilBytes(v *[]byte) bool { return *v == nil }
func IsNone[T any](v *T) bool   { return true }

// AppendList writes a list. size is what every element takes in its one-size form, 0 for others; null says which elements are
// null, nil for none; elem writes one that isn't.
func AppendList[T any](b []byte, v []T, size int, null func(*T) bool, elem func([]byte, *T) []byte) []byte {
	b, _ = TryAppendList(b, v, size, null, func(b []byte, x *T) ([]byte, error) { return elem(b, x), nil })
	return b
}

// TryAppendList is AppendList for elements that may have no form.
func TryAppendList[T any](b []byte, v []T, size int, null func(*T) bool, elem func([]byte, *T) ([]byte, error)) (_ []byte, err error) {
	if size > 0 {
		b = appendNulls(append(b, constantSize), v, null)
	} else {
		b = append(b, variableSize)
	}
	b = AppendInt32(b, int32(len(v)))
	for i := range v {
		isNull := null != nil && null(&v[i])
		at := len(b)
		if size == 0 {
			b = AppendInt32(b, -1)
		}
		if isNull {
			continue
		}
		if b, err = elem(b, &v[i]); err != nil {
			return b, err
		}
		if size == 0 {
			binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-wordLen))
		}
	}
	return b, nil
}

// appendNulls writes how many elements are null, and which.
func appendNulls[T any](b []byte, v []T, null func(*T) bool) []byte {
	at := len(b)
	b = AppendInt32(b, 0)
	if null == nil {
		return b
	}
	for i := range v {
		if null(&v[i]) {
			b = AppendInt32(b, int32(i))
		}
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at)/wordLen-1)
	return b
}

// DecodeList reads a list. nulls says that elements may be null, which leaves them the zero value. Elements of one size are
// read in the other form too, as in Kafka, and what follows the last element is passed over.
func DecodeList[T any](b []byte, v *[]T, size int, nulls bool, elem func([]byte, *T) bool) bool {
	if len(b) == 0 || b[0] > variableSize || b[0] == constantSize && size == 0 {
		return false
	}
	constant, b := b[0] == constantSize, b[1:]
	var null listNulls
	if constant {
		var ok bool
		if null, b, ok = readNulls(b); !ok || len(null.places) > 0 && !nulls {
			return false
		}
	}
	n, b, ok := word(b)
	least := wordLen // bytes of each element
	if constant {
		least = size
	}
	if !ok || n < 0 || n-len(null.places)/wordLen > len(b)/least { // what isn't there must not be allocated
		return false
	}
	list := make([]T, n)
	for i := range list {
		if constant && null.at(i) {
			continue
		}
		part := size
		if !constant {
			if part, b, ok = word(b); !ok {
				return false
			}
			if part == -1 && nulls {
				continue
			}
		}
		if part < 0 || part > len(b) || !elem(b[:part:part], &list[i]) {
			return false
		}
		b = b[part:]
	}
	*v = list
	return true
}

// word is a number in four bytes.
func word(b []byte) (n int, rest []byte, ok bool) {
	if len(b) < wordLen {
		return 0, nil, false
	}
	return int(int32(binary.BigEndian.Uint32(b))), b[wordLen:], true
}

// listNulls are the places of a list's nulls that are still ahead.
type listNulls struct{ places []byte }

// readNulls reads the places. They ascend, as every writer has them: looking for one then takes no search.
func readNulls(b []byte) (null listNulls, rest []byte, ok bool) {
	n, b, ok := word(b)
	if !ok || n < 0 || n > len(b)/wordLen {
		return null, nil, false
	}
	null.places = b[:n*wordLen]
	last := -1
	for p := null.places; len(p) > 0; p = p[wordLen:] {
		i, _, _ := word(p)
		if i <= last {
			return null, nil, false
		}
		last = i
	}
	return null, b[n*wordLen:], true
}

// at says whether the element is null; places are asked for in their order.
func (l *listNulls) at(i int) bool {
	next, rest, ok := word(l.places)
	if !ok || next != i {
		return false
	}
	l.places = rest
	return true
}

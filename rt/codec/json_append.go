package codec

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json/v2"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// AppendStr writes a string. One that is not UTF-8 has no form: *err is set, unless it was before.
func AppendStr(dst []byte, s string, err *error) []byte {
	dst = append(dst, '"')
	if plain(s) {
		dst = append(dst, s...)
	} else {
		dst = appendEscaped(dst, s, err)
	}
	return append(dst, '"')
}

func plain(s string) bool {
	b, i := Bytes(s), 0
	for ; i+8 <= len(b); i += 8 {
		if notPlain(binary.LittleEndian.Uint64(b[i:])) != 0 {
			return false
		}
	}
	return special(b, i) == len(b)
}

func appendEscaped(dst []byte, s string, err *error) []byte {
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				fail(err, "a string that is not UTF-8 has no JSON form: %q", s)
			}
			i += n
		case c < ' ' || c == '"' || c == '\\':
			dst = appendEscape(append(dst, s[from:i]...), c)
			i++
			from = i
		default:
			i++
		}
	}
	return append(dst, s[from:]...)
}

func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// fail keeps the first failure.
func fail(err *error, format string, args ...any) {
	if *err == nil {
		*err = fmt.Errorf(format, args...)
	}
}

// AppendFloat writes a number in the shortest form that reads back as f, as ECMAScript does. NaN and the infinities have
// none: *err is set.
//
// Numbers that are whole cents, the common case, avoid the general algorithm: no two decimals of up to 15 digits are the
// same float64, so a quotient by 100 that gives f again is the shortest form.
func AppendFloat(dst []byte, f float64, err *error) []byte {
	if c := math.Round(f * 100); c >= 0 && c < 1e13 && c/100 == f && !math.Signbit(f) {
		n := int64(c)
		dst = strconv.AppendInt(dst, n/100, 10)
		switch r := n % 100; {
		case r == 0:
			return dst
		case r%10 == 0:
			return append(dst, '.', byte('0'+r/10))
		default:
			return append(dst, '.', byte('0'+r/10), byte('0'+r%10))
		}
	}
	if f != f || math.IsInf(f, 0) {
		fail(err, "%v has no JSON form", f)
	}
	abs := math.Abs(f)
	return appendFloat(dst, f, 64, abs != 0 && (abs < 1e-6 || abs >= 1e21))
}

// AppendFloat32As is AppendFloat with the digits that tell f from other numbers of 32 bits.
func AppendFloat32As[T ~float32](dst []byte, f T, err *error) []byte {
	if f != f || math.IsInf(float64(f), 0) {
		fail(err, "%v has no JSON form", f)
	}
	abs := max(f, -f)
	return appendFloat(dst, float64(f), 32, abs != 0 && (abs < 1e-6 || abs >= 1e21))
}

func appendFloat(dst []byte, f float64, bits int, exponent bool) []byte {
	if !exponent {
		return strconv.AppendFloat(dst, f, 'f', -1, bits)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, bits)
	if n := len(dst); dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // e-09 is e-9
		dst = dst[:n-1]
	}
	return dst
}

var errYear = errors.New("a time outside the years 0 to 9999 or with an offset of a day or more has no JSON form")

// AppendTime writes a time in RFC 3339, to the nanosecond. *err is set if that has no form for it.
func AppendTime(dst []byte, t time.Time, err *error) []byte {
	n := len(dst) + 1
	dst = t.AppendFormat(append(dst, '"'), time.RFC3339Nano)
	s := dst[n:]
	if s[len("9999")] != '-' || s[len(s)-1] != 'Z' && !offset(s[len(s)-len("+07:00"):]) {
		if *err == nil {
			*err = errYear
		}
	}
	return append(dst, '"')
}

func offset(s []byte) bool { return s[0]-'0' > 9 && two(s[1:]) < 24 }

// AppendBase64 writes bytes as a string.
func AppendBase64(dst, v []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), v), '"')
}

// AppendValue writes what has no writer here, with encoding/json/v2. *err is set if that fails. Allocates.
func AppendValue[T any](dst []byte, v *T, err *error) []byte {
	b, e := json.Marshal(v, json.Deterministic(true))
	if e != nil && *err == nil {
		*err = e
	}
	return append(dst, b...)
}

// Close ends an object whose members, each with a comma in front, began at from: some may have been left out.
func Close(dst []byte, from int) []byte {
	if len(dst) == from {
		return append(dst, "{}"...)
	}
	dst[from] = '{'
	return append(dst, '}')
}

// DropEmpty takes back the member that began at from and whose value began at value, if that is null or has no content:
// a field with the option "omitempty".
func DropEmpty(dst []byte, from, value int) []byte {
	switch string(dst[value:]) {
	case "null", `""`, "{}", "[]":
		return dst[:from]
	}
	return dst
}

// Must is b, or a panic if there is an err: a value was accepted that can't be written.
func Must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// ByDecimal orders numbers as their decimal forms are ordered as text: the order of a map's members.
func ByDecimal[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](x, y T) int {
	var a, b [20]byte
	return bytes.Compare(decimal(a[:0], x), decimal(b[:0], y))
}

func decimal[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](dst []byte, x T) []byte {
	if x < 0 {
		return strconv.AppendInt(dst, int64(x), 10)
	}
	return strconv.AppendUint(dst, uint64(x), 10)
}

package codec

import (
	"encoding/binary"
	"encoding/json/jsontext"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

const ones, highs = 0x0101010101010101, 0x8080808080808080

// special is the position of the first byte at or after i that is not plain: a quote, a backslash, a control character
// or part of a character beyond ASCII; len(b) if there is none.
func special(b []byte, i int) int {
	for i+8 <= len(b) {
		w := binary.LittleEndian.Uint64(b[i:])
		if m := notPlain(w); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] >= ' ' && b[i] < utf8.RuneSelf && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// notPlain has the high bit set in the first byte of w that is not plain, and in none before it. A subtraction wraps in
// bytes that are looked for, and borrows from bytes above only. Bytes beyond ASCII keep their high bit in one of the
// first two, since these take away one after different xors.
func notPlain(w uint64) uint64 {
	quotes, escapes := w^(ones*'"'), w^(ones*'\\')
	return ((quotes - ones) | (escapes - ones) | (w - ones*' ')) & highs
}

// text is the position behind the string whose opening quote is at i, and whether it has escapes.
func text(b []byte, i int) (end int, escaped bool) {
	j := special(b, i+1)
	if j < len(b) && b[j] == '"' {
		return j + 1, false
	}
	return textSlow(b, j)
}

func textSlow(b []byte, j int) (end int, escaped bool) {
	for j < len(b) {
		switch c := b[j]; {
		case c == '"':
			return j + 1, escaped
		case c == '\\':
			if j = escape(b, j); j < 0 {
				return Bad, false
			}
			escaped = true
		case c < ' ':
			return Bad, false
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(b[j:])
			if r == utf8.RuneError && n == 1 {
				return Bad, false
			}
			j += n
		}
		j = special(b, j)
	}
	return Bad, false
}

// escape is the position behind the escape sequence at i. Half a surrogate pair is malformed.
func escape(b []byte, i int) int {
	if i+1 >= len(b) {
		return Bad
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		r := hex4(b, i)
		switch {
		case r < 0:
			return Bad
		case !utf16.IsSurrogate(r):
			return i + 6
		case utf16.DecodeRune(r, hex4(b, i+6)) != utf8.RuneError:
			return i + 12
		}
	}
	return Bad
}

// hex4 is the code unit of the \uXXXX at i, negative if there is none.
func hex4(b []byte, i int) (r rune) {
	if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
		return -1
	}
	for _, c := range b[i+2 : i+6] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}

// unescape is what a well-formed string with escapes says, in memory of its own.
func unescape(quoted []byte) []byte {
	s, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		panic("codec: string was found well formed and is not: " + err.Error())
	}
	return s
}

// Str reads a string. Without escapes it aliases b (C1). null is "", as for every reader of this kind.
func Str(b []byte, i int) (string, int) {
	if b[i] != '"' {
		return "", nullOnly(b, i)
	}
	j := special(b, i+1)
	if j < len(b) && b[j] == '"' {
		return String(b[i+1 : j]), j + 1
	}
	s, next := content(b, i)
	return String(s), next
}

// StrAs is Str for a type of the user's.
func StrAs[T ~string](b []byte, i int) (T, int) {
	s, i := Str(b, i)
	return T(s), i
}

// null says whether the value at i is null.
func null(b []byte, i int) bool { return len(b)-i >= 4 && string(b[i:i+4]) == "null" }

// nullOnly is the position behind null, Bad for anything else.
func nullOnly(b []byte, i int) int {
	if null(b, i) {
		return i + 4
	}
	return Bad
}

// Null says whether the value at i is null; four bytes, then.
func Null(b []byte, i int) bool { return b[i] == 'n' && null(b, i) }

// Bool reads true or false.
func Bool(b []byte, i int) (bool, int) {
	switch {
	case len(b)-i >= 4 && string(b[i:i+4]) == "true":
		return true, i + 4
	case len(b)-i >= 5 && string(b[i:i+5]) == "false":
		return false, i + 5
	}
	return false, nullOnly(b, i)
}

// BoolAs is Bool for a type of the user's.
func BoolAs[T ~bool](b []byte, i int) (T, int) {
	v, i := Bool(b, i)
	return T(v), i
}

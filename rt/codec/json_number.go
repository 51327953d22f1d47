package codec

import "strconv"

// digits is the position behind the decimal digits at i.
func digits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// number is the position behind the number at i, by JSON's grammar.
func number(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	j := digits(b, i)
	if j == i || j > i+1 && b[i] == '0' {
		return Bad
	}
	if j < len(b) && b[j] == '.' {
		i = j + 1
		if j = digits(b, i); j == i {
			return Bad
		}
	}
	if j < len(b) && b[j]|0x20 == 'e' {
		if i = j + 1; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if j = digits(b, i); j == i {
			return Bad
		}
	}
	return j
}

// integral says whether the number goes on behind its integer digits.
func integral(b []byte, i int) bool { return i >= len(b) || b[i] != '.' && b[i]|0x20 != 'e' }

// Int reads an integer: no fraction, no exponent, within the type's range.
func Int(b []byte, i int) (int64, int) {
	k := i
	neg := b[k] == '-'
	if neg {
		k++
	}
	first, u := k, uint64(0)
	for k < len(b) && b[k]-'0' <= 9 {
		u = u*10 + uint64(b[k]-'0')
		k++
	}
	if n := k - first; n == 0 || n > 18 || n > 1 && b[first] == '0' || !integral(b, k) {
		return intSlow(b, i)
	}
	if neg {
		return -int64(u), k
	}
	return int64(u), k
}

func intSlow(b []byte, i int) (int64, int) {
	j := number(b, i)
	if j < 0 {
		return 0, nullOnly(b, i)
	}
	n, err := strconv.ParseInt(String(b[i:j]), 10, 64)
	if err != nil {
		return 0, Bad
	}
	return n, j
}

// IntAs is Int for another signed type.
func IntAs[T ~int | ~int8 | ~int16 | ~int32 | ~int64](b []byte, i int) (T, int) {
	n, i := Int(b, i)
	if int64(T(n)) != n {
		return 0, Bad
	}
	return T(n), i
}

// Uint reads an integer that has no sign, not even that of -0.
func Uint(b []byte, i int) (uint64, int) {
	k, u := i, uint64(0)
	for k < len(b) && b[k]-'0' <= 9 {
		u = u*10 + uint64(b[k]-'0')
		k++
	}
	if n := k - i; n == 0 || n > 19 || n > 1 && b[i] == '0' || !integral(b, k) {
		return uintSlow(b, i)
	}
	return u, k
}

func uintSlow(b []byte, i int) (uint64, int) {
	j := number(b, i)
	if j < 0 {
		return 0, nullOnly(b, i)
	}
	n, err := strconv.ParseUint(String(b[i:j]), 10, 64)
	if err != nil {
		return 0, Bad
	}
	return n, j
}

// UintAs is Uint for another unsigned type.
func UintAs[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](b []byte, i int) (T, int) {
	n, i := Uint(b, i)
	if uint64(T(n)) != n {
		return 0, Bad
	}
	return T(n), i
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// Float reads a number. Up to 15 digits without exponent are exact in one division: both operands are (Clinger).
func Float(b []byte, i int) (float64, int) {
	k := i
	neg := b[k] == '-'
	if neg {
		k++
	}
	first, u := k, uint64(0)
	for k < len(b) && b[k]-'0' <= 9 {
		u = u*10 + uint64(b[k]-'0')
		k++
	}
	whole, frac := k-first, 0
	if whole == 0 || whole > 15 || whole > 1 && b[first] == '0' {
		return floatSlow(b, i, 64)
	}
	if k < len(b) && b[k] == '.' {
		for k++; k < len(b) && b[k]-'0' <= 9; k++ {
			u = u*10 + uint64(b[k]-'0')
			frac++
		}
		if frac == 0 {
			return 0, Bad
		}
	}
	if whole+frac > 15 || k < len(b) && b[k]|0x20 == 'e' {
		return floatSlow(b, i, 64)
	}
	f := float64(u) / pow10[frac]
	if neg {
		f = -f
	}
	return f, k
}

// floatSlow reads a number of the given bits. One too large for them is malformed.
func floatSlow(b []byte, i, bits int) (float64, int) {
	j := number(b, i)
	if j < 0 {
		return 0, nullOnly(b, i)
	}
	f, err := strconv.ParseFloat(String(b[i:j]), bits)
	if err != nil {
		return 0, Bad
	}
	return f, j
}

// FloatAs is Float for another type.
func FloatAs[T ~float64](b []byte, i int) (T, int) {
	f, i := Float(b, i)
	return T(f), i
}

// Float32As is Float for 32 bits, rounded once.
func Float32As[T ~float32](b []byte, i int) (T, int) {
	f, i := floatSlow(b, i, 32)
	return T(f), i
}

// Quoted reads, with read, a number that stands in a string: a field with the option "string". null is 0.
func Quoted[T any](b []byte, i int, read func(b []byte, i int) (T, int)) (v T, next int) {
	if b[i] != '"' {
		return v, nullOnly(b, i)
	}
	end, escaped := text(b, i)
	if end < 0 {
		return v, Bad
	}
	s := b[i+1 : end-1]
	if escaped {
		s = unescape(b[i:end])
	}
	if len(s) == 0 || s[0] == 'n' {
		return v, Bad
	}
	if v, i = read(s, 0); i != len(s) {
		return v, Bad
	}
	return v, end
}

package codec

import (
	"encoding/base64"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"strconv"
	"time"
)

// content is what the string at i says, and the position behind it; nil and the position behind null.
func content(b []byte, i int) (s []byte, next int) {
	if b[i] != '"' {
		return nil, nullOnly(b, i)
	}
	end, escaped := text(b, i)
	if end < 0 {
		return nil, Bad
	}
	if escaped {
		return unescape(b[i:end]), end
	}
	return b[i+1 : end-1 : end-1], end
}

// Time reads a time in RFC 3339, strictly. One that is not in UTC allocates its location.
func Time(b []byte, i int) (t time.Time, next int) {
	s, next := content(b, i)
	if next < 0 || s == nil {
		return t, next
	}
	if t.UnmarshalText(s) != nil || !strict(s) {
		return time.Time{}, Bad
	}
	return t, next
}

// strict refuses what package time takes for RFC 3339 and isn't: an hour of one digit, a comma before the fraction, an
// offset of a day or more.
func strict(s []byte) bool {
	if s[len("2006-01-02T1")] == ':' || s[len("2006-01-02T15:04:05")] == ',' {
		return false
	}
	n := len(s)
	return s[n-1] == 'Z' || two(s[n-len("07:00"):]) < 24 && two(s[n-len("00"):]) < 60
}

func two(s []byte) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

// Base64 reads bytes as v2 writes them, padded and without line breaks. They are never nil, but for null. Allocates.
func Base64[T ~[]byte](b []byte, i int) (T, int) {
	s, next := content(b, i)
	if next < 0 || s == nil {
		return nil, next
	}
	v, err := base64.StdEncoding.AppendDecode([]byte{}, s)
	if err != nil || len(s) != base64.StdEncoding.EncodedLen(len(v)) {
		return nil, Bad
	}
	return v, next
}

// Base64Array is Base64 for an array, whose length must be that of the bytes.
func Base64Array(b []byte, i int, v []byte) int {
	s, next := content(b, i)
	if next < 0 || s == nil {
		return next
	}
	var few [64]byte
	p, err := base64.StdEncoding.AppendDecode(few[:0], s)
	if err != nil || len(p) != len(v) || len(s) != base64.StdEncoding.EncodedLen(len(p)) {
		return Bad
	}
	copy(v, p)
	return next
}

// Raw is the value itself, unread but checked. It aliases b.
func Raw(b []byte, i int) (jsontext.Value, int) {
	next := Skip(b, i)
	if next < 0 {
		return nil, Bad
	}
	return b[i:next:next], next
}

// Value reads what has no reader here, with encoding/json/v2: types with methods of their own, interfaces. Allocates.
func Value[T any](b []byte, i int) (v T, next int) {
	if next = Skip(b, i); next < 0 {
		return v, Bad
	}
	if json.Unmarshal(b[i:next], &v) != nil {
		return v, Bad
	}
	return v, next
}

// IntName is the map key that a member's name stands for; ok is false where it is no number of the type.
func IntName[T ~int | ~int8 | ~int16 | ~int32 | ~int64](name []byte) (v T, ok bool) {
	if len(name) == 0 || name[0] == 'n' {
		return 0, false
	}
	v, end := IntAs[T](name, 0)
	return v, end == len(name)
}

// UintName is IntName for unsigned numbers.
func UintName[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](name []byte) (v T, ok bool) {
	if len(name) == 0 || name[0] == 'n' {
		return 0, false
	}
	v, end := UintAs[T](name, 0)
	return v, end == len(name)
}

// MalformedJSON is the error for a text that the decoder of a T refused, in the words of encoding/json/v2: where it
// went wrong, what was found and expected.
func MalformedJSON[T any](b []byte) error {
	var v T
	err := json.Unmarshal(b, &v)
	if err == nil {
		err = errors.New("the reason is known to the generated decoder only; run go generate if the type has changed")
	}
	const most = 64
	if len(b) > most {
		return &malformed{strconv.Quote(string(b[:most])) + "…", err}
	}
	return &malformed{strconv.Quote(string(b)), err}
}

type malformed struct {
	text string
	err  error
}

func (e *malformed) Error() string { return "malformed JSON " + e.text + ": " + e.err.Error() }
func (e *malformed) Unwrap() error { return e.err }

package main

import (
	"strconv"

	"github.com/stoatgen/stoatgen/rt/record"
)

// The user functions of the topologies. This file is compiled twice: here, for the model, and beside the topologies,
// for generated code. All of them see a value as its text, so that one function serves every type of value.

type value interface {
	string | *string | int64 | *int64
}

func text[V value](v V) string {
	switch v := any(v).(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case *string:
		if v != nil {
			return *v
		}
	case *int64:
		if v != nil {
			return strconv.FormatInt(*v, 10)
		}
	}
	return "null"
}

// width is how long values may get, whatever is put together.
var width = 12

func clip(s string) string { return s[max(0, len(s)-width):] }

// mark is a number that every change of a text changes.
func mark(s string) (n int) {
	for _, c := range []byte(s) {
		n = n*3 + int(c)
	}
	return n & 0xffff
}

func last(s string) string { return s[max(0, len(s)-1):] }

func keep0[V value](_ string, v V) bool { return last(text(v))[0]%2 == 0 }
func keep1[V value](k string, _ V) bool { return k != "b" }
func keep2[V value](k string, v V) bool { return mark(k+text(v))%3 != 0 }

func keepWindow[V value](w record.Windowed[string], v V) bool {
	return mark(w.Key+text(v))%3 != 0
}

func change0[V value](v V) string          { return clip(text(v) + "!") }
func change1[V value](v V) string          { return "m" + last(text(v)) }
func tag0[V value](k string, v V) string   { return clip(k + ":" + text(v)) }
func tag1[V value](k string, v V) string   { return k + last(text(v)) }
func mayBe[V value](v V) *string           { return unless(mark(text(v))%3 == 0, clip(text(v)+"?")) }
func byLast[V value](_ string, v V) string { return last(text(v)) }
func byOne[V value](_ string, _ V) string  { return "g" }
func byMark[V value](k string, v V) string {
	return k + strconv.Itoa(mark(text(v))%2)
}
func byMayBe[V value](k string, v V) *string { return unless(mark(k+text(v))%3 == 0, last(text(v))) }

func unless(null bool, s string) *string {
	if null {
		return nil
	}
	return &s
}

func turn[V value](k string, v V) (string, string) { return last(text(v)), clip(k + text(v)) }

func turnMayBe[V value](k string, v V) (string, *string) {
	return last(text(v)), unless(mark(text(v))%3 == 0, clip(k+text(v)))
}

func fan[V value](k string, v V, emit func(string, string)) {
	for i := range mark(k+text(v)) % 3 {
		emit(k+strconv.Itoa(i), clip(text(v)+strconv.Itoa(i)))
	}
}

func pieces[V value](v V, emit func(string)) {
	for i := range mark(text(v)) % 3 {
		emit(clip(text(v) + "." + strconv.Itoa(i)))
	}
}

func pair[V, W value](v V, w W) string { return clip(text(v)) + "-" + clip(text(w)) }

func zero() string                                   { return "0" }
func add[V value](_ string, v V, a string) string    { return clip(a + "+" + text(v)) }
func sub[V value](_ string, v V, a string) string    { return clip(a + "-" + text(v)) }
func plus(a, v string) string                        { return clip(a + "+" + v) }
func minus(a, v string) string                       { return clip(a + "-" + v) }
func fuse(_ string, a, b string) string              { return clip("(" + a + "|" + b + ")") }
func group0[V value](_ string, v V) (string, string) { return last(text(v)), clip(text(v)) }
func group1[V value](k string, v V) (string, string) { return "g", clip(k + text(v)) }

func group2[V value](k string, v V) (string, string) { return text(v), k }

func windowKey[V any](w record.Windowed[string], _ V) string {
	return w.Key + "@" + strconv.FormatInt(w.Start, 10) + "/" + strconv.FormatInt(w.End, 10)
}

// Only topologies that are made call these.
var _, _ = keepWindow[string], windowKey[string]

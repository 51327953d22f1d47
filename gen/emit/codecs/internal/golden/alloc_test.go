package golden

import (
	"encoding/json/v2"
	"testing"
	"time"
)

// freeOf checks that a text is read, and written again, without allocating.
func freeOf[T any](t *testing.T, text string, decode func([]byte, *T) bool, write func([]byte, *T) ([]byte, error)) {
	t.Helper()
	b, scratch := []byte(text), make([]byte, 0, 4096)
	var kept, zero T
	read := testing.AllocsPerRun(100, func() {
		kept = zero
		if !decode(b, &kept) {
			t.Fatalf("refused %s: %v", text, json.Unmarshal(b, &kept))
		}
	})
	written := testing.AllocsPerRun(100, func() {
		if _, err := write(scratch, &kept); err != nil {
			t.Fatal(err)
		}
	})
	if read != 0 || written != 0 {
		t.Errorf("%T: %v allocations to read, %v to write", kept, read, written)
	}
}

func never[T any](write func([]byte, *T) []byte) func([]byte, *T) ([]byte, error) {
	return func(b []byte, v *T) ([]byte, error) { return write(b, v), nil }
}

func TestNothingIsAllocatedWhereCodecsSaySo(t *testing.T) {
	freeOf(t, `{"id":"a","customer":"größer","product":"c","quantity":1,"price":1.5,"currency":"EUR","express":true}`, decodeOrder, appendOrder)
	freeOf(t, `{ "express":true, "new":{"a":[1,"x"]}, "price":123456.789e1, "other":null, "id":"a" }`, decodeOrder, appendOrder)
	freeOf(t, `{"id":"a","customer":"b","product":"c\n","quantity":1,"price":1.5,"currency":"EUR","express":true}`, decodeOrderCustomer, appendOrder)
	freeOf(t, `{"N":1,"Sum":-2,"Max":3}`, decodeStats, never(appendStats))
	freeOf(t, `{"B":true,"S":"s","I":1,"I8":-128,"U8":255,"F32":1e38,"F64":-0,"Status":"x","Port":80,"Ratio":0.1}`, decodeScalars, appendScalars)
	freeOf(t, `{"i":"12","L":"-3","U":"7","F":"1.25","R":"0.5"}`, decodeQuoted, appendQuoted)
	freeOf(t, `{"id":1,"Kind":"k","address":{"street":"s","city":"c","Geo":[1,2]},"inline":{"X":1,"Y":2},"nothing":{}}`, decodeNested, appendNested)
	freeOf(t, `{"M69":1,"M00":2,"x":3}`, decodeWide, never(appendWide))
	freeOf(t, `"`+time.Now().UTC().Format(time.RFC3339Nano)+`"`, decodeTime, appendTime)
	freeBinary(t, Sums{N: 1}, decodeSumsBinary, appendSumsBinary)
	freeBinary(t, Order{ID: "a", Price: 2}, decodeOrderBinary, appendOrderBinary)
	freeBinary(t, Scalars{S: "s"}, decodeScalarsBinary, appendScalarsBinary)
	freeOf(t, `"AAAA"`, decodeByteArray3, never(appendByteArray3))
}

func freeBinary[T any](t *testing.T, v T, decode func([]byte, *T) bool, write func([]byte, *T) []byte) {
	t.Helper()
	scratch := make([]byte, 0, 4096)
	var again, zero T
	n := testing.AllocsPerRun(100, func() {
		again = zero
		if !decode(write(scratch, &v), &again) {
			t.Fatalf("%#v was not read back", v)
		}
	})
	if n != 0 {
		t.Errorf("%T: %v allocations to write and read", v, n)
	}
}

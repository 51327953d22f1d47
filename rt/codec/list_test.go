package codec

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
)

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

func appendInt32Of(b []byte, v *int32) []byte       { return AppendInt32(b, *v) }
func appendStringOf(b []byte, v *string) []byte     { return AppendString(b, *v) }
func appendBytesOf(b []byte, v *[]byte) []byte      { return AppendBytes(b, *v) }
func appendInt32Pointer(b []byte, v **int32) []byte { return AppendInt32(b, **v) }
func decodeInt32Pointer(b []byte, v **int32) bool   { *v = new(int32); return DecodeInt32(b, *v) }
func appendNone(b []byte, v *record.None) []byte    { return AppendVoid(b, *v) }
func list[T any](v ...T) []T                        { return v }

// TestList writes what ListSerializer writes, and reads it back.
func TestList(t *testing.T) {
	three := int32(3)
	for _, c := range []struct {
		want        string
		got         []byte
		value, read any
	}{
		{"00 00000000 00000002 00000001 ffffffff", AppendList(nil, list[int32](1, -1), 4, nil, appendInt32Of),
			list[int32](1, -1), read(t, "00 00000000 00000002 00000001 ffffffff", 4, false, DecodeInt32)},
		{"00 00000002 00000000 00000002 00000003 00000003", AppendList(nil, list(nil, &three, nil), 4, IsNil, appendInt32Pointer),
			list(nil, &three, nil), read(t, "00 00000002 00000000 00000002 00000003 00000003", 4, true, decodeInt32Pointer)},
		{"01 00000002 00000001 61 00000000", AppendList(nil, list("a", ""), 0, nil, appendStringOf),
			list("a", ""), read(t, "01 00000002 00000001 61 00000000", 0, false, DecodeString)},
		{"01 00000003 ffffffff 00000000 00000001 62", AppendList(nil, list(nil, []byte{}, []byte("b")), 0, IsNilBytes, appendBytesOf),
			list(nil, []byte{}, []byte("b")), read(t, "01 00000003 ffffffff 00000000 00000001 62", 0, true, DecodeBytes)},
		{"01 00000002 ffffffff ffffffff", AppendList(nil, list(record.None{}, record.None{}), 0, IsNone, appendNone),
			list(record.None{}, record.None{}), read(t, "01 00000002 ffffffff ffffffff", 0, true, DecodeVoid[record.None])},
		{"00 00000000 00000000", AppendList(nil, list[int32](), 4, nil, appendInt32Of), list[int32](), read(t, "00 00000000 00000000", 4, false, DecodeInt32)},
		{"01 00000000", AppendList(nil, list[string](), 0, nil, appendStringOf), list[string](), read(t, "01 00000000", 0, false, DecodeString)},
	} {
		if !bytes.Equal(c.got, unhex(c.want)) {
			t.Errorf("%v: wrote %x, expected %s", c.value, c.got, c.want)
		}
		if !reflect.DeepEqual(c.read, c.value) && reflect.ValueOf(c.value).Len() > 0 {
			t.Errorf("%s: read %v, expected %v", c.want, c.read, c.value)
		}
	}
	// The other form of elements of one size, and what follows the last, are taken, as by ListDeserializer.
	if got := read(t, "01 00000001 00000004 00000007 ee", 4, false, DecodeInt32); !reflect.DeepEqual(got, list[int32](7)) {
		t.Errorf("read %v, expected 7", got)
	}
}

func read[T any](t *testing.T, s string, size int, nulls bool, elem func([]byte, *T) bool) (v []T) {
	t.Helper()
	if !DecodeList(unhex(s), &v, size, nulls, elem) {
		t.Errorf("%s was refused", s)
	}
	return v
}

// TestMalformedLists are refused, and none makes room for what isn't there.
func TestMalformedLists(t *testing.T) {
	for _, s := range []string{"", "02", "ff 00000000", "00", "00 00000000", "00 ffffffff 00000000", "00 7fffffff 00000000",
		"00 00000000 7fffffff", "00 00000000 ffffffff", "00 00000000 00000001 0000", "00 00000001 00000000 00000001",
		"00 00000002 00000001 00000000 00000002", "01 00000001 ffffffff", "01 00000001 fffffffe", "01 7fffffff", "01 00000001 00000005 61",
		"01 00000001 00000003 616161"} {
		var v []int32
		if DecodeList(unhex(s), &v, 4, false, DecodeInt32) {
			t.Errorf("%s was read as %v", s, v)
		}
	}
	var v []*int32
	for _, s := range []string{"00 00000002 00000001 00000000 00000002", "00 00000002 00000000 00000000 00000002 00000007"} {
		if DecodeList(unhex(s), &v, 4, true, decodeInt32Pointer) {
			t.Errorf("%s, whose places of nulls don't ascend, was read as %v", s, v)
		}
	}
	var texts []string
	if s := "00 00000000 00000000"; DecodeList(unhex(s), &texts, 0, false, DecodeString) {
		t.Errorf("%s, of elements of one size, was read as text", s)
	}
}

// TestListAllocations: a list allocates its elements' array and nothing else.
func TestListAllocations(t *testing.T) {
	b, buf := AppendList(nil, list[int32](1, 2, 3), 4, nil, appendInt32Of), make([]byte, 0, 64)
	var v []int32
	if n := testing.AllocsPerRun(100, func() { DecodeList(b, &v, 4, false, DecodeInt32) }); n != 1 {
		t.Errorf("%v allocations to read a list, expected 1", n)
	}
	if n := testing.AllocsPerRun(100, func() { AppendList(buf, v, 4, nil, appendInt32Of) }); n != 0 {
		t.Errorf("%v allocations to write a list, expected none", n)
	}
}

func TestTryAppendList(t *testing.T) {
	bad := errors.New("no form")
	_, err := TryAppendList(nil, list("a", "b"), 0, nil, func(b []byte, v *string) ([]byte, error) {
		if *v == "b" {
			return b, bad
		}
		return AppendString(b, *v), nil
	})
	if !errors.Is(err, bad) {
		t.Errorf("%v, expected %v", err, bad)
	}
}

func FuzzList(f *testing.F) {
	f.Add(unhex("00 00000002 00000000 00000002 00000003 00000003"))
	f.Add(unhex("01 00000002 ffffffff 00000004 00000009"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var v []*int32
		if !DecodeList(b, &v, 4, true, decodeInt32Pointer) {
			return
		}
		var again []*int32
		if !DecodeList(AppendList(nil, v, 4, IsNil, appendInt32Pointer), &again, 4, true, decodeInt32Pointer) || !reflect.DeepEqual(v, again) {
			t.Errorf("%x: %v became %v", b, v, again)
		}
	})
}

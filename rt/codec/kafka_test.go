package codec

import (
	"math"
	"strings"
	"testing"
)

// form checks a value against its bytes in both directions; other lengths must be refused.
func form[T comparable](t *testing.T, name string, v T, want string, write func([]byte, T) []byte, read func([]byte, *T) bool) {
	t.Helper()
	if got := string(write([]byte("x"), v)); got != "x"+want {
		t.Errorf("%s %v is %q, want %q", name, v, got, "x"+want)
	}
	var again T
	if !read([]byte(want), &again) || again != v && v == v {
		t.Errorf("%s %q is %v, want %v", name, want, again, v)
	}
	for _, b := range []string{"", want[:len(want)-1], want + "\x00"} {
		if read([]byte(b), &again) {
			t.Errorf("%s: %q was taken", name, b)
		}
	}
}

func TestKafkasForms(t *testing.T) {
	form(t, "Bool", true, "\x01", AppendBool, DecodeBool)
	form(t, "Bool", false, "\x00", AppendBool, DecodeBool)
	form(t, "Int16", -2, "\xff\xfe", AppendInt16, DecodeInt16)
	form(t, "Int32", 258, "\x00\x00\x01\x02", AppendInt32, DecodeInt32)
	form(t, "Int64", math.MinInt64, "\x80\x00\x00\x00\x00\x00\x00\x00", AppendInt64, DecodeInt64)
	form(t, "Float32", 1.5, "\x3f\xc0\x00\x00", AppendFloat32, DecodeFloat32)
	form(t, "Float32", float32(math.NaN()), "\x7f\xc0\x00\x00", AppendFloat32, DecodeFloat32)
	form(t, "Float64", -1.5, "\xbf\xf8\x00\x00\x00\x00\x00\x00", AppendFloat64, DecodeFloat64)
	form(t, "Float64", math.NaN(), "\x7f\xf8\x00\x00\x00\x00\x00\x00", AppendFloat64, DecodeFloat64)
	form(t, "UUID", [16]byte{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x12, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0x00},
		"123e4567-e89b-12d3-a456-426614174000", AppendUUID, DecodeUUID)
	var b bool
	if DecodeBool([]byte{2}, &b) {
		t.Error("2 is no Bool")
	}
	var none struct{}
	if !DecodeVoid(nil, &none) || DecodeVoid([]byte{}, &none) || AppendVoid(nil, none) != nil {
		t.Error("Void is null and nothing else")
	}
}

func TestStringAndBytesAreTheBytes(t *testing.T) {
	in := []byte("\xffraw")
	var s string
	var b []byte
	if !DecodeString(in, &s) || s != "\xffraw" || string(AppendString(nil, s)) != s {
		t.Errorf("String: %q", s)
	}
	if !DecodeBytes(in, &b) || &b[0] != &in[0] || cap(b) != len(b) || string(AppendBytes(nil, b)) != s {
		t.Errorf("Bytes: %q", b)
	}
}

func TestUUIDsThatAreNone(t *testing.T) {
	for _, s := range []string{
		"123e4567-e89b-12d3-a456-42661417400g", "123e4567ee89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-4266141740-0",
		"1-1-1-1-1", "{23e4567-e89b-12d3-a456-426614174000",
	} {
		id := [16]byte{}
		if DecodeUUID([]byte(s), &id) || id != [16]byte{} {
			t.Errorf("%s was taken: %x", s, id)
		}
	}
	var id [16]byte
	if !DecodeUUID([]byte("ABCDEF00-e89b-12d3-a456-426614174000"), &id) || id[0] != 0xab {
		t.Error("upper case was refused")
	}
}

func TestWindowKeys(t *testing.T) {
	b := AppendWindowed([]byte("k"), 258)
	if string(b) != "k\x00\x00\x00\x00\x00\x00\x01\x02" {
		t.Errorf("time window: %q", b)
	}
	if key, start, ok := SplitWindowed(b); !ok || string(key) != "k" || start != 258 || cap(key) != 1 {
		t.Errorf("time window: %q %d %v", key, start, ok)
	}
	b = AppendWindowKeySeq(nil, []byte("k"), 1, 7)
	if string(b) != "k\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x07" || string(AppendWindowKey(nil, []byte("k"), 1)) != string(b[:12])+"\x00" {
		t.Errorf("window store: %q", b)
	}
	if key, start, seq, ok := DecodeWindowKey(b); !ok || string(key) != "k" || start != 1 || seq != 7 {
		t.Errorf("window store: %q %d %d %v", key, start, seq, ok)
	}
	b = AppendSession([]byte("k"), 1, 2)
	if string(b) != "k\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01" {
		t.Errorf("session: %q", b)
	}
	if key, start, end, ok := SplitSession(b); !ok || string(key) != "k" || start != 1 || end != 2 {
		t.Errorf("session: %q %d %d %v", key, start, end, ok)
	}
	short := []byte("1234567")
	if _, _, ok := SplitWindowed(short); ok {
		t.Error("a window's key without a start was taken")
	}
	if _, _, _, ok := DecodeWindowKey(append(short, "8901"...)); ok {
		t.Error("a window store's key of 11 bytes was taken")
	}
	if _, _, _, ok := SplitSession(append(short, "89012345"...)); ok {
		t.Error("a session's key of 15 bytes was taken")
	}
}

func TestWindowEnd(t *testing.T) {
	if WindowEnd(10, 5) != 15 || WindowEnd(math.MaxInt64-4, 5) != math.MaxInt64 || WindowEnd(0, math.MaxInt64) != math.MaxInt64 {
		t.Error("the end is start and size, the largest time at most")
	}
}

func TestReasonsSayWhatWasFoundAndExpected(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{Malformed([]byte("abc"), "Int64", "8 bytes"), `malformed Int64: 3 bytes "abc", expected 8 bytes`},
		{Malformed([]byte(strings.Repeat("a", 50)), "UUID", "36 characters"), `malformed UUID: 50 bytes "` + strings.Repeat("a", 32) + `"…, expected 36 characters`},
		{MalformedJSON[struct{ N int8 }]([]byte(`{"N":300}`)), `malformed JSON "{\"N\":300}": json: cannot unmarshal JSON number 300 into Go int8 within "/N": value out of range`},
		{MalformedJSON[int]([]byte(`1`)), `malformed JSON "1": the reason is known to the generated decoder only; run go generate if the type has changed`},
	} {
		// encoding/json/v2 words this one way or the other, so that nobody relies on it.
		if got := strings.Replace(c.err.Error(), "json: unable to", "json: cannot", 1); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestReadersDoNotAllocate(t *testing.T) {
	b := []byte(`{"a":"plain text","b":-12,"c":1.5e3,"d":[true,{"x":null}],"größe":"größe","t":"2026-11-29T18:00:00.5Z","f":"AAAA","w":` + wide(60, "") + `}`)
	if n := testing.AllocsPerRun(100, func() {
		if !Whole(b, Skip(b, 0)) {
			t.Fatal("refused")
		}
	}); n > forgotten {
		t.Errorf("Skip: %v allocations", n)
	}
	readers := map[string]func(b []byte, i int) int{
		`"plain"`:                func(b []byte, i int) int { _, i = Str(b, i); return i },
		`"größe"`:                func(b []byte, i int) int { _, i = Str(b, i); return i },
		`-123456789012345678901`: func(b []byte, i int) int { _, i = Float(b, i); return i },
		`1.1e-7`:                 func(b []byte, i int) int { _, i = Float32As[float32](b, i); return i },
		`9223372036854775807`:    func(b []byte, i int) int { _, i = Int(b, i); return i },
		`"12"`:                   func(b []byte, i int) int { _, i = Quoted(b, i, Int); return i },
		`"2026-11-29T18:00:00Z"`: func(b []byte, i int) int { _, i = Time(b, i); return i },
		`{"a":[1,2]}`:            func(b []byte, i int) int { _, i = Raw(b, i); return i },
		`"AAAA"`:                 func(b []byte, i int) int { var v [3]byte; return Base64Array(b, i, v[:]) },
	}
	for text, read := range readers {
		b := []byte(text)
		if n := testing.AllocsPerRun(100, func() {
			if read(b, 0) != len(b) {
				t.Fatal(text, "was refused")
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

func TestCountsThatCanNotBe(t *testing.T) {
	for _, c := range []struct {
		b         string
		least     int
		n, behind int
	}{
		{"", 1, -1, Bad}, {"\x00", 1, -1, 1}, {"\x01", 1, 0, 1}, {"\x03ab", 1, 2, 1}, {"\x03a", 1, -1, Bad}, {"\x02abc", 4, -1, Bad},
		{"\x80\x00", 1, -1, Bad}, {"\x81\x00", 1, -1, Bad}, {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 1, -1, Bad}, {"\x80", 1, -1, Bad},
	} {
		if n, next := TakeCount([]byte(c.b), 0, c.least); n != c.n || next != c.behind {
			t.Errorf("%q: %d elements, then %d; want %d, %d", c.b, n, next, c.n, c.behind)
		}
	}
	if _, next := TakeText[string]([]byte("\x81\x00a"), 0); next != Bad {
		t.Error("a length with a byte too many was taken")
	}
}

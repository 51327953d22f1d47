package codec

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// texts are JSON and what is nearly JSON: seeds of the fuzz tests and their table.
var texts = []string{
	"", " ", "null", " null ", "nul", "nulll", "true", "false", "tru", "truee", `""`, `"a"`, `"a`, `a"`, `"\`, `"\"`,
	`"\u00e4"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\u0041"`, `"\u12"`, `"\x"`, `"\/\b\f\n\r\t\\"`, "\"\x00\"", "\"\t\"",
	"\"\xff\"", "\"\xc3\xa4\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\"\xef\xbf\xbd\"", "\"12345678\xc3\xa4901234567890\"", `"12345678\n9"`,
	"0", "-0", "-", "+1", "01", "-01", "1.", ".5", "1.5", "-1.5e10", "1e", "1e+", "1E-7", "1e400", "-1e-400", "00", "1 2", "1,", "1e5",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
	"18446744073709551616", "255", "256", "-128", "-129", "0.1", "123456789.123456", "123456789.1234567", "3.4e38", "3.5e38", "16777217",
	"{}", "{ }", "{", "}", `{"a"}`, `{"a":}`, `{"a":1}`, `{"a":1,}`, `{,"a":1}`, `{"a":1 "b":2}`, `{"a":1,"b":2}`, `{"a":1,,"b":2}`,
	` { "a" : 1 , "b" : [ 1 , 2 ] } `, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"x":1,"x":2}}`, `{"a":[{"x":1},{"x":1}]}`, `{a:1}`,
	`{"a":1}}`, `{"a":1} x`, `[]`, `[ ]`, `[1,2]`, `[1,]`, `[,1]`, `[1 2]`, `[1`, `[`, `]`, `[[[]]]`, `[1,"a",null,true,{}]`,
	`{"":0}`, `{"":0,"":0}`, "{\"a\":1\x00}", "\ufeff{}", "{}\n", "\v{}",
	`"MTIz"`, `"MTIz\n"`, `"MTI"`, `"MTI="`, `"MTJ="`, "\"MT\\r\\nIz\"", `"\u004dTIz"`, `"MTIzNDU="`,
	`"2026-11-29T18:00:00Z"`, `"2026-11-29T18:00:00.123456789+02:00"`, `"2026-11-29T8:00:00Z"`, `"2026-11-29T18:00:00,5Z"`,
	`"2026-11-29T18:00:00+24:00"`, `"2026-11-29T18:00:00+23:60"`, `"2026-02-30T18:00:00Z"`, `"2026-11-29 18:00:00Z"`, `"26-11-29T18:00:00Z"`,
	`"12"`, `"-12"`, `"12 "`, `"1.5"`, `"\u0031"`, `"null"`, `"01"`, `"1e3"`,
	strings.Repeat("[", 10000) + strings.Repeat("]", 10000), strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
	strings.Repeat(`{"":`, 10000) + "0" + strings.Repeat("}", 10000), strings.Repeat(`{"":`, 10001) + "0" + strings.Repeat("}", 10001),
	`"` + strings.Repeat(`[\"`, 10001) + `"`, `"` + strings.Repeat(`\"[`, 20003) + `"`, wide(20, ""), wide(24, `,"m3":0`), wide(25, ""), wide(60, ""), wide(60, `,"m59":0`), wide(60, `,"m2":0`),
}

func wide(n int, more string) string {
	var b strings.Builder
	b.WriteString(`{"first":0`)
	for i := range n {
		b.WriteString(`,"m` + strings.TrimSpace(string(rune('0'+i/10))) + string(rune('0'+i%10)) + `":0`)
	}
	return b.String() + strings.ReplaceAll(more, `"m`, `"m0`) + "}"
}

// equal reports where a reader and encoding/json/v2 disagree on a whole text: taken or not, and the value.
func equal[T any](t *testing.T, what string, text []byte, read func(b []byte, i int) (T, int)) {
	t.Helper()
	var want, got T
	err := json.Unmarshal(text, &want)
	i := Start(text)
	if i >= 0 {
		got, i = read(text, i)
	}
	if took := Whole(text, i); took != (err == nil) {
		t.Fatalf("%s of %.200q: taken %v, json/v2 says %v", what, text, took, err)
	}
	if err == nil && !alike(got, want) {
		t.Fatalf("%s of %.200q: %#v, json/v2 reads %#v", what, text, got, want)
	}
}

func alike(a, b any) bool {
	if x, ok := a.(float64); ok {
		return math.Float64bits(x) == math.Float64bits(b.(float64))
	}
	if x, ok := a.(time.Time); ok {
		return x.Equal(b.(time.Time)) && x.Format(time.RFC3339Nano) == b.(time.Time).Format(time.RFC3339Nano)
	}
	return reflect.DeepEqual(a, b)
}

type bag struct{}

type flag bool

func everyReader(t *testing.T, text []byte) {
	before := string(text)
	if got, want := Whole(text, skipAll(text)), jsontext.Value(text).IsValid(); got != want {
		t.Fatalf("Skip of %.200q: %v, jsontext says %v", text, got, want)
	}
	equal(t, "object", text, func(b []byte, i int) (bag, int) { return bag{}, SkipObject(b, i) })
	equal(t, "string", text, Str)
	equal(t, "bool", text, BoolAs[flag])
	equal(t, "int64", text, Int)
	equal(t, "int8", text, IntAs[int8])
	equal(t, "uint64", text, Uint)
	equal(t, "uint8", text, UintAs[uint8])
	equal(t, "float64", text, Float)
	equal(t, "float32", text, Float32As[float32])
	equal(t, "time", text, Time)
	equal(t, "bytes", text, Base64[[]byte])
	equal(t, "raw", text, Raw)
	equal(t, "any", text, Value[any])
	equal(t, "[3]byte", text, func(b []byte, i int) (v [3]byte, next int) {
		next = Base64Array(b, i, v[:])
		return v, next
	})
	inField(t, "int", text, Int, func(v struct {
		F int64 `json:",string"`
	}) int64 {
		return v.F
	})
	inField(t, "uint", text, Uint, func(v struct {
		F uint64 `json:",string"`
	}) uint64 {
		return v.F
	})
	inField(t, "float", text, Float, func(v struct {
		F float64 `json:",string"`
	}) float64 {
		return v.F
	})
	if before != string(text) {
		t.Fatalf("the input was written to: %q, was %q", text, before)
	}
}

// inField compares Quoted with a field that has the option "string".
func inField[S, T any](t *testing.T, what string, text []byte, read func([]byte, int) (T, int), field func(S) T) {
	t.Helper()
	var s S
	err := json.Unmarshal([]byte(`{"F":`+string(text)+`}`), &s)
	if !jsontext.Value(text).IsValid() {
		return // text that closes the object and opens another is none of ours
	}
	got, next := Quoted(text, Start(text), read)
	if took := Whole(text, next); took != (err == nil) {
		t.Fatalf("quoted %s of %.200q: taken %v, json/v2 says %v", what, text, took, err)
	}
	if err == nil && !alike(got, field(s)) {
		t.Fatalf("quoted %s of %.200q: %v, json/v2 reads %v", what, text, got, field(s))
	}
}

func skipAll(b []byte) int {
	if i := Start(b); i >= 0 {
		return Skip(b, i)
	}
	return Bad
}

func TestReadersAcceptWhatV2Accepts(t *testing.T) {
	for _, text := range texts {
		everyReader(t, []byte(text))
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range texts {
		if len(text) < 2000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(everyReader)
}

// TestCutAndChangedTextsAreJudgedAsByV2 tries every prefix of a text with everything in it, and every byte of it changed.
func TestCutAndChangedTextsAreJudgedAsByV2(t *testing.T) {
	text := `{"id":"a\u00e4\n","täg":[1.5,-2e3,true,null,{"x":{},"y":[]}], "n" : 12 ,"":"\ud83d\ude00"}`
	for i := range text {
		everyReader(t, []byte(text[:i]))
		for _, c := range []byte("\x00 \"\\{}[],:0-.enut\x80\xff") {
			b := []byte(text)
			b[i] = c
			everyReader(t, b)
		}
	}
}

func equalAppend[T any](t *testing.T, v T, write func(dst []byte, v T, err *error) []byte) {
	t.Helper()
	want, wantErr := json.Marshal(v)
	var err error
	got := write([]byte("x"), v, &err)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%#v: error %v, json/v2 says %v", v, err, wantErr)
	}
	if err == nil && string(got) != "x"+string(want) {
		t.Fatalf("%#v: %s, json/v2 writes %s", v, got[1:], want)
	}
}

// TestNotPlainFlagsTheFirstByte tries every byte at every place, among bytes that could lend to or borrow from it.
func TestNotPlainFlagsTheFirstByte(t *testing.T) {
	for c := range 256 {
		for at := range 8 {
			for _, fill := range []string{"aaaaaaaa", "        ", "!#[]~~!#", "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f"} {
				for _, behind := range []byte{fill[7], 0, '"', 0xff} {
					b := []byte(fill)
					for k := at + 1; k < 8; k++ {
						b[k] = behind
					}
					b[at] = byte(c)
					want := 8
					for k, x := range b {
						if x < ' ' || x == '"' || x == '\\' || x >= 0x80 {
							want = k
							break
						}
					}
					if got := special(b, 0); got != want {
						t.Fatalf("%q: %d, want %d", b, got, want)
					}
				}
			}
		}
	}
}

func TestTimesAtTheBounds(t *testing.T) {
	for _, hours := range []int{-100, -24, -23, 0, 23, 24, 25, 99, 100} {
		for _, year := range []int{-1, 0, 1, 9999, 10000} {
			equalAppend(t, time.Date(year, 6, 1, 0, 0, 0, 1, time.FixedZone("", hours*3600)), AppendTime)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, s := range []string{"", "plain", "12345678", `quote"`, "\x00\x1f\b\f\n\r\t\\/<>&\u2028\u007f", "äöü", "\xff", "1234567\xc3", "12345678\x01"} {
		f.Add(s, uint64(len(s)))
	}
	for _, n := range []float64{0, 1, 0.01, 0.1, 12.34, 1e-6, 9.9e-7, 1e-9, 1e-10, 1e20, 1e21, 1e13, 99999999999.99, 5e-324, math.MaxFloat64, math.Inf(1), math.NaN(), 0.3, 1 / 3.0} {
		f.Add("", math.Float64bits(n))
		f.Add("", math.Float64bits(-n))
		f.Add("", uint64(math.Float32bits(float32(n))))
	}
	f.Fuzz(func(t *testing.T, s string, n uint64) {
		equalAppend(t, s, AppendStr)
		equalAppend(t, math.Float64frombits(n), AppendFloat)
		equalAppend(t, float64(int64(n))/100, AppendFloat)
		equalAppend(t, math.Float32frombits(uint32(n)), AppendFloat32As)
		equalAppend(t, []byte(s), func(dst, v []byte, _ *error) []byte { return AppendBase64(dst, v) })
		zone := time.FixedZone("", int(int32(n>>16))%200000)
		equalAppend(t, time.Unix(int64(n)>>20, int64(n&0x3fffffff)).In(zone), AppendTime)
		equalAppend(t, time.Unix(int64(n)>>24, 0).UTC(), AppendTime)
		equalAppend(t, map[string]any{s: n}, func(dst []byte, v map[string]any, err *error) []byte { return AppendValue(dst, &v, err) })
	})
}

package golden

import (
	stdjson "encoding/json"
	"encoding/json/jsontext"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"time"
)

// filler makes values at random, small and odd ones often.
type filler struct {
	*rand.Rand
	wild bool // also values without a form in JSON
}

var (
	texts  = []string{"", "a", "plain text", `"quoted"`, "a\\b\n\t\x01", "größe", "日本語のテキスト", "\u2028<&>", "1", "null"}
	floats = []float64{0, math.Copysign(0, -1), 1, -1.5, 12.34, 1e-7, 1e21, 123456789.125, math.MaxFloat64, 5e-324}
	raws   = []string{`null`, `{}`, `[]`, `""`, `{"x":[1,{"y":null}]}`, `12.50`, `"\u0041"`}
	broken = []string{"", "a", "\xff", "k\xc3"}
)

func (f *filler) fill(v reflect.Value, depth int) {
	if !v.CanSet() || f.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.String:
		v.SetString(f.text())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.bits())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(f.float(v.Type().Bits()))
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth+1)
		}
	default:
		f.fillParts(v, depth)
	}
}

func (f *filler) fillParts(v reflect.Value, depth int) {
	n := f.IntN(4)
	if depth > 3 {
		n = 0
	}
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range n {
			key, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key, depth+1)
			f.fill(x, depth+1)
			v.SetMapIndex(key, x)
		}
	case reflect.Pointer:
		if n > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	}
}

func (f *filler) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		if *p = time.Unix(f.Int64N(4e9)-1e9, f.Int64N(2)*f.Int64N(1e9)).UTC(); f.IntN(3) == 0 {
			*p = p.In(time.FixedZone("", 60*(f.IntN(2800)-1400)))
		}
		if f.IntN(4) == 0 {
			*p = time.Time{}
		}
	case *netip.Addr:
		*p = netip.AddrFrom4([4]byte{byte(f.Uint32()), 1, 2, 3})
	case **big.Int:
		*p = big.NewInt(f.Int64())
	case *stdjson.Number:
		*p = stdjson.Number([]string{"", "0", "-12.5e3"}[f.IntN(3)])
	case *jsontext.Value:
		*p = jsontext.Value(raws[f.IntN(len(raws))])
	case *any:
		*p = []any{nil, "text", 1.5, map[string]any{"a": []any{true}}, []any{}}[f.IntN(5)]
	case *Temp:
		if p.Degrees = f.IntN(20); f.wild && f.IntN(20) == 0 {
			p.Degrees = -300
		}
	default:
		return false
	}
	return true
}

func (f *filler) text() string {
	if f.wild && f.IntN(50) == 0 {
		return broken[f.IntN(len(broken))]
	}
	return texts[f.IntN(len(texts))]
}

func (f *filler) bits() uint64 {
	switch f.IntN(4) {
	case 0:
		return 0
	case 1:
		return uint64(f.IntN(100))
	}
	return f.Uint64() >> f.IntN(64)
}

func (f *filler) float(bits int) float64 {
	x := floats[f.IntN(len(floats))]
	switch f.IntN(4) {
	case 0:
		x = math.Float64frombits(f.Uint64())
	case 1:
		x = float64(f.IntN(1e6)) / 100
	}
	if bits == 32 {
		x = float64(float32(x))
	}
	if !f.wild && (x != x || math.IsInf(x, 0)) {
		return 1
	}
	return x
}

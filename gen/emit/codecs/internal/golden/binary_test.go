package golden

import (
	"bytes"
	"encoding/json/v2"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
)

type binaryPair struct {
	name   string
	random func(t *testing.T, f *filler)
	check  func(t *testing.T, b []byte)
}

func layout[T any](name string, decode func([]byte, *T) bool, write func([]byte, *T) []byte) binaryPair {
	return binaryPair{
		name: name,
		random: func(t *testing.T, f *filler) {
			var v, again T
			f.fill(reflect.ValueOf(&v).Elem(), 0)
			if s, ok := any(&v).(*State); ok {
				s.stats, s.private = Stats{f.Int64(), 2, 3}, Level(f.IntN(200)-100)
			}
			b := write(nil, &v)
			if !decode(b, &again) || !bytes.Equal(write(nil, &again), b) || !alike(v, again) {
				t.Fatalf("%s: %#v\nis        %x\nread back %#v", name, v, b, again)
			}
			for n := range b {
				var cut T
				if decode(b[:n:n], &cut) {
					t.Fatalf("%s: %x was taken cut off at %d", name, b, n)
				}
			}
			var longer T
			if decode(append(b, 0), &longer) {
				t.Fatalf("%s: %x was taken with a byte more", name, b)
			}
		},
		check: func(t *testing.T, b []byte) {
			var v, again T
			if !decode(b, &v) {
				return
			}
			c := write(nil, &v)
			if !decode(c, &again) || !bytes.Equal(write(nil, &again), c) {
				t.Fatalf("%s: %x is read, its own form %x is not", name, b, c)
			}
		},
	}
}

// alike compares what is exported; times by what they say.
func alike(a, b any) bool {
	x, err := json.Marshal(a, json.Deterministic(true))
	y, err2 := json.Marshal(b, json.Deterministic(true))
	if s, ok := a.(State); ok && (s.stats != b.(State).stats || s.private != b.(State).private || (s.Raw == nil) != (b.(State).Raw == nil)) {
		return false
	}
	return bytes.Equal(x, y) && (err == nil) == (err2 == nil)
}

func must[T any](write func([]byte, *T) ([]byte, error)) func([]byte, *T) []byte {
	return func(b []byte, v *T) []byte { return codec.Must(write(b, v)) }
}

var layouts = []binaryPair{
	layout("Stats", decodeStatsBinary, appendStatsBinary),
	layout("Scalars", decodeScalarsBinary, appendScalarsBinary),
	layout("State", decodeStateBinary, appendStateBinary),
	layout("Sums", decodeSumsBinary, appendSumsBinary),
	layout("Order", decodeOrderBinary, appendOrderBinary),
	layout("[]Order", decodeOrderSliceBinary, appendOrderSliceBinary),
	layout("map[string]int64", decodeInt64ByStringBinary, appendInt64ByStringBinary),
	layout("string", decodeStringBinary, appendStringBinary),
	layout("*Stats", decodeStatsPointerBinary, appendStatsPointerBinary),
	layout("[2]bool", decodeBoolArray2Binary, appendBoolArray2Binary),
	layout("time.Time", decodeTimeBinary, appendTimeBinary),
	layout("Host", decodeHostBinary, must(appendHostBinary)),
	layout("Hosts", decodeHostsBinary, must(appendHostsBinary)),
}

func TestBinaryReadsBackWhatItWrote(t *testing.T) {
	for _, p := range layouts {
		f := &filler{rand.New(rand.NewPCG(4, 5)), false}
		for range 100 {
			p.random(t, f)
		}
	}
}

func FuzzBinary(f *testing.F) {
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0}, 40))
	f.Add(bytes.Repeat([]byte{0xff}, 40))
	f.Add(appendStateBinary(nil, &State{ByName: map[Status]Stats{"a": {1, 2, 3}}, Lines: []Address{{City: "c"}}, Ptr: &Address{}, At: time.Unix(1, 2)}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range layouts {
			p.check(t, b)
		}
	})
}

// TestBinaryBytes pins the layout: state on disk and in changelogs has it.
func TestBinaryBytes(t *testing.T) {
	got := appendSumsBinary(nil, &Sums{1, Point{1.5, -2}, -1, 80, 0.5, 7})
	want := []byte{
		0, 0, 0, 1, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0, 80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7,
	}
	if !bytes.Equal(got, want) {
		t.Errorf("Sums: %v, want %v", got, want)
	}
	got = appendInt64ByStringBinary(nil, &map[string]int64{"b": 2, "a": 1})
	if want := []byte("\x03\x01a\x00\x00\x00\x00\x00\x00\x00\x01\x01b\x00\x00\x00\x00\x00\x00\x00\x02"); !bytes.Equal(got, want) {
		t.Errorf("map: %q, want %q", got, want)
	}
	got = appendTimeBinary(nil, &[]time.Time{time.Unix(1, 2).UTC()}[0])
	if want := []byte("\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x80\x00\x00\x00"); !bytes.Equal(got, want) {
		t.Errorf("time: %q, want %q", got, want)
	}
}

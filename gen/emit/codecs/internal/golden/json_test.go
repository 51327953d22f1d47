package golden

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// codecs of a type; append is nil where the form is only read.
type pair struct {
	name   string
	check  func(t *testing.T, text []byte)
	random func(t *testing.T, f *filler) []byte // appends a random value, compared with v2; nil if it has no form
}

func both[T any](name string, decode func([]byte, *T) bool, write func([]byte, *T) ([]byte, error)) pair {
	return pair{
		name:  name,
		check: func(t *testing.T, text []byte) { t.Helper(); compare(t, name, text, decode, write) },
		random: func(t *testing.T, f *filler) []byte {
			var v T
			f.fill(reflect.ValueOf(&v).Elem(), 0)
			return compareAppend(t, name, &v, write)
		},
	}
}

func total[T any](name string, decode func([]byte, *T) bool, write func([]byte, *T) []byte) pair {
	return both(name, decode, func(b []byte, v *T) ([]byte, error) { return write(b, v), nil })
}

// compare checks that decode takes text if and only if v2 does, and reads the same; and that it is written the same.
func compare[T any](t *testing.T, name string, text []byte, decode func([]byte, *T) bool, write func([]byte, *T) ([]byte, error)) {
	t.Helper()
	var got, want T
	before := string(text)
	ok, err := decode(text, &got), json.Unmarshal(text, &want)
	if before != string(text) {
		t.Fatalf("%s: the input was written to", name)
	}
	if ok != (err == nil) {
		t.Fatalf("%s: %q taken %v, v2 says %v", name, text, ok, err)
	}
	if !ok {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %q\nread     %#v\nv2 reads %#v", name, text, got, want)
	}
	if write != nil {
		compareAppend(t, name, &got, write)
	}
}

func compareAppend[T any](t *testing.T, name string, v *T, write func([]byte, *T) ([]byte, error)) []byte {
	t.Helper()
	got, err := write([]byte("lead"), v)
	want, wantErr := json.Marshal(v, json.Deterministic(true))
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%s: %#v: %v, v2 says %v", name, *v, err, wantErr)
	}
	if err != nil {
		return nil
	}
	if got := string(got); got != "lead"+string(want) {
		t.Fatalf("%s: %#v\nwritten   %s\nv2 writes %s", name, *v, got, want)
	}
	return want
}

var pairs = []pair{
	both("Order", decodeOrder, appendOrder),
	total("Stats", decodeStats, appendStats),
	both("Scalars", decodeScalars, appendScalars),
	both("Quoted", decodeQuoted, appendQuoted),
	both("Nested", decodeNested, appendNested),
	both("Containers", decodeContainers, appendContainers),
	both("Dropped", decodeDropped, appendDropped),
	both("Tail", decodeTail, appendTail),
	both("Methods", decodeMethods, appendMethods),
	total("Names", decodeNames, appendNames),
	both("Tree", decodeTree, appendTree),
	both("Loose", decodeLoose, appendLoose),
	both("EmbedsPointer", decodeEmbedsPointer, appendEmbedsPointer),
	both("Pair", decodePairOfStringOfStatsSlice, appendPairOfStringOfStatsSlice),
	both("NumberText", decodeNumberText, appendNumberText),
	both("Sparse", decodeSparse, appendSparse),
	both("Unnamed", decodeUnnamed, appendUnnamed),
	total("seen", decodeSeen, appendSeen),
	both("Clash", decodeClash, appendClash),
	total("Conflicts", decodeConflicts, appendConflicts),
	total("Wide", decodeWide, appendWide),
	total("struct{}", decodeStruct, appendStruct),
	both("[]Order", decodeOrderSlice, appendOrderSlice),
	both("map[string]Stats", decodeStatsByString, appendStatsByString),
	both("*Order", decodeOrderPointer, appendOrderPointer),
	total("int64", decodeInt64, appendInt64),
	both("Status", decodeStatus, appendStatus),
	both("string", decodeString, appendString),
	both("float32", decodeFloat32, appendFloat32),
	total("[3]byte", decodeByteArray3, appendByteArray3),
	both("any", decodeAny, appendAny),
	both("time.Time", decodeTime, appendTime),
	both("[]Tree", decodeTreeSlice, appendTreeSlice),
}

// TestRandomValuesAndTheirTexts writes random values; what was written, in other orders, with spaces and unknown
// members, cut off and damaged, is read.
func TestRandomValuesAndTheirTexts(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			f := &filler{rand.New(rand.NewPCG(1, uint64(len(p.name)))), false}
			for n := range 150 {
				f.wild = n%3 == 0
				text := p.random(t, f)
				if text == nil {
					continue
				}
				p.check(t, text)
				for range 3 {
					other := shuffle(f.Rand, text)
					p.check(t, other)
					p.check(t, damage(f.Rand, other))
					p.check(t, damage(f.Rand, text))
				}
			}
		})
	}
}

// shuffle is an object with its members in another order, with spaces, and members that nobody knows.
func shuffle(r *rand.Rand, text []byte) []byte {
	var m map[string]jsontext.Value
	if json.Unmarshal(text, &m) != nil || m == nil {
		return append(append([]byte(" \n"), text...), '\t')
	}
	for range r.IntN(4) {
		m[[]string{"x", "other", "größer", "", "N1"}[r.IntN(5)]] = jsontext.Value(raws[r.IntN(len(raws))])
	}
	names := slices.Sorted(maps.Keys(m))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	if r.IntN(6) == 0 && len(names) > 0 {
		names = append(names, names[r.IntN(len(names))])
	}
	out := []byte("{")
	for i, name := range names {
		if i > 0 {
			out = append(out, ", "[:1+r.IntN(2)]...)
		}
		quoted, _ := jsontext.AppendQuote(nil, name)
		if r.IntN(10) == 0 && len(name) > 0 && name[0] < 128 {
			quoted = append([]byte{'"', '\\', 'u', '0', '0', "0123456789abcdef"[name[0]>>4], "0123456789abcdef"[name[0]&15]}, quoted[2:]...)
		}
		value := m[name]
		if r.IntN(12) == 0 {
			value = jsontext.Value("null")
		}
		out = append(append(append(out, quoted...), ": "[:1+r.IntN(2)]...), value...)
	}
	return append(out, '}')
}

const odd = "\x00 \"\\{}[],:0123456789-.eEnutf\x80\xff"

func damage(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + r.IntN(2) {
		if len(text) == 0 {
			break
		}
		i := r.IntN(len(text))
		switch c := odd[r.IntN(len(odd))]; r.IntN(4) {
		case 0:
			text = append(text[:i:i], text[i+1:]...)
		case 1:
			text = slices.Insert(text, i, c)
		case 2:
			text = text[:i]
		default:
			text[i] = c
		}
	}
	return text
}

var seeds = []string{
	``, `null`, `{}`, `[]`, `{"id":"a","customer":"b","product":"c","quantity":1,"price":1.5,"currency":"EUR","express":true}`,
	`{"N":1,"Sum":2,"Max":3}`, `{"N":1,"Sum":2,"Max":3,"N":4}`, `{"N":1,"x":2,"x":3}`, `{"N":1,"Max":{"a":1,"a":2}}`, `{"n":1}`,
	`{"B":true,"S":"s","I":1,"I8":-128,"U8":255,"F32":1e38,"F64":-0}`, `{"I8":128}`, `{"U8":-1}`, `{"F32":1e39}`, `{"R":1}`,
	`{"i":"12","L":"-3","U":"7","F":"1e3","R":"0.5","P":"9"}`, `{"i":12}`, `{"i":"12 "}`, `{"i":null,"P":null}`, `{"i":"null"}`,
	`{"id":1,"Kind":"k","Over":"o","Secret":2,"address":{"street":"s","city":"c","Geo":[1,2]},"inline":{"X":1,"Y":2},"nothing":{"z":1}}`,
	`{"address":null,"inline":null,"nothing":null}`, `{"nothing":[]}`, `{"address":{"Geo":[1]}}`, `{"address":{"Geo":[1,2,3]}}`,
	`{"Tags":["a",null],"Lines":[{}],"Matrix":[[1],[],null],"Ports":[1,2,3],"Grid":[[true,false],[false,true]],"Octets":[1,2]}`,
	`{"ByName":{"a":1,"b":null},"ByPort":{"80":{}},"ByLevel":{"-1":"x"},"ByKey":{"k":[1]}}`, `{"ByPort":{"080":{}}}`, `{"ByLevel":{"0":"","-0":""}}`,
	`{"ByName":{"a":1,"\u0061":2}}`, `{"Ptr":1,"Home":{},"Deep":"d","Bytes":"MTIz","Blob":"","Digest":"AAAAAA==","Ptrs":[null,{}]}`, `{"Digest":"AAA="}`,
	`{"Time":"2026-11-29T18:00:00Z","Times":["2026-11-29T18:00:00+01:00"],"Temp":"++C","Addr":"1.2.3.4","Big":12345678901234567890,"Raw": [1, 2] ,"Any":{"a":[1]},"Color":[1],"ByCol":{"1":2}}`,
	`{"ByF":{"1.5":"x"},"Temps":{"a":"+C"}}`, `{"Temp":5}`, `{"Temp":null,"Time":null,"Raw":null}`,
	`{"with space":1,"größe":2,"<&>":3,"a b$c":4,"Strict":5,"UPPER":6,"Upper":7}`, `{"gr\u00f6\u00dfe":1,"größe":2}`,
	`{"name":"a","kids":[{"name":"b","kids":[]},null]}`, `{"A":1,"a":2}`, `{"a":1,"z":2}`, `{"First":"a","Second":[{"N":1}]}`, `{"M69":1,"M00":2}`, `{"M69":1,"M69":2}`,
	`{"N":"12"}`, `{"N":12}`, `{"N":""}`, `{"S":{"L":[]},"A":["",""]}`, `{"L":[{"X":1,"z":""}],"M":{"a":{"N":1}}}`,
	`"AAAA"`, `"x"`, `12`, `[{"id":"a"}]`, `{"a":{"N":1}}`,
}

func FuzzJSON(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, p := range pairs {
			p.check(t, text)
		}
		everyDemand(t, text)
	})
}

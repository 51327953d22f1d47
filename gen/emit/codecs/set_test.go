package codecs

import (
	"errors"
	"fmt"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/google/go-cmp/cmp"
)

// source is a package of some declarations.
func source(t *testing.T, decls string) *types.Package {
	t.Helper()
	return check(t, "example.com/p", "p.go", "package p\n"+decls)
}

func named(pkg *types.Package, name string) types.Type { return pkg.Scope().Lookup(name).Type() }

// functions are the names of what a set declares.
func functions(s *Set) (names []string) {
	for _, d := range s.Decls() {
		m := regexp.MustCompile(`(?m)^(?:func|var) (\w+)`).FindStringSubmatch(fmt.Sprintf("%#v", d))
		names = append(names, m[1])
	}
	return names
}

func TestNamesBeginWithThePrefixAndAreFree(t *testing.T) {
	pkg := source(t, `
type Order struct{ A, B, C, D int }
func ordersReadOrder() {}
func decodeOrderAB() {}`)
	s := New("orders", pkg)
	order := JSON(named(pkg, "Order"))
	for _, use := range []Demand{All, Fields("A", "B"), Fields("A", "B", "C"), Fields("B", "C", "D"), Fields("A", "B", "C", "D", "Gone"), Fields()} {
		if _, err := s.Decoder(order, use); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"ordersDecodeOrder", "ordersReadOrder2", "ordersRestOrder",
		"ordersDecodeOrderAB", "ordersReadOrderAB", "ordersRestOrderAB",
		"ordersDecodeOrderFields", "ordersReadOrderFields", "ordersRestOrderFields",
		"ordersDecodeOrderFields2", "ordersReadOrderFields2", "ordersRestOrderFields2",
		"ordersDecodeOrderNothing",
	}
	if diff := cmp.Diff(want, functions(s)); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsDeclaredTwice(t *testing.T) {
	pkg := source(t, `type A struct{ B B }; type B struct{ N int }; type C struct{ B *B }`)
	s := New("", pkg)
	for range 2 {
		for _, name := range []string{"A", "B", "C"} {
			both(t, s, JSON(named(pkg, name)))
		}
	}
	want := []string{
		"decodeA", "readA", "restA", "readB", "restB", "appendA", "appendB", "decodeB", "decodeC", "readC", "restC", "readBPointer",
		"appendC", "appendBPointer",
	}
	if diff := cmp.Diff(want, functions(s)); diff != "" {
		t.Error(diff)
	}
}

func TestTypesOfOneNameInTwoPackages(t *testing.T) {
	pkg := source(t, `import ("text/scanner"; "go/token"); type A struct{ X scanner.Position; Y token.Position }`)
	s := New("", pkg)
	both(t, s, Binary(named(pkg, "A")))
	want := []string{"decodeABinary", "takePosition", "takePosition2", "appendABinary", "putPosition", "putPosition2"}
	if diff := cmp.Diff(want, functions(s)); diff != "" {
		t.Error(diff)
	}
}

// calls are all ways to use a codec.
func calls(t *testing.T, s *Set, c Codec) string {
	t.Helper()
	d, err := s.Decoder(c, All)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Appender(c)
	if err != nil {
		t.Fatal(err)
	}
	raw, v, b := jen.Id("raw"), jen.Id("v"), jen.Id("b")
	lines := []jen.Code{d.Call(raw, v), d.Func(), d.Reason(raw), a.Call(b, v), a.Must(b, v)}
	if d.Total {
		lines = append(lines, d.Value(raw))
	}
	var out []string
	for _, l := range lines {
		out = append(out, fmt.Sprintf("%#v", l))
	}
	return strings.Join(out, "\n") + fmt.Sprintf("\n%d %v %v", a.Size, d.Why, a.Why)
}

func TestHowCodecsAreCalled(t *testing.T) {
	pkg := source(t, `type N struct{ A int }; type S struct{ A string; B []int; M map[string]int }`)
	s := New("", pkg)
	for _, c := range []struct {
		codec Codec
		want  string
	}{
		{kafka(t, "Int64"), `codec.DecodeInt64(raw, &v)
codec.DecodeInt64
codec.Malformed(raw, "Int64", "8 bytes")
codec.AppendInt64(b, v)
codec.AppendInt64(b, v)
8 [] []`},
		{kafka(t, "String"), `codec.DecodeString(raw, &v)
codec.DecodeString
codec.Malformed(raw, "String", "text")
codec.AppendString(b, v)
codec.AppendString(b, v)
codec.String(raw)
0 [] []`},
		{kafka(t, "Void"), `codec.DecodeVoid[record.None](raw, &v)
codec.DecodeVoid[record.None]
codec.Malformed(raw, "Void", "null")
codec.AppendVoid(b, v)
codec.AppendVoid(b, v)
0 [] []`},
		{JSON(named(pkg, "N")), `decodeN(raw, &v)
decodeN
codec.MalformedJSON[p.N](raw)
appendN(b, &v)
appendN(b, &v)
0 [] []`},
		{JSON(named(pkg, "S")), `decodeS(raw, &v)
decodeS
codec.MalformedJSON[p.S](raw)
appendS(b, &v)
codec.Must(appendS(b, &v))
0 [B is a slice M is a map] [M is a map]`},
		{Binary(named(pkg, "N")), `decodeNBinary(raw, &v)
decodeNBinary
codec.Malformed(raw, "Binary p.N", "8 bytes, {A int64}")
appendNBinary(b, &v)
appendNBinary(b, &v)
8 [] []`},
	} {
		if diff := cmp.Diff(c.want, calls(t, s, c.codec)); diff != "" {
			t.Errorf("%s: %s", c.codec.id(), diff)
		}
	}
}

func TestLayouts(t *testing.T) {
	pkg := source(t, `
import ("time"; "net/netip")
type Inner struct{ X, Y float32 }
type S struct{ A string; B []byte; C map[int8]*Inner; D [2]bool; E time.Time; F []Inner; G netip.Addr; H int; _ int }`)
	s := New("", pkg)
	for _, c := range []struct {
		codec Codec
		want  string
	}{
		{Binary(named(pkg, "S")), "Binary1 {A text, B bytes, C map[int8]*{X float32, Y float32}, D [2]bool, E time, F []{X float32, Y float32}, G net/netip.Addr, H int64}"},
		{JSON(named(pkg, "S")), "JSON"},
		{kafka(t, "UUID"), "UUID"},
		{TimeWindowed(kafka(t, "String"), 1000, false), "TimeWindowed 1000 of String"},
		{SessionWindowed(Binary(named(pkg, "Inner")), false), "SessionWindowed 0 of Binary1 {X float32, Y float32}"},
	} {
		if got, err := s.Layout(c.codec); err != nil || got != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

func TestUnknownBuiltin(t *testing.T) {
	if _, err := Builtin("Int128"); err == nil {
		t.Error("Int128 is no codec of Kafka's")
	}
}

// localType is the type that function local declares.
func localType(t *testing.T, pkg *types.Package) types.Type {
	t.Helper()
	obj := pkg.Scope().Lookup("local").(*types.Func).Scope().Lookup("L")
	if obj == nil {
		t.Fatal("local declares no L")
	}
	return obj.Type()
}

// unsupported is the error for a codec in one direction.
func unsupported(t *testing.T, pkg *types.Package, c Codec, read bool) string {
	t.Helper()
	s := New("", pkg)
	var err error
	if read {
		_, err = s.Decoder(c, All)
	} else {
		_, err = s.Appender(c)
	}
	var u *Unsupported
	if err != nil && !errors.As(err, &u) {
		t.Fatalf("%v is no *Unsupported", err)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWhatAllocatesByDemand(t *testing.T) {
	pkg := source(t, `
type Base struct{ Tags []string; N int }
type Inner struct{ P *int }
type S struct{ Base; A int; In []Inner; Any any }`)
	s := New("", pkg)
	for _, c := range []struct {
		use  Demand
		want string
	}{
		{Fields("A", "N"), ""},
		{Fields("Tags"), "Base.Tags is a slice"},
		{Fields("Base", "A"), "Base.Tags is a slice"},
		{Fields("In.P"), "In is a slice; In[].P is a pointer"},
		{All, "Base.Tags is a slice; In is a slice; In[].P is a pointer; Any is an interface (left to encoding/json/v2)"},
	} {
		d, err := s.Decoder(JSON(named(pkg, "S")), c.use)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.Why, "; "); got != c.want || d.Allocates != (c.want != "") {
			t.Errorf("%v: %v %q, want %q", c.use, d.Allocates, got, c.want)
		}
	}
}

// TestPartsOfATypeInItself: with some fields wanted of a record, all are of the records inside it.
func TestPartsOfATypeInItself(t *testing.T) {
	pkg := source(t, `import "time"; type R struct{ Kids []R; Wait time.Duration }`)
	_, err := New("", pkg).Decoder(JSON(named(pkg, "R")), Fields("Kids"))
	if err == nil || !strings.HasPrefix(err.Error(), "field Kids[].Wait of type time.Duration has no JSON form") {
		t.Error(err)
	}
}

// TestTypesWithoutAForm: what is refused is refused with the field's path, and only in the direction that needs it.
func TestTypesWithoutAForm(t *testing.T) {
	pkg := source(t, `
import ("time"; "net/netip"; "text/scanner")
type D struct{ A struct{ B []time.Duration } }
type F struct{ G func() }
type I struct{ E interface{ M() } }
type K struct{ M map[bool]int }
type C struct{ X complex128 }
type Tag struct{ A int `+"`json:\"a,omitEmpty\"`"+` }
type Tag2 struct{ A int `+"`json:\"a,\"`"+` }
type Tag3 struct{ A string `+"`json:\",string\"`"+` }
type Tag4 struct{ A time.Time `+"`json:\",format:unix\"`"+` }
type Tag5 struct{ a int `+"`json:\"a\"`"+` }
type Same struct{ A int `+"`json:\"x\"`"+`; B int `+"`json:\"x\"`"+` }
type Emb struct{ T }
type T int
type EmbT struct{ X }
type X struct{ N int }
func (X) MarshalText() ([]byte, error) { return nil, nil }
type Closed struct{ a int }
type Tree struct{ Kids []Tree }
type Units struct{ L []struct{} }
type Outside struct{ S scanner.Scanner }
type Addr struct{ A netip.Addr }
func local() any { type L struct{ A int }; return L{} }
var Local = local()
type inner struct{ N int }
type Renamed struct{ inner `+"`json:\"x\"`"+` }
type name string
type Uses struct{ N name }
type bit struct{ A int }`)
	for _, c := range []struct {
		codec Codec
		want  string // pattern for reading and writing; empty: fine
	}{
		{JSON(named(pkg, "D")), `^field A.B\[\] of type time.Duration has no JSON form: .*; declare a number`},
		{JSON(named(pkg, "F")), `^field G of type func\(\) has no JSON form`},
		{JSON(named(pkg, "I")), `^$|^field E of type interface.* has no JSON form: it is an interface`},
		{JSON(named(pkg, "K")), `^field M of type map\[bool\]int .* key is neither text nor a number`},
		{JSON(named(pkg, "C")), `^field X of type complex128`},
		{JSON(named(pkg, "Tag")), `^field A .* "omitEmpty"; "omitempty" may be meant`},
		{JSON(named(pkg, "Tag2")), `^field A .* malformed option ""`},
		{JSON(named(pkg, "Tag3")), `^field A of type string .* "string" of its tag is for numbers; remove it`},
		{JSON(named(pkg, "Tag4")), `^field A .* "format:unix", which encoding/json/v2 does not support`},
		{JSON(named(pkg, "Tag5")), `^field a .* not exported`},
		{JSON(named(pkg, "Same")), `^field B .* another field has the JSON name "x", too`},
		{JSON(named(pkg, "Emb")), `^field T .* embeds a type that is no struct`},
		{JSON(named(pkg, "EmbT")), `^$|^field X .* methods for JSON or text`},
		{JSON(named(pkg, "Closed")), `^p.Closed has no JSON form: a struct of it has no exported field`},
		{JSON(types.NewPointer(named(pkg, "D"))), `^field A.B\[\]`},
		{JSON(named(pkg, "Tree")), `^$`},
		{Binary(named(pkg, "Tree")), `^field Kids\[\] of type p.Tree has no Binary form: it contains itself`},
		{Binary(named(pkg, "F")), `^field G of type func\(\) has no Binary form`},
		{Binary(named(pkg, "I")), `^field E .* no Binary form`},
		{Binary(named(pkg, "K")), `^field M .* key is neither text nor a number`},
		{Binary(named(pkg, "Units")), `^field L of type \[\]struct\{\} .* take no bytes`},
		{Binary(named(pkg, "Outside")), `^field S of type scanner.Scanner .* not exported by another package`},
		{Binary(named(pkg, "Addr")), `^$`},
		{Binary(named(pkg, "D")), `^$`},
		{Binary(named(pkg, "Closed")), `^$`},
		{JSON(named(pkg, "Renamed")), `^field inner .* not exported`},
		{JSON(named(pkg, "name")), `^p.name has no JSON form: generated code can't name the type`},
		{JSON(types.NewSlice(named(pkg, "name"))), `^\[\]p.name has no JSON form`},
		{JSON(named(pkg, "Uses")), `^$`},
		{JSON(named(pkg, "bit")), `^$`},
		{Binary(named(pkg, "bit")), `^$`},
		{Binary(named(pkg, "Uses")), `^field N of type p.name has no Binary form`},
		{JSON(localType(t, pkg)), `^p.L has no JSON form`},
		{Binary(localType(t, pkg)), `^p.L has no Binary form`},
		{TimeWindowed(JSON(named(pkg, "C")), 5, false), `^field X of type complex128`},
	} {
		for _, read := range []bool{true, false} {
			got := unsupported(t, pkg, c.codec, read)
			if !regexp.MustCompile(c.want).MatchString(got) {
				t.Errorf("%s, reading %v: %q, want %s", c.codec.id(), read, got, c.want)
			}
		}
	}
	for _, name := range []string{"EmbT", "I"} { // one direction only
		if unsupported(t, pkg, JSON(named(pkg, name)), true) == "" || unsupported(t, pkg, JSON(named(pkg, name)), false) != "" {
			t.Errorf("json/v2 writes %s and does not read it", name)
		}
	}
}

// TestTypesAreSpelled: also what no codec has, as a member of a struct without a name that isn't looked at.
func TestTypesAreSpelled(t *testing.T) {
	pkg := source(t, `type T = struct {
	A chan int
	B <-chan []string
	C chan<- (chan (<-chan [2]bool))
	D func(int, ...func()) (bool, error)
	E interface{ M(map[string]any) *int }
}`)
	want := named(pkg, "T")
	again := source(t, fmt.Sprintf("type T = %#v", Type(want)))
	if got := types.TypeString(types.Unalias(named(again, "T")), nil); got != types.TypeString(types.Unalias(want), nil) {
		t.Errorf("%s, want %s", got, types.Unalias(want))
	}
}

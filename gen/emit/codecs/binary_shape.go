package codecs

import (
	"fmt"
	"go/types"
	"strings"
)

type binaryKind uint8

const (
	binBool binaryKind = iota
	bin8
	bin16
	bin32
	bin64
	binFloat32
	binFloat64
	binText
	binBlob
	binBytes // array of bytes
	binTime
	binMethod
	binPointer
	binSlice
	binArray
	binMap
	binStruct
)

// scalars are the Binary form of predeclared types: the functions of the run time, and the size.
var scalars = map[types.BasicKind]struct {
	kind binaryKind
	name string // in layouts
	size int
}{
	types.Bool: {binBool, "bool", 1}, types.Int8: {bin8, "int8", 1}, types.Uint8: {bin8, "uint8", 1},
	types.Int16: {bin16, "int16", 2}, types.Uint16: {bin16, "uint16", 2}, types.Int32: {bin32, "int32", 4}, types.Uint32: {bin32, "uint32", 4},
	types.Int: {bin64, "int64", 8}, types.Int64: {bin64, "int64", 8}, types.Uint: {bin64, "uint64", 8}, types.Uint64: {bin64, "uint64", 8},
	types.Uintptr: {bin64, "uint64", 8}, types.Float32: {binFloat32, "float32", 4}, types.Float64: {binFloat64, "float64", 8},
	types.String: {binText, "text", 1},
}

// binary is the Binary form of a type: what it is made of, how many bytes it takes, and a text that says so.
type binary struct {
	kind      binaryKind
	typ       types.Type
	elem, key *binary // of pointers, slices, arrays, maps
	fields    []binaryField
	least     int  // bytes
	varies    bool // more bytes than least are possible
	layout    string
	fails     bool     // has a part that writes itself
	why       []string // what allocates when it is read
	sorts     []string // what allocates when it is written
}

type binaryField struct {
	name string
	*binary
}

// binaryOf describes the form of t. path leads from the codec's type to it, within are the structs around it.
func (s *Set) binaryOf(t types.Type, path string, within []types.Type) (*binary, *Unsupported) {
	t = types.Unalias(t)
	x := &binary{typ: t}
	refuse := func(why, fix string) (*binary, *Unsupported) {
		return nil, &Unsupported{Form: "Binary", Type: short(t), Path: path, Why: why, Fix: fix}
	}
	for _, w := range within {
		if types.Identical(w, t) {
			return refuse("it contains itself", "use JSON, or keep the parts in a slice")
		}
	}
	if isNamed(t, "time", "Time") {
		x.kind, x.least, x.layout = binTime, 16, "time"
		return x, nil
	}
	if _, ok := t.(*types.Named); ok {
		within = append(within, t)
	}
	if path == "" {
		if err := s.root("Binary", t); err != nil {
			return nil, err
		}
	} else if !nameable(t, s.pkg, locals) {
		return refuse("generated code can't name the type", "declare it in the package, not in a function, and call it unlike a variable: "+strings.Join(locals, ", "))
	}
	if s.closed(t) {
		if !hasMethod(t, "MarshalBinary") || !hasMethod(t, "UnmarshalBinary") {
			return refuse("it has parts that are not exported by another package", "use JSON, or a codec of your own")
		}
		x.kind, x.least, x.varies, x.layout, x.fails = binMethod, 1, true, full(t), true
		x.why = []string{sentence(path, "a type that reads itself")}
		x.sorts = []string{sentence(path, "a type that writes itself")}
		return x, nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		sc, ok := scalars[u.Kind()]
		if !ok {
			return refuse("there is none for this kind of type", "")
		}
		x.kind, x.least, x.varies, x.layout = sc.kind, sc.size, sc.kind == binText, sc.name
		return x, nil
	case *types.Struct:
		return x, s.binaryStruct(x, u, path, within)
	case *types.Pointer, *types.Slice, *types.Array, *types.Map:
		return x, s.binaryContainer(x, u, path, within)
	}
	return refuse("there is none for this kind of type", "declare a concrete type")
}

// closed says whether a struct has fields that code of the package can't touch.
func (s *Set) closed(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if !f.Exported() && !same(f.Pkg(), s.pkg) {
			return true
		}
	}
	return false
}

func (s *Set) binaryStruct(x *binary, st *types.Struct, path string, within []types.Type) *Unsupported {
	x.kind = binStruct
	var parts []string
	for f := range st.Fields() {
		if f.Name() == "_" {
			continue
		}
		part, err := s.binaryOf(f.Type(), join(path, f.Name()), within)
		if err != nil {
			return err
		}
		x.fields = append(x.fields, binaryField{f.Name(), part})
		x.add(part, 1)
		parts = append(parts, f.Name()+" "+part.layout)
	}
	x.layout = "{" + strings.Join(parts, ", ") + "}"
	return nil
}

// add takes note of n parts of x.
func (x *binary) add(part *binary, n int) {
	x.least += n * part.least
	x.varies = x.varies || part.varies
	x.fails = x.fails || part.fails
	x.why = append(x.why, part.why...)
	x.sorts = append(x.sorts, part.sorts...)
}

func (s *Set) binaryContainer(x *binary, t types.Type, path string, within []types.Type) (err *Unsupported) {
	inner := path + "[]"
	switch u := t.(type) {
	case *types.Pointer:
		if x.elem, err = s.binaryOf(u.Elem(), path, within); err == nil {
			x.kind, x.layout = binPointer, "*"+x.elem.layout
			x.count(path, "a pointer")
		}
	case *types.Slice:
		if isByte(u.Elem()) {
			x.kind, x.layout, x.least, x.varies = binBlob, "bytes", 1, true
			return nil
		}
		if x.elem, err = s.binaryOf(u.Elem(), inner, within); err == nil {
			x.kind, x.layout = binSlice, "[]"+x.elem.layout
			x.count(path, "a slice")
		}
	case *types.Array:
		if x.elem, err = s.binaryOf(u.Elem(), inner, within); err == nil {
			if x.kind = binArray; isByte(u.Elem()) {
				x.kind = binBytes
			}
			x.layout = fmt.Sprintf("[%d]%s", u.Len(), x.elem.layout)
			x.add(x.elem, int(u.Len()))
		}
	case *types.Map:
		if x.key, err = s.binaryOf(u.Key(), inner, within); err != nil {
			return err
		}
		if k := x.key.kind; k != binText && (k < bin8 || k > bin64) {
			return &Unsupported{Form: "Binary", Type: short(x.typ), Path: path, Why: "its key is neither text nor a number"}
		}
		if x.elem, err = s.binaryOf(u.Elem(), inner, within); err == nil {
			x.kind, x.layout = binMap, "map["+x.key.layout+"]"+x.elem.layout
			x.count(path, "a map")
			x.sorts = append(x.sorts, sentence(path, "a map, whose keys are sorted"))
		}
	}
	if err == nil && x.kind == binSlice && x.elem.least == 0 {
		return &Unsupported{Form: "Binary", Type: short(x.typ), Path: path, Why: "its elements take no bytes", Fix: "use a number that counts them"}
	}
	return err
}

// count is for parts that may be any number of times there.
func (x *binary) count(path, why string) {
	x.why = append(x.why, sentence(path, why))
	x.add(x.elem, 0)
	x.least, x.varies = 1, true
}

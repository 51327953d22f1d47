package codecs

import (
	"fmt"
	"go/types"

	"github.com/dave/jennifer/jen"
)

const (
	rtCodec  = "github.com/stoatgen/stoatgen/rt/codec"
	rtRecord = "github.com/stoatgen/stoatgen/rt/record"
)

type form uint8

const (
	builtin form = iota
	jsonForm
	binaryForm
	custom
	timeWindowed
	sessionWindowed
	list
)

// Codec is what a declaration says about the bytes of a type. Null, and so Nullable, is not its business: the codec of
// Nullable(c) is c's, and whoever calls has looked for null before.
type Codec struct {
	form form
	typ  types.Type // json, binary, custom
	name string     // builtin: the DSL's word
	expr jen.Code   // custom
	key  *Codec     // windowed: the inner key's; list: its elements'
	size int64      // time windows

	nullable bool // of what is in it: a windowed key's or a list's elements are pointers
}

// builtins are Kafka's own forms, by the DSL's word.
var builtins = map[string]struct {
	typ      *jen.Statement
	size     int
	expected string
}{
	"String":  {jen.String(), 0, "text"},
	"Bytes":   {jen.Index().Byte(), 0, "bytes"},
	"Bool":    {jen.Bool(), 1, "1 byte, 0 or 1"},
	"Int16":   {jen.Int16(), 2, "2 bytes"},
	"Int32":   {jen.Int32(), 4, "4 bytes"},
	"Int64":   {jen.Int64(), 8, "8 bytes"},
	"Float32": {jen.Float32(), 4, "4 bytes"},
	"Float64": {jen.Float64(), 8, "8 bytes"},
	"UUID":    {jen.Index(jen.Lit(16)).Byte(), 36, "36 characters, 8-4-4-4-12"},
	"Void":    {jen.Qual(rtRecord, "None"), 0, "null"},
}

// Builtin is one of Kafka's own forms by the DSL's word for it: String, Bytes, Bool, Int16, Int32, Int64, Float32,
// Float64, UUID, Void.
func Builtin(name string) (Codec, error) {
	if _, ok := builtins[name]; !ok {
		return Codec{}, fmt.Errorf("%s is no codec of Kafka's own", name)
	}
	return Codec{form: builtin, name: name}, nil
}

// JSON is t as encoding/json/v2 has it.
func JSON(t types.Type) Codec { return Codec{form: jsonForm, typ: types.Unalias(t)} }

// Binary is a compact layout of t, of the declaration's order; see Set.Layout.
func Binary(t types.Type) Codec { return Codec{form: binaryForm, typ: types.Unalias(t)} }

// Custom is the user's own codec for t: expr is the value with the methods Append and Decode as it is to stand in the
// generated code. It becomes one variable for all codecs of the same expression.
func Custom(t types.Type, expr jen.Code) Codec {
	return Codec{form: custom, typ: types.Unalias(t), expr: expr}
}

// TimeWindowed is the key of a time window, a record.Windowed of the inner key: its bytes and the start. The end follows
// from size, in milliseconds. nullable says that the inner key is a pointer; it isn't nil, since null keys have no windows.
func TimeWindowed(key Codec, size int64, nullable bool) Codec {
	return Codec{form: timeWindowed, key: &key, size: size, nullable: nullable}
}

// SessionWindowed is the key of a session, a record.Windowed of the inner key: its bytes, end and start. See TimeWindowed.
func SessionWindowed(key Codec, nullable bool) Codec {
	return Codec{form: sessionWindowed, key: &key, nullable: nullable}
}

// Type spells the Go type whose values the codec reads and writes.
func (c Codec) Type() *jen.Statement {
	switch c.form {
	case builtin:
		return builtins[c.name].typ.Clone()
	case timeWindowed, sessionWindowed:
		return jen.Qual(rtRecord, "Windowed").Types(c.elemType())
	case list:
		return jen.Index().Add(c.elemType())
	}
	return Type(c.typ)
}

package codecs

import "github.com/dave/jennifer/jen"

// Decoder is how generated code reads a codec's bytes.
type Decoder struct {
	Total     bool     // refuses no bytes: Value spells the result without a test
	Allocates bool     // for some input that is common; never the case for input that is malformed
	Why       []string // what allocates, a sentence each, with the field's path

	fn     jen.Code // func(b []byte, v *T) bool
	value  func(src jen.Code) *jen.Statement
	reason func(src jen.Code) *jen.Statement
}

// Func spells the decoder as a value, func(b []byte, v *T) bool.
func (d *Decoder) Func() *jen.Statement { return jen.Add(d.fn) }

// Call spells the decoding of src, a []byte, into dst, a variable or field that holds the zero value: a bool expression,
// false if src is malformed.
func (d *Decoder) Call(src, dst jen.Code) *jen.Statement {
	return jen.Add(d.fn).Call(src, jen.Op("&").Add(dst))
}

// Value spells what a Total decoder makes of src.
func (d *Decoder) Value(src jen.Code) *jen.Statement { return d.value(src) }

// Reason spells an error that says why src is malformed. Slow: for the case that Call was false.
func (d *Decoder) Reason(src jen.Code) *jen.Statement { return d.reason(src) }

// Appender is how generated code writes a codec's bytes.
type Appender struct {
	Fails     bool     // there are values without a form: Call has two results
	Size      int      // bytes of every form, 0 if it varies
	Allocates bool     // for some value that is common
	Why       []string // what allocates, a sentence each, with the field's path

	fn   func() jen.Code // func(b []byte, v *T) []byte or ([]byte, error)
	call func(dst, src jen.Code) *jen.Statement
}

// Func spells the appender as a value, func(b []byte, v *T) []byte; with Fails, func(b []byte, v *T) ([]byte, error).
func (a *Appender) Func() *jen.Statement { return jen.Add(a.fn()) }

// Call spells the appending of src, a variable or field, to dst, a []byte. With Fails it has the results ([]byte,
// error), and the bytes are of no use beside an error.
func (a *Appender) Call(dst, src jen.Code) *jen.Statement { return a.call(dst, src) }

// Must is Call for places where nothing can be done about a value without a form, as it has been written before: a panic
// instead of an error.
func (a *Appender) Must(dst, src jen.Code) *jen.Statement {
	if !a.Fails {
		return a.Call(dst, src)
	}
	return jen.Qual(rtCodec, "Must").Call(a.Call(dst, src))
}

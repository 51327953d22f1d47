package topo

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"time"
)

// Codec is how a type becomes bytes, as the user said it or as it follows.
type Codec struct {
	Kind string        // the DSL's function: String, Bytes, JSON, Binary, Custom, Nullable, List, TimeWindowed, …
	Type types.Type    // that it encodes
	Elem *Codec        // Nullable, List, TimeWindowed, SessionWindowed
	Size time.Duration // TimeWindowed
	Arg  Value         // Custom: the user's value
	Pos  token.Pos     // where it was said; NoPos: it is built in
}

// Role is which of an Op's codecs is meant.
type Role uint8

const (
	KeyRole        Role = iota
	ValueRole           // of what the Op writes or stores; of a join the own side's
	OtherValueRole      // of a stream-stream join's other side
)

// String is the option that sets the codec.
func (r Role) String() string { return [...]string{"Key", "Value", "OtherValue"}[r] }

// CodecOf reads a codec token; nil: v is not one.
func CodecOf(v Value) *Codec {
	s, ok := v.(*Setting)
	if !ok || Named(s.Type) != "Codec" {
		return nil
	}
	c := &Codec{Kind: s.Name, Type: typeArg(s.Type, 0), Pos: s.Pos}
	if len(s.Args) == 0 {
		return c
	}
	switch s.Name {
	case "Custom":
		c.Arg = s.Args[0]
	case "Nullable", "List", "SessionWindowed":
		c.Elem = CodecOf(s.Args[0])
	case "TimeWindowed":
		c.Elem, c.Size = CodecOf(s.Args[0]), s.Duration(1)
	}
	return c
}

// Equal says whether two codecs give the same bytes: nullable or not, they do.
func (c *Codec) Equal(d *Codec) bool {
	c, d = c.Plain(), d.Plain()
	if c == nil || d == nil {
		return c == d
	}
	if c.Kind != d.Kind || c.Size != d.Size || !types.Identical(c.Type, d.Type) || c.Kind == "Custom" && !alike(c.Arg, d.Arg) {
		return false
	}
	return c.Elem == nil && d.Elem == nil || c.Elem.Equal(d.Elem)
}

// alike says whether two arguments are written alike. What makes equal bytes all the same isn't known.
func alike(v, w Value) bool {
	a, _ := v.(Opaque)
	b, _ := w.(Opaque)
	return a.Text == nil || b.Text == nil || slices.Equal(a.Text.Parts, b.Text.Parts)
}

// Plain is the codec without Nullable; nil of nil.
func (c *Codec) Plain() *Codec {
	for c != nil && c.Kind == "Nullable" {
		c = c.Elem
	}
	return c
}

// String is the call that makes the codec, with the type's name as the user writes it.
func (c *Codec) String() string {
	if c == nil {
		return "none"
	}
	switch c.Kind {
	case "TimeWindowed":
		return fmt.Sprintf("%s(%s, %s)", c.Kind, c.Elem, c.Size)
	case "SessionWindowed", "Nullable", "List":
		return fmt.Sprintf("%s(%s)", c.Kind, c.Elem)
	case "JSON", "Protobuf", "Avro", "Binary", "Custom":
		return fmt.Sprintf("%s[%s]", c.Kind, Short(c.Type))
	}
	return c.Kind
}

// Short is a type's name with packages' names, not their paths.
func Short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// as is c for a type that it is the codec of, or that it is nullable of.
func (c *Codec) as(typ types.Type) *Codec {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok && types.Identical(p.Elem(), c.Type) {
		return &Codec{Kind: "Nullable", Type: typ, Elem: c, Pos: c.Pos}
	}
	return c
}

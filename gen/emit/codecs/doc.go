// Package codecs spells the codec functions of a topology: one decoder a type, form and set of used fields, one appender
// a type and form.
//
//	plan's codecs ──► Set.Decoder, Set.Appender ──► calls for the stages' code
//	                        │
//	                        └──► Set.Decls ──► x_codecs_stoat.go
//
// A Codec is what a declaration says (JSON of this type, Kafka's Int64, the user's own). A Decoder or Appender is how to
// use it from generated code:
//
//	d, err := set.Decoder(codecs.JSON(order), codecs.Fields("ID", "Price"))   // err names the field and the type
//	jen.If(jen.Op("!").Add(d.Call(jen.Id("raw"), jen.Id("v")))).Block(…d.Reason(jen.Id("raw"))…)
//
//	if !decodeOrderFields(raw, &v) { … codec.MalformedJSON[Order](raw) … }
//
// Shapes, the same for all forms:
//
//	decode  func(b []byte, v *T) bool              v is a zero value before; what it refuses leaves v undefined
//	append  func(b []byte, v *T) []byte            what can't fail
//	        func(b []byte, v *T) ([]byte, error)   Appender.Fails: JSON of NaN, strings that are not UTF-8, user code
//
// Invariants:
//
//	G1: JSON decoders accept, and appenders write, exactly what encoding/json/v2 does for the type (Deterministic). With a
//	    set of fields, the others are treated as members that the struct doesn't have: skipped, structure checked.
//	G2: the same calls in the same order give the same text; nothing is written that nobody called for.
//	G3: what v2 can do and no generated code here can goes to v2 for that value alone, and Allocates says why.
//	    What v2 refuses for every value is an error here, with the path of the field.
//	G4: a layout (Set.Layout) differs where bytes of one can't be read as the other.
//
// Entry points: New, Set.Decoder, Set.Appender, Set.Layout, Set.Decls; JSON, Binary, Builtin, Custom, TimeWindowed,
// SessionWindowed, List; Fields.
package codecs

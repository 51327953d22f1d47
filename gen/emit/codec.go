package emit

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/emit/codecs"
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// codec is what a declared codec is to gen/emit/codecs.
func (g *gen) codec(c *topo.Codec) codecs.Codec {
	switch c.Kind {
	case "Nullable":
		return g.codec(c.Elem)
	case "JSON":
		return codecs.JSON(c.Type)
	case "Binary":
		return codecs.Binary(c.Type)
	case "Custom":
		return codecs.Custom(c.Type, g.splice(parts(g.p.Custom[c])))
	case "SessionWindowed":
		return codecs.SessionWindowed(g.codec(c.Elem), c.Elem.Kind == "Nullable")
	case "List":
		return codecs.List(g.codec(c.Elem), c.Elem.Kind == "Nullable")
	case "TimeWindowed":
		size := int64(c.Size / time.Millisecond)
		if c.Size == math.MaxInt64 { // an unlimited window's, which ends when time does
			size = math.MaxInt64
		}
		return codecs.TimeWindowed(g.codec(c.Elem), size, c.Elem.Kind == "Nullable")
	}
	k, err := codecs.Builtin(c.Kind)
	g.failed(err)
	return k
}

func (g *gen) failed(err error) {
	if g.err == nil {
		g.err = err
	}
}

func (g *gen) decoder(c *topo.Codec, d plan.Demand) *codecs.Decoder {
	use := codecs.All
	if !d.All {
		use = codecs.Fields(d.Fields...)
	}
	k := g.codec(c)
	if g.err != nil {
		return &codecs.Decoder{}
	}
	out, err := g.set.Decoder(k, use)
	g.failed(err)
	return out
}

func (g *gen) appender(c *topo.Codec) *codecs.Appender {
	k := g.codec(c)
	if g.err != nil {
		return &codecs.Appender{}
	}
	out, err := g.set.Appender(k)
	g.failed(err)
	return out
}

// isString and isBytes: the value itself is its bytes.
func isString(c *topo.Codec) bool { return c != nil && kind(c) == "String" }
func isBytes(c *topo.Codec) bool  { return c != nil && kind(c) == "Bytes" }

func kind(c *topo.Codec) string { return c.Plain().Kind }

// appendTo spells dst with the bytes of src behind it; fails says that an error comes with them.
func (g *gen) appendTo(dst, src string, c *topo.Codec) (call string, fails bool) {
	a := g.appender(c)
	if g.err != nil {
		return "", false
	}
	return strings.ReplaceAll(g.text(a.Call(jen.Op(dst), jen.Op(src))), "&*", ""), a.Fails
}

// decodeInto spells the decoding of src into dst, a variable or what a pointer points to: a bool expression, false if src is malformed.
func (g *gen) decodeInto(d *codecs.Decoder, src, dst string) string {
	return strings.ReplaceAll(g.text(d.Call(jen.Op(src), jen.Op(dst))), "&*", "")
}

// largest is the size up to which a value is encoded on the stack.
const largest = 16

// fixed spells the bytes of a value that always has so many: in an array of its own.
func (w *writer) fixed(src string, c *topo.Codec) (call string, ok bool) {
	a := w.g.appender(c)
	if w.g.err != nil || a.Size == 0 || a.Size > largest || a.Fails {
		return "", false
	}
	buf := w.fresh("buf")
	w.hoist(fmt.Sprintf("var %s [%d]byte", buf, a.Size))
	call, _ = w.g.appendTo(buf+"[:0]", src, c)
	return call, true
}

// encode writes the bytes of src into a buffer and gives the buffer; an error ends the record at the node.
func (w *writer) encode(e *env, buf, src string, c *topo.Codec, node int) string {
	call, fails := w.g.appendTo(buf+"[:0]", src, c)
	if !fails {
		w.f("%s = %s", buf, call)
		return buf
	}
	b := w.fresh("encoded")
	w.f("%s, err := %s", b, call)
	w.fail(e, node)
	w.f("%s = %s", buf, b)
	return buf
}

// fail ends the record if err is one.
func (w *writer) fail(e *env, node int) {
	w.f("if err != nil {")
	w.failed(e, node, "err")
	w.f("}")
}

// failed hands an error to the processing handler and ends the record.
func (w *writer) failed(e *env, node int, err string) {
	if w.loop {
		w.f("if l.Fail(%s, %s, %s) {\nreturn\n}", w.g.node(node), e.origin, err)
	} else {
		w.f("l.Fail(%s, %s, %s)", w.g.node(node), e.origin, err)
	}
	w.f("%s", w.drop)
}

package emit

import (
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// env is a record as it is spelled at one place of a function: expressions.
type env struct {
	head    string // *lane.Head
	fields  string // lane.Head{…} without Hash, Part and Null: where the record came from, for a hop
	bare    string // whether the record lost its headers on the way; "": it didn't
	origin  string // abi.Origin
	batch   string // of the source record, and its place in it
	index   string
	ts      string
	hash    string // of the entry's key; "": the key was changed
	part    string
	headers string
	stale   string // a condition: it isn't the latest version of its row; "": it is
	asOf    bool   // rows of versioned tables are looked up as of ts
	ask     bool   // the key may be any: rows are read when they are needed
	at      string // place in the running batch; "": the key is none that was looked up with it

	key, val, old cell
	raw           string      // the source record's value, if it still has the value's bytes
	rawKey        string      // the entry's key as bytes, nil for null, if it still is the key
	keyCodec      *topo.Codec // of these
	entryKey      string      // the entry's key as a string of its bytes, for lookups
	undecoded     bool        // the value is decoded where it is kept
}

// from is where a record that leaves the function came from, in a lane.Head: with the headers it has here, which are none
// behind a session.
func (e *env) from() string {
	switch {
	case e.headers == "nil":
		return e.fields + ", Bare: true"
	case e.bare != "":
		return e.fields + ", Bare: " + e.bare
	}
	return e.fields
}

// cell is a key or a value.
type cell struct {
	expr string // "": nobody needs it
	null string // a condition; "": it can't be
	slot plan.Slot
	ts   string // of a row that was looked up
}

// elem is the value that a nullable one points to.
func (c cell) elem() string {
	if c.slot.Null == plan.Nil && isPointer(c.slot) {
		return "*" + c.expr
	}
	return c.expr
}

// given is what a function gave: it says itself whether it is null.
func (c cell) given() cell {
	switch {
	case c.slot.Null == plan.Nil:
		c.null = c.expr + " == nil"
	case !c.slot.Windowed && topo.IsNone(c.slot.Type):
		c.null = "codec.IsNone(&" + c.expr + ")"
	}
	return c
}

func isPointer(s plan.Slot) bool {
	return !s.Windowed && s.Type != nil && strings.HasPrefix(s.Type.String(), "*")
}

// dropNull ends a record whose value no function may see.
func (w *writer) dropNull(s *plan.Step, e *env) {
	if e.val.null == "" || e.val.slot.Null != plan.Flag {
		return
	}
	w.dropNullValue(s.Node, e)
}

// dropNullValue ends a record without a value, whatever functions see of one.
func (w *writer) dropNullValue(node int, e *env) {
	if e.val.null == "" {
		return
	}
	w.dropIf(e.val.null, node, "NullValue")
	e.val.present()
}

// dropNullKey ends a record without a key.
func (w *writer) dropNullKey(s *plan.Step, e *env) {
	if e.key.null != "" {
		w.dropIf(e.key.null, s.Node, "NullKey")
		e.key.null = ""
	}
}

// present makes it known that the value isn't null from here on.
func (c *cell) present() {
	c.null, c.slot = "", c.slot.Present()
}

func (w *writer) dropIf(cond string, node int, reason string) {
	w.f("if %s {\nl.Drop(%s, abi.%s)\n%s\n}", cond, w.g.node(node), reason, w.drop)
}

// at says which operator runs. W3
func (w *writer) at(s *plan.Step) { w.f("l.Node = %s", w.g.node(s.Node)) }

// keyBytes spells the bytes of the key, nil for a null one.
func (w *writer) keyBytes(e *env, c *topo.Codec, node int) string {
	if e.rawKey != "" && e.keyCodec.Equal(c) {
		return e.rawKey
	}
	return w.bytes(e, e.key, "s.kbuf", c, node)
}

// bytes spells the bytes of a key or value, nil for a null one.
func (w *writer) bytes(e *env, v cell, buf string, c *topo.Codec, node int) string {
	if kind(c) == "Void" || v.null == "true" {
		return "nil"
	}
	simple := ""
	switch {
	case isString(c):
		simple = "codec.Bytes(" + v.elem() + ")"
	case isBytes(c):
		simple = v.elem()
	}
	if simple != "" && (v.null == "" || isBytes(c) && v.slot.Null == plan.Nil && !isPointer(v.slot)) {
		return simple
	}
	if v.null == "" {
		if call, fixed := w.fixed(v.elem(), c); fixed {
			return call
		}
		return w.encode(e, buf, v.elem(), c, node)
	}
	b := w.fresh("data")
	w.f("var %s []byte", b)
	w.f("if %s {", not(v.null))
	if call, fixed := w.fixed(v.elem(), c); fixed {
		simple = call
	}
	if simple == "" {
		simple = w.encode(e, buf, v.elem(), c, node)
	}
	w.f("%s = %s\n}", b, simple)
	return b
}

package topo

import (
	"go/types"
	"math"
	"strings"
	"time"
)

// Codec finds the codec of what o writes or stores, in this order: the option at o (at an aggregation also its group's), the
// nearest one upstream if the type is unchanged since, be it a source's, a view's or an option's, b.Codec, the built-in one. nil: there is none.
// Of a source, a declared store or a view it is the codec that was passed.
func (t *Topology) Codec(o *Op, r Role) *Codec {
	if c := passed(o, r); c != nil {
		return c
	}
	typ := t.typeOf(o, r)
	if typ == nil {
		return nil
	}
	if c := t.option(o, r, typ); c != nil {
		return c
	}
	from := o.From()
	if r == OtherValueRole {
		from, r = first(o.Others()), ValueRole
	}
	if r == KeyRole && windowedKeys(o) {
		return t.windowed(o)
	}
	if o.Method == "Count" && r == ValueRole {
		from = nil // a number of its own, whatever type the values were
	}
	return t.find(from, r, typ)
}

// Flows is the codec that the records of o's result have by what is upstream: what a sink behind o would take without an
// option.
func (t *Topology) Flows(o *Op, r Role) *Codec {
	if r == KeyRole && o.Windowed() {
		return t.windowed(o)
	}
	typ := o.Value()
	if r == KeyRole {
		typ = o.Key()
	}
	if typ == nil {
		return nil
	}
	return t.find(o, r, typ)
}

func first(os []*Op) *Op {
	if len(os) == 0 {
		return nil
	}
	return os[0]
}

// Written is the type that o writes or stores, record.Windowed of a key included; nil: none, or it cannot be told.
func (t *Topology) Written(o *Op, r Role) types.Type {
	typ := t.typeOf(o, r)
	if r != KeyRole || typ == nil || !windowedKeys(o) {
		return typ
	}
	if t.window == nil {
		return nil
	}
	w, err := types.Instantiate(nil, t.window, []types.Type{typ}, false)
	if err != nil {
		return nil
	}
	return w
}

// typeOf is the type that o writes or stores.
func (t *Topology) typeOf(o *Op, r Role) types.Type {
	of := o
	switch row := o.Row(); {
	case r == OtherValueRole:
		of = first(o.Others())
	case o.Result == nil, row == "KStream.Join", row == "KStream.LeftJoin", row == "KStream.OuterJoin",
		row == "KStream.JoinTable", row == "KStream.LeftJoinTable":
		of = o.From()
	}
	if of == nil {
		return nil
	}
	if r == KeyRole {
		return of.Key()
	}
	return of.Value()
}

// windowedKeys says whether o writes keys with windows: a sink behind a windowed result.
func windowedKeys(o *Op) bool {
	if o.Result == nil {
		return o.From() != nil && o.From().Windowed()
	}
	return o.Windowed() && o.Type != "TimeWindowedKStream" && o.Type != "SessionWindowedKStream" &&
		o.Type != "TimeWindowedCogroupedKStream" && o.Type != "SessionWindowedCogroupedKStream"
}

// passed is the codec that a source or view was given.
func passed(o *Op, r Role) *Codec {
	i := -1
	switch o.Row() {
	case "Builder.Stream", "Builder.StreamOf", "Builder.StreamMatching", "Builder.Table", "Builder.GlobalTable", "Builder.Store",
		"Builder.GlobalStore", "Builder.ReadOnlyStore":
		i = 1 + int(r)
	case "KStream.KeyAs", "KTable.KeyAs":
		i = 0 - int(r)
	case "KStream.ValueAs", "KTable.ValueAs":
		i = int(r) - 1
	}
	if i < 0 || i >= len(o.Args) {
		return nil
	}
	return CodecOf(o.Args[i])
}

// gives says whether the codec that an operator was given is that of its result, too. A stream join's for values is its side's, a
// foreign-key join's for keys its store's alone, as in Kafka Streams, and Binary is for what is kept.
func gives(o *Op, r Role, c *Codec) bool {
	switch {
	case c.Plain().Kind == "Binary":
		return false
	case r == KeyRole:
		return !strings.HasSuffix(o.Method, "JoinForeign")
	}
	return !strings.Contains(o.Method, "Join") || o.Table()
}

// option is the codec given at o, or at the group that o aggregates: for the values that it counts it says nothing.
func (t *Topology) option(o *Op, r Role, typ types.Type) *Codec {
	if c := CodecOf(arg(o.Opt(r.String()))); c != nil {
		return c.as(typ)
	}
	if o.Method == "Count" && r == ValueRole {
		return nil
	}
	for g := o.From(); g != nil && !g.Stream() && !g.Table(); g = g.From() {
		if c := CodecOf(arg(g.Opt(r.String()))); c != nil && types.Identical(c.Type, typ) {
			return c
		}
	}
	return nil
}

func arg(s *Setting) Value {
	if s == nil || len(s.Args) == 0 {
		return nil
	}
	return s.Args[0]
}

// windowed is the codec of the windowed keys of o's result: it follows from the key's and the window.
func (t *Topology) windowed(o *Op) *Codec {
	w := WindowsOf(o)
	agg := o
	for agg != nil && (agg.Type == "WindowedKTable" || agg.Type == "WindowedKStream") {
		agg = agg.From()
	}
	if w == nil || agg == nil {
		return nil
	}
	c := &Codec{Kind: "TimeWindowed", Size: w.Size, Elem: t.Codec(agg, KeyRole), Pos: w.Pos}
	switch w.Kind {
	case Session:
		c.Kind, c.Size = "SessionWindowed", 0
	case Unlimited:
		c.Size = time.Duration(math.MaxInt64)
	}
	if o.Result == nil && c.Elem != nil && c.Elem.Plain().Kind == "Binary" { // stays with the store
		c.Elem = t.find(agg.From(), KeyRole, agg.Key())
	}
	if c.Elem == nil {
		return nil
	}
	return c
}

// find goes upstream from o, then to b.Codec and what is built in; for a *T also as Nullable of T's.
func (t *Topology) find(o *Op, r Role, typ types.Type) *Codec {
	for up := o; up != nil; up = up.From() {
		if c := passed(up, r); c != nil {
			if types.Identical(c.Type, typ) {
				return c
			}
			break
		}
		flows := up.Value()
		if r == KeyRole {
			flows = up.Key()
		}
		if flows == nil || !types.Identical(flows, typ) {
			break
		}
		if c := t.option(up, r, typ); c != nil && gives(up, r, c) {
			return c
		}
		if up.Method == "Count" && r == ValueRole {
			break
		}
	}
	for _, b := range t.Graph.Ops {
		if b.Row() == "Builder.Codec" && len(b.Args) > 0 {
			if c := CodecOf(b.Args[0]); c != nil && types.Identical(c.Type, typ) {
				return c
			}
		}
	}
	if kind := builtIn(typ); kind != "" {
		return &Codec{Kind: kind, Type: typ}
	}
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		if c := t.find(o, r, p.Elem()); c != nil {
			return &Codec{Kind: "Nullable", Type: typ, Elem: c, Pos: c.Pos}
		}
	}
	return nil
}

// builtIn is the codec that a type has without a word.
func builtIn(typ types.Type) string {
	switch u := types.Unalias(typ).(type) {
	case *types.Basic:
		return basicCodecs[u.Kind()]
	case *types.Slice:
		if types.Identical(u.Elem(), types.Typ[types.Byte]) {
			return "Bytes"
		}
	case *types.Array:
		if u.Len() == 16 && types.Identical(u.Elem(), types.Typ[types.Byte]) {
			return "UUID"
		}
	case *types.Named:
		if IsNone(u) {
			return "Void"
		}
	}
	return ""
}

var basicCodecs = map[types.BasicKind]string{
	types.String: "String", types.Bool: "Bool", types.Int16: "Int16", types.Int32: "Int32", types.Int64: "Int64",
	types.Float32: "Float32", types.Float64: "Float64",
}

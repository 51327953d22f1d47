package check

import (
	"fmt"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// codecs: everything that is written or stored has one.
func (c *checker) codecs(o *topo.Op) {
	for _, n := range c.t.Needs(o) {
		if n.Codec == nil && n.Type != nil && n.Type != types.Typ[types.Invalid] {
			c.say(o, o.Pos, "ST301", c.declaration(n), "%s (%s) has no codec", n.What, c.short(n.Type))
		}
	}
}

// declaration is the line that gives a type its codec.
func (c *checker) declaration(n topo.Need) string {
	typ := n.Type
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	return fmt.Sprintf("b.Codec(dsl.JSON[%s]()), or dsl.%s(…) here", c.short(typ), n.Role)
}

// short is how the topology itself writes a type: its own package has no name.
func (c *checker) short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.g.Package {
			return ""
		}
		return p.Name()
	})
}

// optionTypes: Key, Value and OtherValue are for what the operator has. A codec of T fits a *T, which is Nullable of it.
func (c *checker) optionTypes(o *topo.Op) {
	for _, role := range []topo.Role{topo.KeyRole, topo.ValueRole, topo.OtherValueRole} {
		opt := o.Opt(role.String())
		if opt == nil || len(opt.Args) == 0 {
			continue
		}
		codec, want := topo.CodecOf(opt.Args[0]), c.t.Written(o, role)
		if codec == nil || want == nil || codec.Type == nil {
			continue
		}
		if p, ok := types.Unalias(want).(*types.Pointer); ok && types.Identical(codec.Type, p.Elem()) {
			continue
		}
		if !types.Identical(codec.Type, want) {
			c.say(o, codec.Pos, "ST302", "give a codec of "+c.short(want), "the codec is of %s, the %s of %s is of type %s",
				c.short(codec.Type), word(role), o.Method, c.short(want))
		}
	}
}

func word(r topo.Role) string {
	return [...]string{"key", "value", "other value"}[r]
}

// tokens: a pointer type means nullable and nothing else, and a table has no nulls.
func (c *checker) tokens(o *topo.Op) {
	o.Settings(func(s *topo.Setting) {
		codec := topo.CodecOf(s)
		if codec == nil || codec.Type == nil || codec.Kind == "Nullable" {
			return
		}
		if p, ok := types.Unalias(codec.Type).(*types.Pointer); ok {
			c.say(o, s.Pos, "ST303", fmt.Sprintf("dsl.Nullable(dsl.%s[%s]())", s.Name, c.short(p.Elem())),
				"%s of %s: a pointer type means nullable, which is Nullable's to say", s.Name, c.short(codec.Type))
		}
	})
	if !o.Table() {
		return
	}
	nullable := func(v topo.Value) {
		if codec := topo.CodecOf(v); codec != nil && codec.Kind == "Nullable" {
			c.say(o, codec.Pos, "ST304", "leave Nullable out; after ToStream, ValueAs(dsl.Nullable(…)) shows deletes",
				"Nullable at a table, where a null is a delete and functions never see one")
		}
	}
	for _, a := range o.Args {
		nullable(a)
	}
	for _, s := range o.Opts {
		if (s.Name == "Key" || s.Name == "Value") && len(s.Args) > 0 {
			nullable(s.Args[0])
		}
	}
}

// views: KeyAs and ValueAs change the codec and the view of null, never the type.
func (c *checker) views(o *topo.Op) {
	if o.Method != "KeyAs" && o.Method != "ValueAs" || o.From() == nil || len(o.Args) == 0 {
		return
	}
	codec := topo.CodecOf(o.Args[0])
	from := o.From().Value()
	if o.Method == "KeyAs" {
		from = o.From().Key()
	}
	if codec == nil || codec.Type == nil || from == nil {
		return
	}
	if o.Method == "KeyAs" && o.From().Windowed() {
		c.windowedView(o, codec, from)
		return
	}
	if !types.Identical(bare(codec.Type), bare(from)) {
		method := map[string]string{"KeyAs": "SelectKey", "ValueAs": "MapValues"}[o.Method]
		c.say(o, codec.Pos, "ST306", "change the type with "+method,
			"%s turns %s into %s", o.Method, c.short(from), c.short(codec.Type))
	}
}

func bare(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// windowedView: the codec is that of the window's keys, of its kind and size.
func (c *checker) windowedView(o *topo.Op, codec *topo.Codec, key types.Type) {
	within := topo.WindowedKey(bare(codec.Type))
	if within == nil || !types.Identical(within, key) {
		c.say(o, codec.Pos, "ST306", fmt.Sprintf("dsl.TimeWindowed(…, size) of %s", c.short(key)),
			"KeyAs turns record.Windowed[%s] into %s", c.short(key), c.short(codec.Type))
		return
	}
	w, plain := topo.WindowsOf(o.From()), codec
	for plain.Kind == "Nullable" && plain.Elem != nil {
		plain = plain.Elem
	}
	if w == nil || w.Kind == topo.Unlimited {
		return
	}
	switch {
	case w.Kind == topo.Session && plain.Kind == "TimeWindowed":
		c.say(o, codec.Pos, "ST308", "dsl.SessionWindowed(…)", "TimeWindowed of keys that have sessions")
		c.related(w.Pos, "the sessions are declared here")
	case w.Kind != topo.Session && plain.Kind == "SessionWindowed":
		c.say(o, codec.Pos, "ST308", fmt.Sprintf("dsl.TimeWindowed(…, %s)", w.Size),
			"SessionWindowed of keys that have time windows")
		c.related(w.Pos, "the windows are declared here")
	case plain.Kind == "TimeWindowed" && plain.Size != w.Size:
		c.say(o, codec.Pos, "ST308", "give the window's size",
			"TimeWindowed of size %s, the windows are of size %s", plain.Size, w.Size)
		c.related(w.Pos, "the windows are declared here")
	}
}

// declaredCodecs: one codec a type.
func (c *checker) declaredCodecs() {
	var all []*topo.Codec
	for _, o := range c.g.Ops {
		if o.Row() != "Builder.Codec" || len(o.Args) == 0 {
			continue
		}
		codec := topo.CodecOf(o.Args[0])
		if codec == nil || codec.Type == nil {
			continue
		}
		for _, before := range all {
			if types.Identical(before.Type, codec.Type) {
				c.say(o, codec.Pos, "ST305", "leave one of them out; dsl.Key and dsl.Value set the codec of one operator",
					"the codec of %s is declared twice", c.short(codec.Type))
				c.related(before.Pos, "first declared here")
			}
		}
		all = append(all, codec)
	}
}

package codecs

import (
	"go/types"
	"slices"
	"strings"
)

// locals are the variables of generated functions: a type of the user's with such a name can't be written there.
var locals = strings.Fields("at b bit end err from i k key m n name ok other p seen start there twice v x")

// nameable says whether code in pkg can write the type down, where the hidden names stand for something else.
func nameable(t types.Type, pkg *types.Package, hidden []string) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() == nil {
			return true
		}
		home := same(obj.Pkg(), pkg)
		if obj.Parent() != obj.Pkg().Scope() || !home && !obj.Exported() || home && slices.Contains(hidden, obj.Name()) {
			return false
		}
		for a := range t.TypeArgs().Types() {
			if !nameable(a, pkg, hidden) {
				return false
			}
		}
	case *types.Map:
		return nameable(t.Key(), pkg, hidden) && nameable(t.Elem(), pkg, hidden)
	case interface{ Elem() types.Type }:
		return nameable(t.Elem(), pkg, hidden)
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && !same(f.Pkg(), pkg) || !nameable(f.Type(), pkg, hidden) {
				return false
			}
		}
	}
	return true
}

// root refuses a codec's type that generated code can't name. Functions name a struct in their heads only, where no
// variable hides it.
func (s *Set) root(form string, t types.Type) *Unsupported {
	hidden := locals
	if _, ok := t.Underlying().(*types.Struct); ok {
		hidden = nil
	}
	if nameable(t, s.pkg, hidden) {
		return nil
	}
	return &Unsupported{
		Form: form, Type: short(t), Why: "generated code can't name the type",
		Fix: "declare it in the package, not in a function, and call it unlike a variable: " + strings.Join(locals, ", "),
	}
}

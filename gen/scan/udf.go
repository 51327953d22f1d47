package scan

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// userFunc finds what a literal captures and takes its text. R4
func (s *reader) userFunc(f *topo.Func, pos token.Pos) {
	if f.Recv != nil {
		if o, ok := f.Recv.(topo.Opaque); !ok || !o.Recv {
			s.diag(pos, "ST228", "a method of a value that is not the topology's receiver")
		}
	}
	if f.Lit == nil || f.Text != nil {
		return
	}
	done := map[types.Object]bool{}
	ast.Inspect(f.Lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if o := s.info.Uses[id]; o != nil && !done[o] && s.free(o, f.Lit) {
			done[o] = true
			s.capture(f, o, id.Pos())
		}
		return true
	})
	f.Text = s.lift(f)
}

// free says whether a literal uses o and does not declare it; fields, methods and other packages do not count.
func (s *reader) free(o types.Object, lit *ast.FuncLit) bool {
	if o.Parent() == types.Universe || o.Pkg() != s.pkg.Types || o.Pos() >= lit.Pos() && o.Pos() < lit.End() {
		return false
	}
	switch o := o.(type) {
	case *types.Var:
		return !o.IsField()
	case *types.Func:
		return o.Signature().Recv() == nil
	case *types.PkgName:
		return false
	}
	return true
}

func (s *reader) capture(f *topo.Func, o types.Object, pos token.Pos) {
	sc := f.Env.(*scope)
	kind := s.freeKind(o, sc)
	val, _ := sc.get(o)
	f.Free = append(f.Free, topo.Free{Obj: o, Kind: kind, Val: val, Pos: pos})
	switch v, _ := val.(*topo.Func); {
	case kind == "local":
		s.advise(pos, "ST229", "make it a constant, a package variable or a field of the receiver",
			"the literal captures %s, a variable of the topology", o.Name())
	case kind == "local type":
		s.advise(pos, "ST229", "declare it in the package",
			"the literal uses %s, a type that is declared inside a function", o.Name())
	case kind == "dsl":
		s.advise(pos, "ST229", "join with it, or pass a store to a processor",
			"the literal uses %s, a DSL value that does not exist at run time", o.Name())
	case v != nil && v.Lit != nil:
		s.userFunc(v, pos) // it is lifted along
	}
}

func (s *reader) freeKind(o types.Object, sc *scope) string {
	if o.Parent() == s.pkg.Types.Scope() {
		return "package"
	}
	if _, ok := o.(*types.Const); ok {
		return "constant"
	}
	if t, ok := o.(*types.TypeName); ok {
		if p, ok := t.Type().(*types.TypeParam); ok {
			if _, known := sc.lookup(p); known {
				return "type parameter"
			}
		}
		return "local type"
	}
	v, _ := sc.get(o)
	if _, known := v.(topo.Opaque); !known && s.twice[o] && !s.isDSL(o.Type()) {
		return "local"
	}
	switch v := v.(type) {
	case topo.Const:
		return "constant" // a variable or parameter whose value is known: can be spelled
	case *topo.Func:
		return "function"
	case *topo.Op, *topo.Setting, topo.Builder:
		return "dsl"
	case topo.Opaque:
		if v.Recv {
			return "receiver"
		}
	}
	return "local"
}

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
	if f.Lit != nil && f.Text == nil {
		s.cut(f)
	}
}

// userExpr is an expression of the user's that a setting takes. It is evaluated when the package is initialised.
func (s *reader) userExpr(e ast.Expr, env any, pos token.Pos) *topo.Lifted {
	f := &topo.Func{Expr: e, Env: env, Pos: pos}
	s.cut(f)
	return f.Text
}

func (s *reader) cut(f *topo.Func) {
	done := map[types.Object]bool{}
	ast.Inspect(f.Expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if o := s.info.Uses[id]; o != nil && !done[o] && s.free(o, f.Expr) {
			done[o] = true
			s.capture(f, o, id.Pos())
		}
		return true
	})
	f.Text = s.lift(f, s.receiver(f))
}

// free says whether an expression uses o and does not declare it; fields, methods and other packages do not count.
func (s *reader) free(o types.Object, in ast.Expr) bool {
	if o.Parent() == types.Universe || o.Pkg() != s.pkg.Types || o.Pos() >= in.Pos() && o.Pos() < in.End() {
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
	what := "the literal captures"
	if f.Lit == nil {
		what = "the expression uses"
		if e, _ := s.expression(o, sc); e != nil {
			kind = "expression"
		}
	}
	f.Free = append(f.Free, topo.Free{Obj: o, Kind: kind, Val: val, Pos: pos})
	switch v, _ := val.(*topo.Func); {
	case kind == "local":
		s.advise(pos, "ST229", "make it a constant, a package variable or a field of the receiver",
			what+" %s, a variable of the topology", o.Name())
	case f.Lit == nil && kind == "receiver":
		s.advise(pos, "ST229", "make it a package variable", "the expression uses %s, the topology's receiver, which there is only later", o.Name())
	case kind == "local type":
		s.advise(pos, "ST229", "declare it in the package",
			what+" %s, a type that is declared inside a function", o.Name())
	case kind == "dsl":
		s.advise(pos, "ST229", "join with it, or pass a store to a processor",
			what+" %s, a DSL value that does not exist at run time", o.Name())
	case v != nil:
		s.userFunc(v, pos) // it is lifted along
	}
}

// expression is what a variable was set to, where that is known and never changes; the rest can't stand in its place.
func (s *reader) expression(o types.Object, sc *scope) (ast.Expr, any) {
	val, _ := sc.get(o)
	if s.twice[o] || s.hidden[o] {
		return nil, nil
	}
	switch v := val.(type) {
	case topo.List:
		return v.Expr, v.Env
	case topo.Opaque:
		if id, ok := v.Expr.(*ast.Ident); v.Recv || v.Env == nil || ok && s.info.ObjectOf(id) == o {
			return nil, nil
		}
		return v.Expr, v.Env
	}
	return nil, nil
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

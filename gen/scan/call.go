package scan

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/stoatgen/stoatgen/gen/topo"
)

func (s *reader) call(x *ast.CallExpr, sc *scope) topo.Value {
	fun := ast.Unparen(x.Fun)
	tv := s.info.Types[fun]
	if tv.IsType() {
		return s.convert(x, sc)
	}
	if tv.IsBuiltin() {
		return s.builtin(x, fun, sc)
	}
	obj, _ := typeutil.Callee(s.info, x).(*types.Func)
	if isDSLFunc(obj) {
		return s.dslCall(x, fun, obj, sc)
	}
	if obj != nil {
		if fd := s.decls[obj.Origin()]; fd != nil && fd.Body != nil && (s.isDSL(obj.Signature()) || isExpression(fd)) {
			return s.inlineDecl(x, fun, obj, fd, sc)
		}
	}
	if f := s.localFunc(fun, obj, sc); f != nil {
		if f.Lit != nil {
			return s.inline(x, f.Lit, f.Lit.Type, f.Lit.Body, newScope(f.Env.(*scope), nil), s.args(x, sc))
		}
		return s.inlineDecl(x, f.Expr, f.Obj, s.decls[f.Obj.Origin()], sc)
	}
	return s.foreign(x, fun, obj, sc)
}

// localFunc is a function value that is called here and has to do with the DSL, by its signature or by what it uses.
func (s *reader) localFunc(fun ast.Expr, obj *types.Func, sc *scope) *topo.Func {
	if obj != nil {
		return nil
	}
	f, _ := s.expr(fun, sc).(*topo.Func)
	switch {
	case f == nil:
	case f.Lit != nil && (s.isDSL(f.Type) || s.touches(f.Lit.Body) != nil):
		return f
	case f.Obj != nil && s.decls[f.Obj.Origin()] != nil && s.isDSL(f.Type):
		return f
	}
	return nil
}

// isExpression: a helper that is one return statement may compute a name or a duration.
func isExpression(fd *ast.FuncDecl) bool {
	if len(fd.Body.List) != 1 {
		return false
	}
	_, ok := fd.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// foreign is a call that is copied: no DSL value may go in or come out.
func (s *reader) foreign(x *ast.CallExpr, fun ast.Expr, obj *types.Func, sc *scope) topo.Value {
	t := s.info.TypeOf(x)
	made := s.isDSL(t)
	if made && s.bad(x, sc) {
		return topo.Opaque{Expr: x, Type: t, Bad: true}
	}
	if made {
		s.diag(x.Pos(), "ST230", "%s makes a DSL value where stoatgen cannot follow", types.ExprString(fun))
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok && s.info.Selections[sel] != nil {
		s.expr(sel.X, sc)
	}
	for _, a := range x.Args {
		if at := s.touches(a); at != nil && made {
			continue // one report a call
		} else if at != nil {
			s.diag(at.Pos(), "ST231", "%s is passed to %s, which stoatgen cannot follow", types.ExprString(at), types.ExprString(fun))
			continue
		}
		s.expr(a, sc)
	}
	return topo.Opaque{Expr: x, Type: t, Bad: made}
}

func (s *reader) convert(x *ast.CallExpr, sc *scope) topo.Value {
	t := s.info.TypeOf(x)
	if len(x.Args) != 1 || t == nil || s.info.TypeOf(x.Args[0]) == nil { // a type error says so
		return topo.Opaque{Expr: x, Type: t}
	}
	switch v := s.expr(x.Args[0], sc).(type) {
	case topo.Const:
		from, _ := s.info.TypeOf(x.Args[0]).Underlying().(*types.Basic)
		to, _ := t.Underlying().(*types.Basic)
		if from != nil && to != nil && from.Info()&types.IsConstType == to.Info()&types.IsConstType {
			return topo.Const{Val: v.Val, Type: t}
		}
	case *topo.Func, *topo.Setting, *topo.Op:
		return v
	}
	return topo.Opaque{Expr: x, Type: t}
}

func (s *reader) builtin(x *ast.CallExpr, fun ast.Expr, sc *scope) topo.Value {
	if id, ok := fun.(*ast.Ident); ok && id.Name == "append" && s.isDSL(s.info.TypeOf(x)) {
		args := s.args(x, sc)
		if l, ok := args[0].(topo.List); ok {
			out := topo.List{Elems: append([]topo.Value{}, l.Elems...)}
			for i, a := range args[1:] {
				if op, isOp := a.(*topo.Op); isOp {
					s.diag(x.Args[i+1].Pos(), "ST220", "%s (%s) is stored in a list", types.ExprString(x.Args[i+1]), op.Method)
				}
				if more, isList := a.(topo.List); isList && x.Ellipsis.IsValid() {
					out.Elems = append(out.Elems, more.Elems...)
				} else {
					out.Elems = append(out.Elems, a)
				}
			}
			return out
		}
	}
	if id, ok := fun.(*ast.Ident); ok && id.Name == "new" && s.touches(x) != nil {
		s.diag(x.Pos(), "ST213", "a builder or DSL value is made here")
		return topo.Opaque{Expr: x, Bad: true}
	}
	return s.unknown(x, sc)
}

func (s *reader) args(x *ast.CallExpr, sc *scope) []topo.Value { return s.exprs(x.Args, sc) }

// use counts operators as used that went where the reader could not follow.
func use(vs []topo.Value) {
	for _, v := range vs {
		if o := topo.From(v); o != nil {
			o.Uses++
		}
	}
}

func recvType(f *types.Func) types.Type {
	if r := f.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

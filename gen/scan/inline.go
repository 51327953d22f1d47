package scan

import (
	"go/ast"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// inlineDecl follows a declared function or method.
func (s *reader) inlineDecl(x *ast.CallExpr, fun ast.Expr, obj *types.Func, fd *ast.FuncDecl, sc *scope) topo.Value {
	in, origin := newScope(nil, obj), obj.Origin().Signature()
	if sel, ok := fun.(*ast.SelectorExpr); ok && s.info.Selections[sel] != nil {
		selection := s.info.Selections[sel]
		in.receiverTypes(origin, selection.Recv(), sc)
		if selection.Kind() == types.MethodExpr { // T.m(recv, ...)
			args := s.args(x, sc)
			if len(args) == 0 { // a type error says so
				return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
			}
			in.vars[origin.Recv()] = args[0]
			return s.inline(x, fd, fd.Type, fd.Body, in, args[1:])
		}
		if r := origin.Recv(); r != nil {
			v := s.expr(sel.X, sc)
			if o, ok := v.(topo.Opaque); ok && o.Recv && !s.stands(selection.Recv(), r.Type()) {
				v = topo.Opaque{Expr: sel.X, Type: r.Type()}
			}
			in.vars[r] = v
		}
	}
	s.typeArgs(in, fun, origin, sc)
	return s.inline(x, fd, fd.Type, fd.Body, in, s.args(x, sc))
}

// stands says whether the topology's receiver may stand for one that is embedded in it: what a helper calls by a name has to be the
// same in both.
func (s *reader) stands(outer, inner types.Type) bool {
	same := func(o types.Object) bool {
		found, _, _ := types.LookupFieldOrMethod(outer, true, s.pkg.Types, o.Name())
		return origin(found) == origin(o)
	}
	inner = deref(inner)
	for m := range types.NewMethodSet(types.NewPointer(inner)).Methods() {
		if !same(m.Obj()) {
			return false
		}
	}
	if st, ok := inner.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Name() != "_" && !same(f) {
				return false
			}
		}
	}
	return true
}

// origin is the generic field or method that one comes from.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// typeArgs binds the type parameters of a generic function to what they are in this call.
func (s *reader) typeArgs(in *scope, fun ast.Expr, origin *types.Signature, sc *scope) {
	switch ix := fun.(type) {
	case *ast.IndexExpr:
		fun = ix.X
	case *ast.IndexListExpr:
		fun = ix.X
	}
	id := instantiated(fun)
	if id == nil || s.info.Instances[id].TypeArgs == nil {
		return
	}
	for i := range min(origin.TypeParams().Len(), s.info.Instances[id].TypeArgs.Len()) {
		in.sub[origin.TypeParams().At(i)] = sc.subst(s.info.Instances[id].TypeArgs.At(i))
	}
}

// inline binds the parameters and reads the body.
func (s *reader) inline(x *ast.CallExpr, fn ast.Node, ft *ast.FuncType, body *ast.BlockStmt, in *scope, args []topo.Value) topo.Value {
	for _, c := range s.calls {
		if c.fn == fn {
			s.diag(x.Pos(), "ST240", "%s calls itself: a topology has no recursion", types.ExprString(x.Fun))
			use(args)
			return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
		}
	}
	s.calls = append(s.calls, call{fn, x.Pos()})
	s.bodies[body] = true
	defer func() { s.calls = s.calls[:len(s.calls)-1] }()
	s.bindParams(x, ft, in, spread(args))
	results := s.results(ft, in)
	s.block(body.List, in)
	if in.ret == nil && len(results) > 0 { // a bare return
		var out topo.Tuple
		for _, o := range results {
			v, _ := in.get(o)
			out.Elems = append(out.Elems, v)
		}
		if len(out.Elems) == 1 {
			return out.Elems[0]
		}
		return out
	}
	if in.ret == nil {
		return topo.Opaque{Expr: x, Type: s.info.TypeOf(x)}
	}
	return in.ret
}

func (s *reader) bindParams(x *ast.CallExpr, ft *ast.FuncType, in *scope, args []topo.Value) {
	i := 0
	for _, f := range ft.Params.List {
		for _, id := range f.Names {
			o := s.info.Defs[id]
			if _, variadic := f.Type.(*ast.Ellipsis); variadic && !x.Ellipsis.IsValid() {
				in.vars[o] = topo.List{Elems: args[min(i, len(args)):]}
			} else if i < len(args) && o != nil {
				in.vars[o] = args[i]
			}
			i++
		}
		if len(f.Names) == 0 {
			i++
		}
	}
}

// results declares the named results.
func (s *reader) results(ft *ast.FuncType, in *scope) (out []types.Object) {
	if ft.Results == nil {
		return nil
	}
	for _, f := range ft.Results.List {
		for _, id := range f.Names {
			if o := s.info.Defs[id]; o != nil {
				in.vars[o] = topo.Opaque{Expr: id, Type: o.Type()}
				out = append(out, o)
			}
		}
	}
	return out
}

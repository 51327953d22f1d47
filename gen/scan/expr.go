package scan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

func (s *reader) exprs(list []ast.Expr, sc *scope) (out []topo.Value) {
	for _, e := range list {
		out = append(out, s.expr(e, sc))
	}
	return out
}

// expr evaluates in Go's order: operands left to right, then the call.
func (s *reader) expr(e ast.Expr, sc *scope) topo.Value {
	v := s.eval(e, sc)
	if o, ok := v.(topo.Opaque); ok && o.Env == nil {
		o.Env = sc
		return o
	}
	return v
}

func (s *reader) eval(e ast.Expr, sc *scope) topo.Value {
	tv := s.info.Types[e]
	if tv.Value != nil {
		return topo.Const{Val: tv.Value, Type: tv.Type}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return s.expr(x.X, sc)
	case *ast.Ident:
		return s.ident(x, sc)
	case *ast.SelectorExpr:
		return s.selector(x, sc)
	case *ast.CallExpr:
		return s.call(x, sc)
	case *ast.FuncLit:
		return &topo.Func{Lit: x, Expr: x, Env: sc, Type: sc.subst(tv.Type), Pos: x.Pos()}
	case *ast.BinaryExpr:
		return s.binary(x, sc)
	case *ast.CompositeLit:
		return s.composite(x, sc)
	case *ast.IndexExpr:
		if id := instantiated(x.X); id != nil && s.info.Instances[id].Type != nil {
			return s.expr(x.X, sc) // f[T]
		}
		l, ok := s.expr(x.X, sc).(topo.List)
		i, ok2 := s.expr(x.Index, sc).(topo.Const)
		if n, exact := constInt(i); ok && ok2 && exact && n < len(l.Elems) {
			return l.Elems[n]
		}
	case *ast.IndexListExpr:
		return s.expr(x.X, sc)
	case *ast.UnaryExpr:
		if c, ok := s.expr(x.X, sc).(topo.Const); ok && x.Op != token.AND {
			return topo.Const{Val: constant.UnaryOp(x.Op, c.Val, 0), Type: tv.Type}
		}
	case *ast.StarExpr:
		s.expr(x.X, sc)
	}
	return s.unknown(e, sc)
}

func constInt(c topo.Const) (int, bool) {
	if c.Val == nil || c.Val.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(c.Val)
	return int(n), ok && n >= 0
}

func instantiated(e ast.Expr) *ast.Ident {
	switch x := e.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}

// unknown is an expression that is copied, not read; a DSL value must not get in.
func (s *reader) unknown(e ast.Expr, sc *scope) topo.Value {
	t := s.info.TypeOf(e)
	at := s.touches(e)
	if at != nil && !s.bad(at, sc) {
		s.diag(at.Pos(), "ST221", "%s: stoatgen cannot follow a DSL value through this", types.ExprString(e))
	}
	return topo.Opaque{Expr: e, Type: t, Bad: at != nil}
}

// bad says whether something below e was reported already.
func (s *reader) bad(e ast.Expr, sc *scope) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !yes {
			if o := s.info.ObjectOf(id); o != nil {
				v, _ := sc.get(o)
				op, _ := v.(topo.Opaque)
				yes = op.Bad
			}
		}
		return !yes
	})
	return yes
}

func (s *reader) ident(id *ast.Ident, sc *scope) topo.Value {
	switch o := s.info.ObjectOf(id).(type) {
	case *types.Func:
		return s.named(o, id, id, sc)
	case *types.Var:
		if s.hidden[o] {
			return topo.Opaque{Expr: id, Type: o.Type()}
		}
		if v, ok := sc.get(o); ok {
			return v
		}
		if topo.Named(o.Type()) != "" {
			s.diag(id.Pos(), "ST222", "%s is not set where stoatgen can see it", id.Name)
			return topo.Opaque{Expr: id, Type: o.Type(), Bad: true}
		}
		return topo.Opaque{Expr: id, Type: o.Type()}
	}
	return topo.Opaque{Expr: id, Type: s.info.TypeOf(id)}
}

// named is a declared function, with the type arguments that it was given or that were inferred.
func (s *reader) named(f *types.Func, e ast.Expr, id *ast.Ident, sc *scope) *topo.Func {
	out := &topo.Func{Obj: f, Expr: e, Type: sc.subst(s.info.TypeOf(e)), Pos: e.Pos()}
	if inst, ok := s.info.Instances[id]; ok {
		for t := range inst.TypeArgs.Types() {
			out.Args = append(out.Args, sc.subst(t))
		}
		out.Type = sc.subst(inst.Type)
	}
	return out
}

func (s *reader) selector(x *ast.SelectorExpr, sc *scope) topo.Value {
	sel := s.info.Selections[x]
	if sel == nil { // pkg.Name
		if f, ok := s.info.Uses[x.Sel].(*types.Func); ok {
			return s.named(f, x, x.Sel, sc)
		}
		return s.unknown(x, sc)
	}
	switch sel.Kind() {
	case types.MethodExpr:
		f := sel.Obj().(*types.Func)
		return &topo.Func{Obj: f, Expr: x, Method: true, Type: sc.subst(sel.Type()), Pos: x.Pos()}
	case types.MethodVal:
		recv := s.expr(x.X, sc)
		if topo.Named(deref(sel.Recv())) != "" {
			s.diag(x.Sel.Pos(), "ST223", "%s is taken as a function", types.ExprString(x))
			return topo.Opaque{Expr: x, Type: sel.Type(), Bad: true}
		}
		return &topo.Func{Obj: sel.Obj().(*types.Func), Expr: x, Recv: recv, Type: sc.subst(sel.Type()), Pos: x.Pos()}
	}
	if s.isDSL(sel.Type()) && s.bad(x.X, sc) {
		return topo.Opaque{Expr: x, Type: sel.Type(), Bad: true}
	}
	if s.isDSL(sel.Type()) {
		s.diag(x.Sel.Pos(), "ST222", "%s is a field, and stoatgen follows DSL values in local variables only", types.ExprString(x))
		return topo.Opaque{Expr: x, Type: sel.Type(), Bad: true}
	}
	s.expr(x.X, sc)
	return topo.Opaque{Expr: x, Type: sel.Type()}
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (s *reader) binary(x *ast.BinaryExpr, sc *scope) topo.Value {
	l, r := s.expr(x.X, sc), s.expr(x.Y, sc)
	a, ok := l.(topo.Const)
	b, ok2 := r.(topo.Const)
	if !ok || !ok2 || a.Val.Kind() == constant.Unknown || b.Val.Kind() == constant.Unknown {
		return topo.Opaque{Expr: x, Type: s.info.TypeOf(x)}
	}
	v, t := fold(x.Op, a.Val, b.Val), s.info.TypeOf(x)
	if v == nil {
		return topo.Opaque{Expr: x, Type: t}
	}
	return topo.Const{Val: v, Type: t}
}

// fold computes what the compiler leaves to run time because a helper's parameter is in it. nil: not known.
func fold(op token.Token, a, b constant.Value) (v constant.Value) {
	defer func() {
		if recover() != nil {
			v = nil // division by zero, mismatched kinds
		}
	}()
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.MakeBool(constant.Compare(a, op, b))
	case token.SHL, token.SHR:
		n, _ := constant.Uint64Val(b)
		return constant.Shift(a, op, uint(n))
	case token.QUO:
		if a.Kind() == constant.Int && b.Kind() == constant.Int {
			op = token.QUO_ASSIGN // integer division
		}
	}
	return constant.BinaryOp(a, op, b)
}

func (s *reader) composite(x *ast.CompositeLit, sc *scope) topo.Value {
	t := s.info.TypeOf(x)
	switch t := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		l := topo.List{Expr: x, Env: sc}
		at := 0
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				n, _ := constant.Int64Val(constant.ToInt(s.info.Types[kv.Key].Value))
				at, e = int(n), kv.Value
			}
			v := s.expr(e, sc)
			if op, ok := v.(*topo.Op); ok {
				s.diag(e.Pos(), "ST220", "%s (%s) is stored in a list", types.ExprString(e), op.Method)
			}
			if at >= len(x.Elts) { // others are left out
				return s.unknown(x, sc)
			}
			l.Elems = append(l.Elems, make([]topo.Value, max(0, at+1-len(l.Elems)))...)
			l.Elems[at] = v
			at++
		}
		if a, ok := t.(*types.Array); slices.Contains(l.Elems, nil) || ok && int(a.Len()) > len(l.Elems) { // zero values
			return s.unknown(x, sc)
		}
		return l
	}
	if at := s.touches(&ast.BlockStmt{List: exprStmts(x.Elts)}); at != nil {
		s.diag(at.Pos(), "ST220", "%s is stored in %s", types.ExprString(at), types.ExprString(x.Type))
		return topo.Opaque{Expr: x, Type: t, Bad: true}
	}
	return topo.Opaque{Expr: x, Type: t}
}

func exprStmts(es []ast.Expr) (out []ast.Stmt) {
	for _, e := range es {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		out = append(out, &ast.ExprStmt{X: e})
	}
	return out
}

package scan

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// dslCall makes an operator of a method on the builder or on an operator's result, and a setting of everything else.
func (s *Scanner) dslCall(x *ast.CallExpr, fun ast.Expr, obj *types.Func, sc *scope) topo.Value {
	s.visited[x] = true
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok { // f[T](...)
		if ix, isIx := fun.(*ast.IndexExpr); isIx {
			sel, ok = ix.X.(*ast.SelectorExpr)
		} else if ix, isIx := fun.(*ast.IndexListExpr); isIx {
			sel, ok = ix.X.(*ast.SelectorExpr)
		}
	}
	if !ok && obj.Signature().Recv() == nil { // dot import
		return &topo.Setting{Name: obj.Name(), Args: s.flatten(x, s.args(x, sc)), Type: sc.subst(s.info.TypeOf(x)), Pos: fun.Pos()}
	}
	if !ok {
		return s.unknown(x, sc)
	}
	var recv topo.Value
	selection := s.info.Selections[sel]
	if selection != nil && selection.Kind() == types.MethodVal {
		recv = s.expr(sel.X, sc)
	}
	args := s.args(x, sc)
	if selection != nil && selection.Kind() == types.MethodExpr && len(args) > 0 { // dsl.KStream[K, V].Filter(s, ...)
		recv, args = args[0], args[1:]
	}
	if recv == nil {
		return &topo.Setting{Name: obj.Name(), Args: s.flatten(x, args), Type: sc.subst(s.info.TypeOf(x)), Pos: sel.Sel.Pos()}
	}
	switch r := recv.(type) {
	case *topo.Setting:
		return &topo.Setting{Name: obj.Name(), Recv: r, Args: s.flatten(x, args), Type: sc.subst(s.info.TypeOf(x)), Pos: sel.Sel.Pos()}
	case *topo.Op, topo.Builder:
		return s.op(x, sel, obj, recv, args, sc)
	}
	if o, ok := recv.(topo.Opaque); ok && o.Bad {
		use(args)
		return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
	}
	if s.dslName(deref(s.info.TypeOf(sel.X))) == "Builder" {
		s.diag(sel.X.Pos(), "ST213", "%s is not the builder that the topology got", types.ExprString(sel.X))
	} else {
		s.diag(sel.Sel.Pos(), "ST224", "%s: stoatgen cannot tell which stream this is", types.ExprString(sel.X))
	}
	return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
}

func (s *Scanner) flatten(x *ast.CallExpr, args []topo.Value) []topo.Value {
	if n := len(args); n > 0 && x.Ellipsis.IsValid() {
		if l, ok := args[n-1].(topo.List); ok {
			return append(append([]topo.Value{}, args[:n-1]...), l.Elems...)
		}
		s.diag(x.Args[n-1].Pos(), "ST225", "the options in %s are not known here", types.ExprString(x.Args[n-1]))
		return args[:n-1]
	}
	return args
}

func (s *Scanner) op(x *ast.CallExpr, sel *ast.SelectorExpr, obj *types.Func, recv topo.Value, args []topo.Value, sc *scope) topo.Value {
	op := &topo.Op{Type: s.dslName(deref(recvType(obj))), Method: obj.Name(), Recv: recv, Pos: sel.Sel.Pos(), Via: s.via()}
	if inst, ok := s.info.Instances[sel.Sel]; ok {
		for i := range inst.TypeArgs.Len() {
			op.TypeArgs = append(op.TypeArgs, sc.subst(inst.TypeArgs.At(i)))
		}
	}
	if t := s.info.TypeOf(x); t != nil {
		if tuple, ok := t.(*types.Tuple); !ok || tuple.Len() > 0 {
			op.Result = sc.subst(t)
		}
	}
	if op.Doc = s.doc(sel.Sel.Pos()); op.Doc == "" && len(op.Via) == 0 {
		op.Doc = s.doc(x.Pos())
	}
	if r, ok := recv.(*topo.Op); ok {
		r.Uses++
	}
	fixed := obj.Signature().Params().Len()
	if obj.Signature().Variadic() {
		fixed--
	}
	for i, a := range s.flatten(x, args) {
		pos := x.Pos()
		if i < len(x.Args) {
			pos = x.Args[i].Pos()
		}
		if i >= fixed {
			if o, ok := a.(*topo.Setting); ok {
				op.Opts = append(op.Opts, o)
			} else if o, isOpaque := a.(topo.Opaque); !isOpaque || !o.Bad {
				s.diag(pos, "ST225", "an option of %s that is not known here", op.Method)
			}
			continue
		}
		op.Args = append(op.Args, a)
		s.arg(op, obj.Signature().Params().At(i), a, pos, sc)
	}
	s.g.Ops = append(s.g.Ops, op)
	return op
}

// arg checks an argument: a stream, a setting, a user function, or a constant where the DSL takes plain data.
func (s *Scanner) arg(op *topo.Op, p *types.Var, a topo.Value, pos token.Pos, sc *scope) {
	if other := topo.From(a); other != nil {
		other.Uses++
	}
	switch v := a.(type) {
	case *topo.Func:
		s.userFunc(v, pos)
	case topo.Opaque:
		t := p.Type().Underlying()
		switch {
		case v.Bad:
		case s.dslName(p.Type()) != "":
			s.diag(pos, "ST224", "%s: stoatgen cannot tell which %s this is", op.Method, s.dslName(p.Type()))
		case isBasic(t) && p.Type() != types.Typ[types.Invalid]:
			s.diag(pos, "ST226", "the %s of %s must be constant", p.Name(), op.Method)
		default:
			if _, ok := t.(*types.Signature); ok {
				s.diag(pos, "ST227", "the function for %s is not known here: pass a function's name, a method expression or a literal", op.Method)
			}
		}
	}
}

func isBasic(t types.Type) bool { _, ok := t.(*types.Basic); return ok }

// userFunc finds what a literal captures.
func (s *Scanner) userFunc(f *topo.Func, pos token.Pos) {
	if f.Recv != nil {
		if o, ok := f.Recv.(topo.Opaque); !ok || !o.Recv {
			s.diag(pos, "ST228", "a method value of what is not the topology's receiver")
		}
	}
	if f.Lit == nil || f.Free != nil {
		return
	}
	f.Free = []topo.Free{}
	done := map[types.Object]bool{}
	ast.Inspect(f.Lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		o := s.info.Uses[id]
		if o == nil || done[o] || o.Parent() == types.Universe || o.Pos() >= f.Lit.Pos() && o.Pos() < f.Lit.End() {
			return true
		}
		if v, isVar := o.(*types.Var); isVar && v.IsField() {
			return true
		}
		if fn, isFunc := o.(*types.Func); isFunc && fn.Signature().Recv() != nil {
			return true
		}
		if _, isPkg := o.(*types.PkgName); isPkg || o.Pkg() != s.pkg.Types {
			return true
		}
		done[o] = true
		kind := s.freeKind(o, f.Env.(*scope))
		val, _ := f.Env.(*scope).get(o)
		f.Free = append(f.Free, topo.Free{Obj: o, Kind: kind, Val: val, Pos: id.Pos()})
		switch kind {
		case "local":
			s.diag(id.Pos(), "ST229", "the literal captures %s, a variable of the topology: make it a constant, a package variable or a field of the receiver", o.Name())
		case "local type":
			s.diag(id.Pos(), "ST229", "the literal uses %s, a type declared inside a function: declare it in the package", o.Name())
		case "dsl":
			s.diag(id.Pos(), "ST229", "the literal uses %s, a DSL value: it does not exist at run time", o.Name())
		}
		return true
	})
}

func (s *Scanner) freeKind(o types.Object, sc *scope) string {
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

package scan

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// dslCall makes an operator of a method on the builder or on an operator's result, and a setting of everything else.
func (s *reader) dslCall(x *ast.CallExpr, fun ast.Expr, obj *types.Func, sc *scope) topo.Value {
	s.visited[x] = true
	if ix, ok := fun.(*ast.IndexExpr); ok { // f[T](...)
		fun = ix.X
	} else if ix, ok := fun.(*ast.IndexListExpr); ok {
		fun = ix.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	switch {
	case !ok && obj.Signature().Recv() == nil: // dot import
		return s.setting(x, fun.Pos(), obj, nil, s.args(x, sc), sc)
	case !ok:
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
	switch r := recv.(type) {
	case nil:
		return s.setting(x, sel.Sel.Pos(), obj, nil, args, sc)
	case *topo.Setting:
		return s.setting(x, sel.Sel.Pos(), obj, r, args, sc)
	case *topo.Op, topo.Builder:
		return s.op(x, sel, obj, recv, args, sc)
	case topo.Opaque:
		if r.Bad {
			use(args)
			return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
		}
	}
	if topo.Named(deref(s.info.TypeOf(sel.X))) == "Builder" {
		s.diag(sel.X.Pos(), "ST213", "%s is not the builder that the topology got", types.ExprString(sel.X))
	} else {
		s.diag(sel.Sel.Pos(), "ST224", "%s: stoatgen cannot tell which stream this is", types.ExprString(sel.X))
	}
	return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
}

// setting is a codec, window, buffer or option. Its plain arguments have to be constant.
func (s *reader) setting(x *ast.CallExpr, pos token.Pos, obj *types.Func, recv *topo.Setting, args []topo.Value, sc *scope) *topo.Setting {
	out := &topo.Setting{Name: obj.Name(), Recv: recv, Type: sc.subst(s.info.TypeOf(x)), Pos: pos}
	params := obj.Signature().Params()
	for i, a := range s.flatten(x, args) {
		at := argPos(x, i)
		if i < params.Len() && copied(params.At(i).Type()) && !isBad(a) {
			a = topo.Opaque{Expr: x.Args[i], Type: s.info.TypeOf(x.Args[i]), Env: sc, Text: s.userExpr(x.Args[i], sc, at)}
		}
		out.Args, out.ArgPos = append(out.Args, a), append(out.ArgPos, at)
		if i < params.Len() && !(obj.Signature().Variadic() && i >= params.Len()-1) {
			s.arg(obj.Name(), params.At(i), a, at)
		}
	}
	return out
}

// copied says whether a setting takes any expression: it is copied, whatever its value.
func copied(t types.Type) bool {
	_, constraint := t.(*types.TypeParam)
	return constraint || types.TypeString(t, nil) == "time.Time"
}

func isBad(v topo.Value) bool { o, ok := v.(topo.Opaque); return ok && o.Bad }

// argPos is where an argument is written; one that came out of a list has the place of the list.
func argPos(x *ast.CallExpr, i int) token.Pos {
	if len(x.Args) == 0 {
		return x.Pos()
	}
	return x.Args[min(i, len(x.Args)-1)].Pos()
}

func (s *reader) flatten(x *ast.CallExpr, args []topo.Value) []topo.Value {
	if n := len(args); n > 0 && x.Ellipsis.IsValid() {
		if l, ok := args[n-1].(topo.List); ok {
			return append(append([]topo.Value{}, args[:n-1]...), l.Elems...)
		}
		s.diag(x.Args[n-1].Pos(), "ST225", "the options in %s are not known here", types.ExprString(x.Args[n-1]))
		return args[:n-1]
	}
	return args
}

func (s *reader) op(x *ast.CallExpr, sel *ast.SelectorExpr, obj *types.Func, recv topo.Value, args []topo.Value, sc *scope) topo.Value {
	op := &topo.Op{Type: topo.Named(deref(recvType(obj))), Method: obj.Name(), Recv: recv,
		Pos: sel.Sel.Pos(), End: sel.Sel.End(), Via: s.via()}
	if inst, ok := s.info.Instances[sel.Sel]; ok {
		for t := range inst.TypeArgs.Types() {
			op.TypeArgs = append(op.TypeArgs, sc.subst(t))
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
	if s.opArgs(op, x, obj.Signature(), args); len(op.Args) < fixed(obj.Signature()) { // a type error says so
		use(args)
		return topo.Opaque{Expr: x, Type: s.info.TypeOf(x), Bad: true}
	}
	s.g.Ops = append(s.g.Ops, op)
	return op
}

// opArgs tells arguments from options.
func (s *reader) opArgs(op *topo.Op, x *ast.CallExpr, sig *types.Signature, args []topo.Value) {
	shift, n := 0, fixed(sig)
	if len(x.Args) > len(args) { // a method expression: the receiver is written as an argument
		shift = 1
	}
	for i, a := range s.flatten(x, args) {
		pos := argPos(x, i+shift)
		if i < n {
			op.Args, op.ArgPos = append(op.Args, a), append(op.ArgPos, pos)
			s.arg(op.Method, sig.Params().At(i), a, pos)
		} else if o, ok := a.(*topo.Setting); ok {
			op.Opts = append(op.Opts, o)
		} else if o, isOpaque := a.(topo.Opaque); !isOpaque || !o.Bad {
			s.diag(pos, "ST225", "an option of %s is not known here", op.Method)
		}
	}
}

// fixed is the number of arguments that are no options.
func fixed(sig *types.Signature) int {
	if sig.Variadic() {
		return sig.Params().Len() - 1
	}
	return sig.Params().Len()
}

// arg checks an argument: a stream, a setting, a user function, or a constant where the DSL takes plain data.
func (s *reader) arg(of string, p *types.Var, a topo.Value, pos token.Pos) {
	if other := topo.From(a); other != nil {
		other.Uses++
	}
	switch v := a.(type) {
	case *topo.Func:
		s.userFunc(v, pos)
	case topo.List:
		for _, e := range v.Elems {
			s.arg(of, types.NewParam(p.Pos(), p.Pkg(), p.Name(), elem(p.Type())), e, pos)
		}
	case topo.Opaque:
		t := p.Type().Underlying()
		switch {
		case v.Bad:
		case topo.Named(p.Type()) != "":
			s.diag(pos, "ST224", "%s: stoatgen cannot tell which %s this is", of, topo.Named(p.Type()))
		case isBasic(t) && p.Type() != types.Typ[types.Invalid]:
			s.diag(pos, "ST226", "%s of %s is not constant", what(p), of)
		case isFunc(t):
			s.diag(pos, "ST227", "the function for %s is not known here", of)
		}
	}
}

// what is a parameter in a sentence.
func what(p *types.Var) string {
	if p.Name() == "" || p.Name() == "_" {
		return "the argument"
	}
	return "the " + p.Name()
}

func elem(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return t
}

func isBasic(t types.Type) bool { _, ok := t.(*types.Basic); return ok }

func isFunc(t types.Type) bool { _, ok := t.(*types.Signature); return ok }

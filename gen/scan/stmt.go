package scan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

func (s *reader) block(list []ast.Stmt, sc *scope) {
	for _, st := range list {
		if sc.done { // behind a return
			s.dead[st] = true
			continue
		}
		s.stmt(st, sc)
	}
}

func (s *reader) stmt(st ast.Stmt, sc *scope) {
	switch st := st.(type) {
	case *ast.ExprStmt:
		s.expr(st.X, sc)
	case *ast.DeclStmt:
		if gd := st.Decl.(*ast.GenDecl); gd.Tok == token.VAR {
			for _, sp := range gd.Specs {
				s.varSpec(sp.(*ast.ValueSpec), sc)
			}
		}
	case *ast.AssignStmt:
		s.assign(st, sc)
	case *ast.ReturnStmt:
		vs := s.exprs(st.Results, sc)
		if sc.done = true; len(vs) == 1 {
			sc.ret = vs[0]
		} else if len(vs) > 1 {
			sc.ret = topo.Tuple{Elems: vs}
		}
	case *ast.BlockStmt:
		s.block(st.List, sc)
	case *ast.IfStmt:
		s.branch(st, sc)
	case *ast.RangeStmt:
		s.loop(st, sc)
	case *ast.ForStmt:
		s.count(st, sc)
	case *ast.IncDecStmt:
		s.step(st, sc)
	case *ast.SwitchStmt:
		s.choose(st, sc)
	case *ast.BranchStmt:
		s.advise(st.Pos(), "ST210", "leave it out", "%s: stoatgen reads a topology and does not run it", st.Tok)
	default:
		s.refuse(st, sc)
	}
}

func (s *reader) varSpec(sp *ast.ValueSpec, sc *scope) {
	vals := spread(s.exprs(sp.Values, sc))
	for i, id := range sp.Names {
		o := s.info.Defs[id]
		switch {
		case o == nil:
		case i < len(vals):
			sc.vars[o] = vals[i]
		case topo.Named(o.Type()) != "":
			s.diag(id.Pos(), "ST212", "%s is the zero value of %s, which belongs to no builder", id.Name, o.Type())
			sc.vars[o] = topo.Opaque{Expr: id, Type: o.Type(), Bad: true}
		default:
			if _, slice := o.Type().Underlying().(*types.Slice); slice {
				sc.vars[o] = topo.List{}
			} else {
				sc.vars[o] = topo.Opaque{Expr: id, Type: o.Type()}
			}
		}
	}
}

func (s *reader) assign(st *ast.AssignStmt, sc *scope) {
	vals := spread(s.exprs(st.Rhs, sc))
	for i, l := range st.Lhs {
		var v topo.Value = topo.Opaque{Expr: l}
		if i < len(vals) && (st.Tok == token.DEFINE || st.Tok == token.ASSIGN) {
			v = vals[i]
		}
		id, ok := ast.Unparen(l).(*ast.Ident)
		if !ok {
			if at := s.touches(st); at != nil {
				s.diag(l.Pos(), "ST220", "%s is stored in %s", types.ExprString(st.Rhs[min(i, len(st.Rhs)-1)]), types.ExprString(l))
			}
			continue
		}
		o := s.info.ObjectOf(id)
		if o == nil || id.Name == "_" {
			continue
		}
		if o.Parent() == s.pkg.Types.Scope() && s.isDSL(o.Type()) {
			s.diag(id.Pos(), "ST220", "%s is stored in the package variable %s", types.ExprString(st.Rhs[min(i, len(st.Rhs)-1)]), id.Name)
		}
		if s.info.Defs[id] != nil {
			sc.vars[o] = v // a new variable
		} else {
			sc.set(o, v)
		}
	}
}

func spread(vs []topo.Value) []topo.Value {
	if len(vs) == 1 {
		if t, ok := vs[0].(topo.Tuple); ok {
			return t.Elems
		}
	}
	return vs
}

func (s *reader) branch(st *ast.IfStmt, sc *scope) {
	if st.Init != nil {
		s.stmt(st.Init, sc)
	}
	c, ok := s.expr(st.Cond, sc).(topo.Const)
	switch {
	case !ok || c.Val.Kind() != constant.Bool:
		s.refuse(st, sc)
	case constant.BoolVal(c.Val):
		s.dead[st.Else] = st.Else != nil
		s.block(st.Body.List, sc)
	default:
		if s.dead[st.Body] = true; st.Else != nil {
			s.stmt(st.Else, sc)
		}
	}
}

func (s *reader) choose(st *ast.SwitchStmt, sc *scope) {
	if st.Init != nil {
		s.stmt(st.Init, sc)
	}
	var tag topo.Value = topo.Const{Val: constant.MakeBool(true)}
	if st.Tag != nil {
		tag = s.expr(st.Tag, sc)
	}
	want, ok := tag.(topo.Const)
	var other *ast.CaseClause
	for _, c := range st.Body.List {
		s.dead[c] = true
	}
	for _, c := range st.Body.List {
		cc := c.(*ast.CaseClause)
		if cc.List == nil {
			other = cc
		}
		for _, e := range cc.List {
			got, isConst := s.expr(e, sc).(topo.Const)
			if !ok || !isConst {
				s.refuse(st, sc)
				return
			}
			if constant.Compare(want.Val, token.EQL, got.Val) {
				s.taken(cc, sc)
				return
			}
		}
	}
	if other != nil {
		s.taken(other, sc)
	}
}

func (s *reader) taken(cc *ast.CaseClause, sc *scope) {
	delete(s.dead, cc)
	s.block(cc.Body, sc)
}

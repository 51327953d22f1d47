package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// comments maps the line below each comment group to its text. A function's own comment is not one of its operators.
func comments(fset *token.FileSet, f *ast.File) map[int]string {
	m, docs := map[int]string{}, map[*ast.CommentGroup]bool{}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			docs[fd.Doc] = true
		}
	}
	for _, c := range f.Comments {
		if !docs[c] {
			m[fset.Position(c.End()).Line+1] = c.Text()
		}
	}
	return m
}

// doc is the comment that ends on the line above pos.
func (s *reader) doc(pos token.Pos) string {
	f := s.pkg.Fset.File(pos)
	return s.docs[f][f.Line(pos)]
}

// faults finds the innermost statements with a type error in them.
func (s *reader) faults(f *ast.File) {
	for _, e := range s.pkg.Faults {
		if e.Pos < f.FileStart || e.Pos >= f.FileEnd {
			continue
		}
		var at ast.Stmt
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || n.Pos() > e.Pos || n.End() < e.Pos {
				return false
			}
			if st, ok := n.(ast.Stmt); ok {
				if _, block := st.(*ast.BlockStmt); !block {
					at = st
				}
			}
			return true
		})
		if at != nil {
			s.faulty = append(s.faulty, at)
		}
	}
}

// assignedAgain finds variables whose value a literal can't rely on. R4
func (s *reader) assignedAgain(f *ast.File) {
	var shared [][2]types.Object // slices that may be of one array
	share := func(to, from ast.Expr) {
		if a, b := s.slice(to), s.slice(from); a != nil && b != nil {
			shared = append(shared, [2]types.Object{a, b})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				s.mark(l)
				s.changed(l)
				if len(n.Rhs) == len(n.Lhs) {
					share(l, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				share(n.Names[min(i, len(n.Names)-1)], n.Values[i])
			}
		case *ast.IncDecStmt:
			s.mark(n.X)
			s.changed(n.X)
		case *ast.ExprStmt:
			if s.touches(n) == nil {
				s.given(n)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.mark(n.X)
				s.hide(n.X, nil)
			}
		case *ast.FuncLit:
			s.setFromOutside(n)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				s.mark(n.Key)
				s.mark(n.Value)
			}
		}
		return true
	})
	for again := true; again; {
		again = false
		for _, x := range shared {
			if s.hidden[x[0]] != s.hidden[x[1]] {
				s.hidden[x[0]], s.hidden[x[1]], again = true, true, true
			}
		}
	}
}

// slice is the variable that a slice is, or is cut out of; nil for other expressions.
func (s *reader) slice(e ast.Expr) types.Object {
	switch x := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		return s.slice(x.X)
	case *ast.Ident:
		if o := s.info.ObjectOf(x); o != nil {
			if _, ok := o.Type().Underlying().(*types.Slice); ok {
				return o
			}
		}
	}
	return nil
}

func (s *reader) mark(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o := s.info.Uses[id]; o != nil {
			s.twice[o] = true
		}
	}
}

// changed hides a variable of which a part is set: its value isn't followed.
func (s *reader) changed(e ast.Expr) {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		s.part(x.X)
	case *ast.SelectorExpr:
		s.part(x.X)
	}
}

// given hides the slices that go into a call which is made for what it does to them.
func (s *reader) given(n ast.Node) {
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && s.info.Uses[id] != nil {
			if _, slice := s.info.Uses[id].Type().Underlying().(*types.Slice); slice {
				s.part(id)
			}
		}
		return true
	})
}

func (s *reader) part(e ast.Expr) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		s.changed(e)
	} else if v, ok := s.info.Uses[id].(*types.Var); ok && (v.Kind() == types.LocalVar || v.Kind() == types.ParamVar) {
		s.hide(id, nil)
	}
}

// setFromOutside hides what a literal sets from outside of it.
func (s *reader) setFromOutside(lit *ast.FuncLit) {
	ast.Inspect(lit.Body, func(x ast.Node) bool {
		switch a := x.(type) {
		case *ast.AssignStmt:
			for _, l := range a.Lhs {
				s.hide(l, lit)
			}
		case *ast.IncDecStmt:
			s.hide(a.X, lit)
		}
		return true
	})
}

// hide marks a variable whose value can't be told by reading in order: its address is taken, or a literal sets it from outside.
func (s *reader) hide(e ast.Expr, lit *ast.FuncLit) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return
	}
	o := s.info.Uses[id]
	if o != nil && !s.isDSL(o.Type()) && (lit == nil || o.Pos() < lit.Pos() || o.Pos() >= lit.End()) {
		s.hidden[o] = true
	}
}

// unread is the net below the reader. R3
func (s *reader) unread() {
	for body := range s.bodies {
		ast.Inspect(body, func(n ast.Node) bool {
			if b, ok := n.(*ast.BlockStmt); ok && b != body && s.bodies[b] {
				return false
			}
			x, ok := n.(*ast.CallExpr)
			if ok && !s.visited[x] {
				if f, _ := typeutil.Callee(s.info, x).(*types.Func); isDSLFunc(f) {
					s.diag(x.Pos(), "ST901", "%s was not read", types.ExprString(x.Fun))
				}
			}
			return n == nil || !s.dead[n]
		})
	}
}

func isDSLFunc(f *types.Func) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == topo.DSL
}

// isDSL says whether values of t are the DSL's, or hold such.
func (s *reader) isDSL(t types.Type) bool {
	h := holder{own: s.pkg.Types}
	return h.of(t)
}

// holder looks for the DSL's types in what the package declares. Types may hold themselves: each is looked into once.
type holder struct {
	own  *types.Package
	seen []types.Type
}

func (h *holder) of(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if topo.Named(u) != "" {
			return true
		}
		st, ok := u.Underlying().(*types.Struct)
		if !ok || u.Obj().Pkg() != h.own || slices.ContainsFunc(h.seen, func(k types.Type) bool { return types.Identical(k, u) }) {
			return false
		}
		h.seen = append(h.seen, u)
		return h.of(st)
	case *types.Struct:
		for v := range u.Fields() {
			if h.of(v.Type()) {
				return true
			}
		}
	case *types.Map:
		return h.of(u.Elem()) || h.of(u.Key())
	case *types.Tuple:
		for v := range u.Variables() {
			if h.of(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return h.of(u.Params()) || h.of(u.Results())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return h.of(u.Elem())
	}
	return false
}

// touches finds the first expression below n whose value is the DSL's.
func (s *reader) touches(n ast.Node) (at ast.Expr) {
	ast.Inspect(n, func(x ast.Node) bool {
		if e, ok := x.(ast.Expr); ok && at == nil {
			if tv, ok := s.info.Types[e]; ok && !tv.IsType() && tv.Type != nil && s.isDSL(tv.Type) {
				at = e
			} else if id, ok := e.(*ast.Ident); ok {
				if v, ok := s.info.ObjectOf(id).(*types.Var); ok && s.isDSL(v.Type()) {
					at = e
				}
			}
		}
		return at == nil
	})
	return at
}

// Package scan reads topologies from type-checked syntax. Nothing is executed: expressions are evaluated to topo.Values.
package scan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// Scanner reads one package.
type Scanner struct {
	pkg     *packages.Package
	info    *types.Info
	dsl     string // import path of the DSL
	decls   map[*types.Func]*ast.FuncDecl
	docs    map[*token.File]map[int]string
	Diags   []topo.Diag
	seen    map[string]bool
	visited map[*ast.CallExpr]bool
	dead    map[ast.Node]bool       // branches not taken
	bodies  map[*ast.BlockStmt]bool // read
	hidden  map[types.Object]bool
	twice   map[types.Object]bool // assigned again, or their address taken

	g     *topo.Graph
	calls []call // helpers being inlined
}
type call struct {
	fn  ast.Node
	pos token.Pos
}

// New prepares a package for reading.
func New(p *packages.Package, dsl string) *Scanner {
	s := &Scanner{pkg: p, info: p.TypesInfo, dsl: dsl, decls: map[*types.Func]*ast.FuncDecl{}, docs: map[*token.File]map[int]string{}, seen: map[string]bool{}, twice: map[types.Object]bool{}, hidden: map[types.Object]bool{},
		visited: map[*ast.CallExpr]bool{}, dead: map[ast.Node]bool{}, bodies: map[*ast.BlockStmt]bool{}}
	for _, f := range p.Syntax {
		s.docs[p.Fset.File(f.Pos())] = load.Comments(p.Fset, f)
		s.assignedAgain(f)
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := s.info.Defs[fd.Name].(*types.Func); ok {
					s.decls[obj] = fd
				}
			}
		}
	}
	return s
}

// Topologies reads every function or method whose only parameter is *dsl.Builder and that has no result.
func (s *Scanner) Topologies() []*topo.Graph {
	var found []*ast.FuncDecl
	for obj, fd := range s.decls {
		switch sig := obj.Signature(); {
		case fd.Body == nil:
		case s.isTopology(obj) && (sig.TypeParams() != nil || sig.RecvTypeParams() != nil):
			s.diag(fd.Name.Pos(), "ST201", "a topology cannot be generic: write %s as a helper and call it from one that is not", obj.Name())
		case s.isTopology(obj):
			found = append(found, fd)
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Pos() < found[j].Pos() })
	var out []*topo.Graph
	for _, fd := range found {
		out = append(out, s.read(fd))
	}
	if len(s.Diags) == 0 {
		s.unread()
	}
	sort.SliceStable(s.Diags, func(i, j int) bool { return s.Diags[i].Pos < s.Diags[j].Pos })
	return out
}

// assignedAgain finds variables whose value a literal can't rely on.
func (s *Scanner) assignedAgain(f *ast.File) {
	mark := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if o := s.info.Uses[id]; o != nil {
				s.twice[o] = true
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				mark(l)
			}
		case *ast.IncDecStmt:
			mark(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				mark(n.X)
				s.hide(n.X, nil)
			}
		case *ast.FuncLit:
			ast.Inspect(n.Body, func(x ast.Node) bool {
				if a, ok := x.(*ast.AssignStmt); ok {
					for _, l := range a.Lhs {
						s.hide(l, n)
					}
				} else if a, ok := x.(*ast.IncDecStmt); ok {
					s.hide(a.X, n)
				}
				return true
			})
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				mark(n.Key)
				mark(n.Value)
			}
		}
		return true
	})
}

// hide marks a variable whose value can't be told by reading in order: its address is taken, or a literal sets it from outside.
func (s *Scanner) hide(e ast.Expr, lit *ast.FuncLit) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o := s.info.Uses[id]; o != nil && !s.isDSL(o.Type()) && (lit == nil || o.Pos() < lit.Pos() || o.Pos() >= lit.End()) {
			s.hidden[o] = true
		}
	}
}

func (s *Scanner) isTopology(f *types.Func) bool {
	sig := f.Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	p, ok := sig.Params().At(0).Type().(*types.Pointer)
	return ok && s.dslName(p.Elem()) == "Builder"
}

func (s *Scanner) read(fd *ast.FuncDecl) *topo.Graph {
	obj := s.info.Defs[fd.Name].(*types.Func)
	s.g = &topo.Graph{Name: obj.Name(), Doc: fd.Doc.Text(), Pos: fd.Name.Pos()}
	s.calls = []call{{fd, token.NoPos}}
	sc := newScope(nil, obj)
	if fd.Recv != nil {
		if r := obj.Signature().Recv(); r != nil {
			sc.vars[r] = topo.Opaque{Type: r.Type(), Recv: true}
		}
	}
	sc.vars[obj.Signature().Params().At(0)] = topo.Builder{}
	s.bodies[fd.Body] = true
	s.block(fd.Body.List, sc)
	for _, op := range s.g.Ops {
		if op.Uses == 0 && op.Result != nil && s.wasteful(op) {
			s.diag(op.Pos, "ST410", "the result of %s is not used", op.Method)
		}
	}
	return s.g
}

// unread is the net below the reader: a call of the DSL in a body that was read, passed over in silence.
func (s *Scanner) unread() {
	for body := range s.bodies {
		ast.Inspect(body, func(n ast.Node) bool {
			if b, ok := n.(*ast.BlockStmt); ok && b != body && s.bodies[b] {
				return false
			}
			x, ok := n.(*ast.CallExpr)
			if ok && !s.visited[x] {
				if f, _ := typeutil.Callee(s.info, x).(*types.Func); f != nil && f.Pkg() != nil && f.Pkg().Path() == s.dsl {
					s.diag(x.Pos(), "ST901", "%s was not read", types.ExprString(x.Fun))
				}
			}
			return n == nil || !s.dead[n]
		})
	}
}

// wasteful says whether an unused result is a mistake: of a builder call with a named store it isn't.
func (s *Scanner) wasteful(op *topo.Op) bool {
	return op.Type != "Builder" && op.Opt("As") == nil && s.dslName(op.Result) != "Store"
}

func (s *Scanner) diag(pos token.Pos, code, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if key := fmt.Sprint(pos, code, text); !s.seen[key] {
		s.seen[key] = true
		s.Diags = append(s.Diags, topo.Diag{Pos: pos, Code: code, Text: text, Via: s.via()})
	}
}

func (s *Scanner) via() (out []token.Pos) {
	for _, c := range s.calls[min(1, len(s.calls)):] {
		out = append(out, c.pos)
	}
	return out
}

// doc is the comment that ends on the line above pos.
func (s *Scanner) doc(pos token.Pos) string {
	f := s.pkg.Fset.File(pos)
	return s.docs[f][f.Line(pos)]
}

// dslName is the name of a type of the DSL, or "".
func (s *Scanner) dslName(t types.Type) string {
	if t == nil {
		return ""
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != s.dsl {
		return ""
	}
	return n.Obj().Name()
}

// isDSL says whether values of t are the DSL's, or hold such.
func (s *Scanner) isDSL(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if s.dslName(u) != "" {
			return true
		}
		st, ok := u.Underlying().(*types.Struct)
		return ok && u.Obj().Pkg() == s.pkg.Types && s.isDSL(st)
	case *types.Struct:
		for i := range u.NumFields() {
			if s.isDSL(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Pointer:
		return s.isDSL(u.Elem())
	case *types.Slice:
		return s.isDSL(u.Elem())
	case *types.Array:
		return s.isDSL(u.Elem())
	case *types.Map:
		return s.isDSL(u.Elem()) || s.isDSL(u.Key())
	case *types.Chan:
		return s.isDSL(u.Elem())
	case *types.Tuple:
		for i := range u.Len() {
			if s.isDSL(u.At(i).Type()) {
				return true
			}
		}
	case *types.Signature:
		return s.isDSL(u.Params()) || s.isDSL(u.Results())
	}
	return false
}

// touches finds the first expression below n whose value is the DSL's.
func (s *Scanner) touches(n ast.Node) ast.Expr {
	var at ast.Expr
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

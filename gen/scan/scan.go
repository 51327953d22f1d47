package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// Result of reading one package.
type Result struct {
	Graphs  []*topo.Graph
	Diags   []diag.Diagnostic
	Near    []diag.Related // functions that may be meant as topologies
	Pending []load.Fault   // names that are not defined, outside of what was read, and what follows: the output may define them
}

// Read reads every topology of a package.
func Read(p *load.Package) Result {
	s := newReader(p)
	graphs := s.topologies()
	if len(s.diags) == 0 && len(p.Faults) == 0 {
		s.unread()
	}
	r := Result{Graphs: graphs, Diags: s.diags, Near: s.near()}
	for _, f := range p.Faults {
		if (f.Missing != "" || f.Follows) && !s.inside(f.Pos) {
			r.Pending = append(r.Pending, f)
		} else {
			r.Diags = append(r.Diags, Fault(p, f))
		}
	}
	return r
}

// Fault is a type error as a diagnostic.
func Fault(p *load.Package, f load.Fault) diag.Diagnostic {
	at := p.Fset.Position(f.Pos)
	if strings.Contains(f.Message, "dsl.KTable[") && strings.Contains(f.Message, "dsl.KStream[") {
		return diag.New(at, "ST403", f.Message, "call ToTable() on the stream, or read the topic with b.Table")
	}
	fix := remedy(p, f.Message)
	m := declaredAt.FindStringSubmatchIndex(f.Message)
	if m == nil {
		return diag.New(at, "ST103", f.Message, fix)
	}
	d := diag.New(at, "ST103", f.Message[:m[0]]+f.Message[m[1]:], fix)
	line, _ := strconv.Atoi(f.Message[m[4]:m[5]])
	column, _ := strconv.Atoi(f.Message[m[6]:m[7]])
	return d.At(token.Position{Filename: f.Message[m[2]:m[3]], Line: line, Column: column}, "declared here")
}

// declaredAt is how the type checker names another place.
var declaredAt = regexp.MustCompile(` \(declared at (.+?):(\d+):(\d+)\)`)

// reader reads one package.
type reader struct {
	pkg     *load.Package
	info    *types.Info
	decls   map[*types.Func]*ast.FuncDecl
	docs    map[*token.File]map[int]string
	diags   []diag.Diagnostic
	seen    map[string]bool
	visited map[*ast.CallExpr]bool
	dead    map[ast.Node]bool       // branches not taken
	bodies  map[*ast.BlockStmt]bool // read
	hidden  map[types.Object]bool
	twice   map[types.Object]bool // assigned again, or their address taken
	faulty  []ast.Stmt            // statements with a type error in them

	g     *topo.Graph
	calls []call // helpers being inlined
}

type call struct {
	fn  ast.Node
	pos token.Pos
}

func newReader(p *load.Package) *reader {
	s := &reader{pkg: p, info: p.Info, decls: map[*types.Func]*ast.FuncDecl{}, docs: map[*token.File]map[int]string{},
		seen: map[string]bool{}, twice: map[types.Object]bool{}, hidden: map[types.Object]bool{},
		visited: map[*ast.CallExpr]bool{}, dead: map[ast.Node]bool{}, bodies: map[*ast.BlockStmt]bool{}}
	for _, f := range p.Files {
		s.docs[p.Fset.File(f.Pos())] = comments(p.Fset, f)
		s.assignedAgain(f)
		s.faults(f)
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

// topologies reads every exported function or method whose only parameter is *dsl.Builder and that has no result.
func (s *reader) topologies() (out []*topo.Graph) {
	var found []*ast.FuncDecl
	for obj, fd := range s.decls {
		if fd.Body != nil && isTopology(obj.Signature()) && obj.Exported() {
			found = append(found, fd)
		}
	}
	where := func(fd *ast.FuncDecl) token.Position { return s.pkg.Fset.Position(fd.Pos()) }
	sort.Slice(found, func(i, j int) bool { // by name of the file: the order of parsing has no say
		a, b := where(found[i]), where(found[j])
		return a.Filename < b.Filename || a.Filename == b.Filename && a.Offset < b.Offset
	})
	s.inVariables()
	for _, fd := range found {
		sig := s.info.Defs[fd.Name].(*types.Func).Signature()
		if sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
			s.diag(fd.Name.Pos(), "ST201", "topology %s is generic", fd.Name.Name)
			continue
		}
		out = append(out, s.read(fd))
	}
	return out
}

// inVariables reports literals of a topology's shape: they would be passed over in silence. R2
func (s *reader) inVariables() {
	for id, o := range s.info.Defs {
		v, ok := o.(*types.Var)
		if ok && v.Exported() && v.Parent() == s.pkg.Types.Scope() {
			if sig, ok := types.Unalias(v.Type()).(*types.Signature); ok && isTopology(sig) {
				s.advise(id.Pos(), "ST202", "declare it: func "+id.Name+"(b *dsl.Builder) { … }",
					"%s is a variable: a topology is a declared function", id.Name)
			}
		}
	}
}

func isTopology(sig *types.Signature) bool {
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	p, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Pointer)
	return ok && topo.Named(p.Elem()) == "Builder"
}

func (s *reader) read(fd *ast.FuncDecl) *topo.Graph {
	obj := s.info.Defs[fd.Name].(*types.Func)
	s.g = &topo.Graph{Name: obj.Name(), Func: obj, Package: s.pkg.Types, Dir: s.pkg.Dir,
		Fset: s.pkg.Fset, Doc: fd.Doc.Text(), Build: s.constraint(fd.Pos()), Pos: fd.Name.Pos()}
	s.calls = []call{{fd, token.NoPos}}
	said := len(s.diags)
	sc := newScope(nil, obj)
	if r := obj.Signature().Recv(); r != nil {
		s.g.Recv = r
		sc.vars[r] = topo.Opaque{Type: r.Type(), Recv: true}
	}
	sc.vars[obj.Signature().Params().At(0)] = topo.Builder{}
	s.bodies[fd.Body] = true
	s.block(fd.Body.List, sc)
	s.mixed(fd)
	s.g.Broken = len(s.diags) > said || slices.ContainsFunc(s.pkg.Faults, func(f load.Fault) bool { return s.inside(f.Pos) }) // R5
	return s.g
}

// inside says whether a place is in a body that was read.
func (s *reader) inside(pos token.Pos) bool {
	for b := range s.bodies {
		if b.Pos() <= pos && pos < b.End() {
			return true
		}
	}
	return false
}

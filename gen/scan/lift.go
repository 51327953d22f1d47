package scan

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// lifting cuts one literal, or another expression, from its file. Packages are marked in the text while it is put together: \0path\1name\0.
type lifting struct {
	*reader
	f        *topo.Func
	sc       *scope
	vals     map[types.Object]topo.Value
	edits    []edit
	receiver string
}

type edit struct {
	from, to int
	text     string
}

// lift gives the text of what f is written as, which calls the receiver so. Its diagnostics were reported when it was read.
func (s *reader) lift(f *topo.Func, receiver string) *topo.Lifted {
	l := &lifting{reader: s, f: f, sc: f.Env.(*scope), vals: values(f), receiver: receiver}
	text := l.text()
	out := &topo.Lifted{Receiver: l.receiver}
	for i, piece := range strings.Split(text, "\x00") {
		if i%2 == 1 {
			path, name, _ := strings.Cut(piece, "\x01")
			out.Parts = append(out.Parts, topo.Part{Text: name, Path: path})
		} else if piece != "" {
			out.Parts = append(out.Parts, topo.Part{Text: piece})
		}
	}
	return out
}

// values are those of the variables that f gets from outside.
func values(f *topo.Func) map[types.Object]topo.Value {
	out := map[types.Object]topo.Value{}
	for _, v := range f.Free {
		out[v.Obj] = v.Val
	}
	return out
}

// receiver is a name for the topology's receiver that means nothing else in f, nor in the literals that are put into it: helpers have
// it under names of their own. "": f doesn't use it.
func (s *reader) receiver(f *topo.Func) string {
	taken, name := map[string]bool{}, ""
	s.names(f, taken, &name)
	for name != "" && taken[name] {
		name += "2"
	}
	return name
}

func (s *reader) names(f *topo.Func, taken map[string]bool, receiver *string) {
	vals := values(f)
	ast.Inspect(f.Expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch v := vals[s.info.ObjectOf(id)].(type) {
		case *topo.Func:
			if v.Lit != nil && v.Text != nil {
				s.names(v, taken, receiver)
			} else if r, ok := v.Recv.(topo.Opaque); ok && r.Recv {
				*receiver = cmp.Or(*receiver, types.ExprString(r.Expr))
			}
		case topo.Opaque:
			if v.Recv {
				*receiver = cmp.Or(*receiver, id.Name)
			}
		default:
			taken[id.Name] = true
		}
		return true
	})
}

// join is the text of parts with their marks.
func join(parts []topo.Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Path != "" {
			b.WriteString(marked(p.Path, p.Text))
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func marked(path, name string) string { return "\x00" + path + "\x01" + name + "\x00" }

func (l *lifting) qualify(p *types.Package) string {
	if p == l.pkg.Types {
		return ""
	}
	return marked(p.Path(), p.Name())
}

func (l *lifting) text() string {
	file := l.pkg.Fset.File(l.f.Expr.Pos())
	ast.Inspect(l.f.Expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				if p, ok := l.info.Uses[id].(*types.PkgName); ok {
					l.replace(id, marked(p.Imported().Path(), p.Imported().Name()))
					return false
				}
			}
		case *ast.Ident:
			l.ident(n)
		}
		return true
	})
	if l.receiver != "" && l.f.Lit != nil {
		l.nameParams()
	}
	sort.SliceStable(l.edits, func(i, j int) bool { return l.edits[i].from > l.edits[j].from })
	from, text := file.Offset(l.f.Expr.Pos()), string(l.pkg.Source[file.Name()][:file.Offset(l.f.Expr.End())])
	for _, e := range l.edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text[from:]
}

// nameParams gives parameters without names some: the receiver comes before them with its own, and Go has all or none.
func (l *lifting) nameParams() {
	for _, p := range l.f.Lit.Type.Params.List {
		if len(p.Names) == 0 {
			at := l.pkg.Fset.File(p.Pos()).Offset(p.Pos())
			l.edits = append(l.edits, edit{at, at, "_ "}) // behind what is put in place of the type, which may begin there
		}
	}
}

func (l *lifting) replace(n ast.Node, text string) {
	file := l.pkg.Fset.File(n.Pos())
	l.edits = append(l.edits, edit{file.Offset(n.Pos()), file.Offset(n.End()), text})
}

// ident spells out what comes from outside.
func (l *lifting) ident(id *ast.Ident) {
	o := l.info.Uses[id]
	if o == nil {
		return
	}
	if o.Pkg() != nil && o.Pkg() != l.pkg.Types && o.Parent() == o.Pkg().Scope() { // dot import
		l.replace(id, marked(o.Pkg().Path(), o.Pkg().Name())+"."+id.Name)
		return
	}
	switch o := o.(type) {
	case *types.TypeName:
		if p, ok := o.Type().(*types.TypeParam); ok {
			l.replace(id, types.TypeString(l.sc.subst(p), l.qualify))
		}
	case *types.Const:
		if o.Pkg() == l.pkg.Types && o.Parent() != l.pkg.Types.Scope() && !l.within(o) {
			l.replace(id, spell(topo.Const{Val: o.Val(), Type: o.Type()}, l.qualify))
		}
	case *types.Var:
		if !l.within(o) && !o.IsField() {
			l.variable(id, o)
		}
	}
}

// within says whether o is declared in what is lifted.
func (l *lifting) within(o types.Object) bool {
	return o.Pos() >= l.f.Expr.Pos() && o.Pos() < l.f.Expr.End()
}

func (l *lifting) variable(id *ast.Ident, o *types.Var) {
	if e, env := l.expression(o, l.sc); e != nil && l.f.Lit == nil {
		l.replace(id, "("+join(l.userExpr(e, env, id.Pos()).Parts)+")")
		return
	}
	switch v := l.vals[o].(type) {
	case topo.Const:
		l.replace(id, spell(topo.Const{Val: v.Val, Type: l.sc.subst(o.Type())}, l.qualify))
	case *topo.Func:
		text := l.function(v)
		if t, ok := types.Unalias(o.Type()).(*types.Named); ok { // its methods are the type's
			text = types.TypeString(l.sc.subst(t), l.qualify) + "(" + text + ")"
		}
		l.replace(id, text)
	case topo.Opaque:
		if v.Recv {
			l.replace(id, l.receiver)
		}
	}
}

// function spells a function that the literal has in a variable: another literal is put in its place.
func (l *lifting) function(v *topo.Func) string {
	switch {
	case v.Lit != nil && v.Text == nil: // reported: it is a variable that changes
		return types.ExprString(v.Expr)
	case v.Text != nil:
		return "(" + join(l.lift(v, l.receiver).Parts) + ")"
	case v.Method:
		recv := v.Obj.Signature().Recv().Type()
		return "(" + types.TypeString(recv, l.qualify) + ")." + v.Obj.Name()
	case v.Recv != nil:
		return l.receiver + "." + v.Obj.Name()
	case v.Obj.Pkg() != l.pkg.Types:
		return marked(v.Obj.Pkg().Path(), v.Obj.Pkg().Name()) + "." + v.Obj.Name()
	}
	return v.Obj.Name()
}

// spell writes a constant with its type, so that it means the same wherever it stands.
func spell(c topo.Const, q types.Qualifier) string {
	text := c.Val.ExactString()
	if c.Val.Kind() == constant.Float { // ExactString may be a fraction, and 1/10 of integers is 0
		f, _ := constant.Float64Val(c.Val)
		text = strconv.FormatFloat(f, 'e', -1, 64)
	}
	if b, ok := c.Type.(*types.Basic); ok && (b.Info()&types.IsUntyped != 0 || b == types.Default(b) && b.Kind() == types.String) {
		return text
	}
	return fmt.Sprintf("%s(%s)", types.TypeString(c.Type, q), text)
}

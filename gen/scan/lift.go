package scan

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"sort"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Lifted is a literal as the text of a top-level function, cut from the file so that comments and layout stay.
type Lifted struct {
	Text     string            // from "func("; free constants and type parameters are replaced
	Imports  map[string]string // path to the name that the text uses
	Receiver *types.Var        // nil: none
	Calls    []string          // local function values that must be lifted too
}

// Lift gives the text of a literal. Its diagnostics were reported when it was read.
func (s *Scanner) Lift(f *topo.Func) (Lifted, error) {
	file := s.pkg.Fset.File(f.Lit.Pos())
	src, err := os.ReadFile(file.Name())
	if err != nil {
		return Lifted{}, err
	}
	out := Lifted{Imports: map[string]string{}}
	sc := f.Env.(*scope)
	vals := map[types.Object]topo.Value{}
	for _, v := range f.Free {
		vals[v.Obj] = v.Val
	}
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	qualify := func(p *types.Package) string {
		if p == s.pkg.Types {
			return ""
		}
		out.Imports[p.Path()] = p.Name()
		return p.Name()
	}
	ast.Inspect(f.Lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		text := ""
		switch o := s.info.Uses[id].(type) {
		case *types.PkgName:
			out.Imports[o.Imported().Path()] = id.Name
		case *types.TypeName:
			if p, ok := o.Type().(*types.TypeParam); ok {
				text = types.TypeString(sc.subst(p), qualify)
			}
		case *types.Const:
			if o.Parent() != s.pkg.Types.Scope() && o.Pkg() == s.pkg.Types {
				text = spell(topo.Const{Val: o.Val(), Type: o.Type()}, qualify)
			}
		case *types.Var:
			if o.Pos() >= f.Lit.Pos() && o.Pos() < f.Lit.End() || o.IsField() {
				break
			}
			switch v := vals[o].(type) {
			case topo.Const:
				text = spell(topo.Const{Val: v.Val, Type: sc.subst(o.Type())}, qualify)
			case *topo.Func:
				if v.Lit != nil {
					out.Calls = append(out.Calls, o.Name())
				} else {
					text = types.ExprString(v.Expr)
				}
			case topo.Opaque:
				if v.Recv {
					out.Receiver = o
				}
			}
		}
		if text != "" {
			edits = append(edits, edit{file.Offset(id.Pos()), file.Offset(id.End()), text})
		}
		return true
	})
	sort.Slice(edits, func(i, j int) bool { return edits[i].from > edits[j].from })
	from, text := file.Offset(f.Lit.Pos()), string(src[:file.Offset(f.Lit.End())])
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	out.Text = text[from:]
	return out, nil
}

// spell writes a constant with its type, so that it means the same wherever it stands.
func spell(c topo.Const, q types.Qualifier) string {
	if b, ok := c.Type.(*types.Basic); ok && (b.Info()&types.IsUntyped != 0 || b == types.Default(b) && b.Kind() == types.String) {
		return c.Val.ExactString()
	}
	return fmt.Sprintf("%s(%s)", types.TypeString(c.Type, q), c.Val.ExactString())
}

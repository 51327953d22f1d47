package plan

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

var (
	nothing  = Demand{}
	allOf    = Demand{All: true, Any: true}
	presence = Demand{Any: true} // the value is passed on, none of its fields are read
)

// or is what both use.
func (d Demand) or(e Demand) Demand {
	if d.All || e.All {
		return allOf
	}
	fields := append(slices.Clone(d.Fields), e.Fields...)
	slices.Sort(fields)
	return Demand{Any: d.Any || e.Any, Fields: slices.Compact(fields)}
}

// demands are the fields that a user function reads of each parameter. Only selections of a field on the parameter itself
// are followed, in literals and in functions of the user's package; any other use wants all of it.
func (b *builder) demands(f *topo.Func, sig *types.Signature) []Demand {
	if sig == nil {
		return nil
	}
	out := make([]Demand, sig.Params().Len())
	for i := range out {
		out[i] = allOf
	}
	var lists []*ast.FieldList
	var body *ast.BlockStmt
	switch decl := b.decl(f); {
	case f.Lit != nil:
		lists, body = []*ast.FieldList{f.Lit.Type.Params}, f.Lit.Body
	case decl != nil && f.Method:
		lists, body = []*ast.FieldList{decl.Recv, decl.Type.Params}, decl.Body
	case decl != nil:
		lists, body = []*ast.FieldList{decl.Type.Params}, decl.Body
	}
	if body == nil {
		return out
	}
	i := 0
	for _, list := range lists {
		for _, field := range list.List {
			for _, name := range field.Names {
				if i < len(out) {
					out[i] = b.uses(body, b.syntax.Info.Defs[name])
				}
				i++
			}
			if len(field.Names) == 0 {
				if i < len(out) {
					out[i] = presence
				}
				i++
			}
		}
	}
	return out
}

func (b *builder) decl(f *topo.Func) *ast.FuncDecl {
	if f.Obj == nil {
		return nil
	}
	return b.decls[f.Obj.Origin()]
}

// uses are the fields of a parameter that a body selects.
func (b *builder) uses(body *ast.BlockStmt, param types.Object) Demand {
	if param == nil { // _
		return presence
	}
	d, info := presence, b.syntax.Info
	fields := map[*ast.Ident]bool{} // uses that are a field's selection
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := ast.Unparen(n.X).(*ast.Ident)
			if !ok || info.Uses[id] != param {
				break
			}
			if s := info.Selections[n]; s != nil && s.Kind() == types.FieldVal {
				fields[id] = true
				d = d.or(Demand{Any: true, Fields: []string{firstField(s)}})
			}
		case *ast.Ident:
			if info.Uses[n] == param && !fields[n] {
				d = allOf
			}
		}
		return true
	})
	return d
}

// firstField is the field of the parameter's own type that a selection goes through: an embedded struct's, for a field
// that was promoted.
func firstField(s *types.Selection) string {
	t := s.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && len(s.Index()) > 0 {
		return st.Field(s.Index()[0]).Name()
	}
	return s.Obj().Name()
}

// Reads says whether a field is used.
func (d Demand) Reads(field string) bool { return d.All || slices.Contains(d.Fields, field) }

// read is what a function reads of its i-th parameter.
func (f *Func) read(i int) Demand {
	if f == nil || i >= len(f.Demands) {
		return allOf
	}
	return f.Demands[i]
}

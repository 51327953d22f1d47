package plan

import (
	"go/ast"
	"go/printer"
	"go/types"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// written is an expression of the user's as it stands in the topology, the names of packages apart.
func (b *builder) written(v topo.Value) []topo.Part {
	o, ok := v.(topo.Opaque)
	if !ok {
		if c, isConst := v.(topo.Const); isConst {
			return []topo.Part{{Text: c.Val.ExactString()}}
		}
		return nil
	}
	const mark = "\x01"
	var paths []string
	var undo []func()
	ast.Inspect(o.Expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if p, ok := b.syntax.Info.Uses[id].(*types.PkgName); ok {
			name := id.Name
			paths = append(paths, p.Imported().Path())
			id.Name = mark + name + mark
			undo = append(undo, func() { id.Name = name })
		}
		return true
	})
	var text strings.Builder
	err := printer.Fprint(&text, b.t.Graph.Fset, o.Expr)
	for _, f := range undo {
		f()
	}
	if err != nil {
		return []topo.Part{{Text: types.ExprString(o.Expr)}}
	}
	var out []topo.Part
	for i, piece := range strings.Split(text.String(), mark) {
		switch {
		case i%2 == 1:
			out = append(out, topo.Part{Text: piece, Path: paths[i/2]})
		case piece != "":
			out = append(out, topo.Part{Text: piece})
		}
	}
	return out
}

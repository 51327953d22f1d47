package plan

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// children are the names that ForwardTo knows. A view has no node: those below it count.
func (b *builder) children(s *Step) (names []string) {
	for _, n := range s.Next {
		if n.Kind == View {
			names = append(names, b.children(n)...)
		} else {
			names = append(names, b.p.Nodes[n.Node].Name)
		}
	}
	return names
}

// forwards looks for constant names in a processor's methods that are no children's.
func (b *builder) forwards() {
	methods := byReceiver(b.decls)
	for _, s := range b.order {
		if s.Processor == nil || s.Kind != Process {
			continue
		}
		for _, decl := range methods[origin(s.Processor.User)] {
			b.forwardsOf(s, decl)
		}
	}
}

// byReceiver are the methods among declarations, by their receiver's type, in no order.
func byReceiver(decls map[*types.Func]*ast.FuncDecl) map[*types.Named][]*ast.FuncDecl {
	out := map[*types.Named][]*ast.FuncDecl{}
	for m, decl := range decls {
		if r := m.Signature().Recv(); r != nil {
			out[origin(r.Type())] = append(out[origin(r.Type())], decl)
		}
	}
	return out
}

// origin is a type without its pointer and type arguments; nil: it has no name, and so no methods in the package.
func origin(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin()
	}
	return nil
}

func (b *builder) forwardsOf(s *Step, decl *ast.FuncDecl) {
	names, info := b.children(s), b.syntax.Info
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "ForwardTo" {
			return true
		}
		f, child := info.Uses[sel.Sel], info.Types[call.Args[0]].Value
		if f == nil || f.Pkg() == nil || f.Pkg().Path() != topo.Records || child == nil {
			return true
		}
		if name := constant.StringVal(child); !slices.Contains(names, name) {
			has := "it has no children"
			if len(names) > 0 {
				has = "its children are " + strings.Join(names, ", ")
			}
			g := b.t.Graph
			b.diags = append(b.diags, diag.New(g.At(call.Args[0].Pos()), "ST415",
				fmt.Sprintf("%s has no child called %q; %s", b.p.Nodes[s.Node].Name, name, has),
				fmt.Sprintf("name the operator below it with dsl.Name(%q), or forward to one of its children", name)).
				At(g.At(s.Op.Pos), "the processor runs here"))
		}
		return true
	})
}

package scan

import (
	"go/ast"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// flow is a statement that cannot be followed in words, and what to write in its place. "": it can.
func flow(st ast.Stmt) (what, instead string) {
	switch st.(type) {
	case *ast.ForStmt:
		return "a loop over what is not constant", "write the operators out, or loop over a constant count"
	case *ast.RangeStmt:
		return "a loop over what is not constant", "write the operators out, or range over a list written here"
	case *ast.IfStmt:
		return "a branch on what is not constant", "make the condition constant, or decide record by record with Filter or Split"
	case *ast.SwitchStmt:
		return "a switch on what is not constant", "make it constant, or decide record by record with Split"
	case *ast.TypeSwitchStmt:
		return "a type switch", "decide record by record with Split"
	case *ast.GoStmt:
		return "a goroutine", "call it here"
	case *ast.DeferStmt:
		return "a deferred call", "call it here"
	case *ast.SendStmt:
		return "a send to a channel", "keep it in a local variable"
	case *ast.SelectStmt:
		return "a select", "leave it out"
	case *ast.LabeledStmt:
		return "a label", "write the operators out"
	}
	return "", ""
}

// refuse reports a statement that can't be followed if it touches the DSL; otherwise it only forgets what it assigns.
func (s *reader) refuse(st ast.Stmt, sc *scope) {
	what, instead := flow(st)
	s.refuseAs(st, sc, what, instead)
}

// refuseAs says why.
func (s *reader) refuseAs(st ast.Stmt, sc *scope, what, instead string) {
	at := s.touches(st)
	if at != nil && what != "" && !s.bad(at, sc) {
		s.advise(at.Pos(), "ST210", instead,
			"%s in %s: stoatgen reads a topology and does not run it", types.ExprString(at), what)
	}
	ast.Inspect(st, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					if o := s.info.ObjectOf(id); o != nil {
						sc.set(o, topo.Opaque{Expr: id, Type: o.Type(), Bad: at != nil})
					}
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok {
				sc.set(s.info.ObjectOf(id), topo.Opaque{Expr: id})
			}
		case *ast.ReturnStmt:
			if at == nil && len(s.calls) == 1 {
				s.diag(n.Pos(), "ST211", "a return under a condition that is not constant")
			}
		}
		return true
	})
}

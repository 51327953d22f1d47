package scan

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/stoatgen/stoatgen/gen/load"
)

// constraint is that of the file that a place is in; "": every build has it.
func (s *reader) constraint(pos token.Pos) string {
	file := s.pkg.Fset.File(pos)
	for _, f := range s.pkg.Files {
		if s.pkg.Fset.File(f.Pos()) == file {
			return load.Constraint(file.Name(), f)
		}
	}
	return ""
}

// mixed reports the helpers, constants and types of a topology that some of its builds don't have, or have otherwise: one code is
// generated for all of them. Functions that are only called when it runs may differ.
func (s *reader) mixed(topology *ast.FuncDecl) {
	own, done := s.constraint(topology.Pos()), map[*ast.FuncDecl]bool{}
	var visit func(fd *ast.FuncDecl)
	look := func(id *ast.Ident) {
		o := s.info.Uses[id]
		f, _ := o.(*types.Func)
		if f == nil && (o == nil || o.Parent() != s.pkg.Types.Scope()) {
			return
		}
		if _, variable := o.(*types.Var); variable {
			return
		}
		var helper *ast.FuncDecl
		if f != nil {
			if helper = s.decls[f.Origin()]; helper == nil || !s.bodies[helper.Body] {
				return
			}
		}
		if c := s.constraint(o.Pos()); c != "" && c != own {
			s.diag(id.Pos(), "ST106", "%s is declared in %s, which is built for %s only; the topology is built for %s",
				id.Name, filepath.Base(s.pkg.Fset.Position(o.Pos()).Filename), c, builds(own))
		} else if helper != nil && !done[helper] {
			visit(helper)
		}
	}
	visit = func(fd *ast.FuncDecl) {
		done[fd] = true
		ast.Inspect(fd, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok && !s.bodies[lit.Body] { // called when it runs
				ast.Inspect(lit.Type, func(n ast.Node) bool { return visitIdent(n, look) })
				return false
			}
			return visitIdent(n, look)
		})
	}
	visit(topology)
}

func visitIdent(n ast.Node, look func(*ast.Ident)) bool {
	if id, ok := n.(*ast.Ident); ok {
		look(id)
	}
	return true
}

// builds is a constraint in a sentence.
func builds(constraint string) string {
	if constraint == "" {
		return "everything"
	}
	return constraint
}

package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/gen/write"
)

// collide reports files that another topology of the package writes too.
func (r *run) collide(g *topo.Graph, before, files []write.File) {
	for _, f := range files {
		for _, b := range before {
			if f.Name == b.Name {
				r.say(diag.New(g.At(g.Pos), "ST802", g.Title()+" and another topology both write "+filepath.Base(f.Name), "rename one of them"))
				return
			}
		}
	}
}

// judge reports the names that were not defined while the package was read and that the output does not define. G5
func (r *run) judge(p *load.Package, pending []load.Fault, files []write.File) {
	declared := map[string]bool{}
	for _, f := range files {
		for _, name := range names(f) {
			declared[name] = true
		}
	}
	missing := false
	for _, f := range pending {
		missing = missing || f.Missing != ""
	}
	for _, f := range pending {
		if f.Missing != "" && !declared[f.Missing] || !missing {
			d := scan.Fault(p, f)
			if made := constructors(declared); strings.HasPrefix(f.Missing, "New") && len(made) > 0 {
				d.Fixes = []diag.Fix{{Message: "stoatgen defines " + strings.Join(made, ", ")}}
			}
			r.say(d)
		}
	}
}

// constructors are those of the names that the user's code calls.
func constructors(declared map[string]bool) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if strings.HasPrefix(name, "New") {
			out = append(out, name)
		}
	}
	return out
}

// names are the top-level declarations of a generated file.
func names(f write.File) (out []string) {
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.SkipObjectResolution)
	if err != nil {
		panic("what was generated does not parse: " + err.Error())
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out = append(out, s.Name.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						out = append(out, id.Name)
					}
				}
			}
		}
	}
	return out
}

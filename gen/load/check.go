package load

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// importer finds a target's imports by the paths that its files use.
type importer struct {
	of   *packages.Package
	deps map[string]*types.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	if imp := i.of.Imports[path]; imp != nil {
		path = imp.PkgPath // vendored
	}
	if p := i.deps[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("it does not compile, or is not there")
}

// check parses and type-checks a target. Type errors are its Faults.
func check(p *packages.Package, fset *token.FileSet, deps map[string]*types.Package, over map[string][]byte) (*Package, []diag.Diagnostic) {
	t := &Package{Path: p.PkgPath, Dir: filepath.Dir(p.GoFiles[0]), Fset: fset, Source: map[string][]byte{}}
	var ds []diag.Diagnostic
	for _, name := range p.GoFiles {
		if _, ours := over[name]; ours {
			t.Ours = append(t.Ours, name) // L1
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			ds = append(ds, diag.New(token.Position{Filename: name}, "ST101", err.Error()))
			continue
		}
		t.Source[name] = src
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.AllErrors)
		var list scanner.ErrorList
		if errors.As(err, &list) {
			for _, e := range list {
				ds = append(ds, diag.New(e.Pos, "ST102", e.Msg))
			}
		}
		if f != nil {
			t.Files = append(t.Files, f)
		}
	}
	t.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{}}
	conf := types.Config{Importer: importer{p, deps}, Sizes: p.TypesSizes, FakeImportC: true, Error: t.fault}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	t.Types, _ = conf.Check(p.PkgPath, fset, t.Files, t.Info) // its error is the first of the Faults
	return t, ds
}

func (t *Package) fault(err error) {
	var te types.Error
	if !errors.As(err, &te) {
		return
	}
	if strings.HasPrefix(te.Msg, "could not import ") {
		t.missing = append(t.missing, diag.New(te.Fset.Position(te.Pos), "ST101", te.Msg))
		return
	}
	f := Fault{Pos: te.Pos, Message: te.Msg, Follows: strings.Contains(te.Msg, "unknown type") || strings.Contains(te.Msg, "invalid type")}
	f.Missing, _ = strings.CutPrefix(te.Msg, "undefined: ")
	if f.Missing == te.Msg {
		f.Missing = ""
	}
	t.Faults = append(t.Faults, f)
}

// excluded warns of topologies in files that are left out of the build.
func excluded(p *packages.Package) (ds []diag.Diagnostic) {
	if p.Dir == "" { // it was not found
		return nil
	}
	fset := token.NewFileSet()
	tests, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go")) // the pattern is well-formed
	for _, name := range append(tests, p.IgnoredFiles...) {
		test := strings.HasSuffix(name, "_test.go")
		src, err := os.ReadFile(name)
		if err != nil || !strings.HasSuffix(name, ".go") || !bytes.Contains(src, []byte(topo.DSL)) {
			continue
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			continue // not part of the build, so none of our business
		}
		why, fix := "a file that is left out of the build", "give the file another name, or pass its build tag with -tags"
		if test {
			why, fix = "a file that only its package's tests have", "move it to a file whose name doesn't end in _test.go"
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && looksLikeTopology(f, fd) && (test || !declared(p.GoFiles, fd)) {
				ds = append(ds, diag.New(fset.Position(fd.Name.Pos()), "ST105",
					"topology "+fd.Name.Name+" is in "+filepath.Base(name)+", "+why, fix))
			}
		}
	}
	return ds
}

// declared says whether this build has a function of the same name: then each of them has its own, which is meant.
func declared(files []string, like *ast.FuncDecl) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		return err == nil && slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
			fd, ok := d.(*ast.FuncDecl)
			return ok && fd.Recv == nil && like.Recv == nil && fd.Name.Name == like.Name.Name
		})
	})
}

// looksLikeTopology goes by syntax: an exported func(b *dsl.Builder) in a file that imports the DSL.
func looksLikeTopology(f *ast.File, fd *ast.FuncDecl) bool {
	if !fd.Name.IsExported() || fd.Type.Results != nil || len(fd.Type.Params.List) != 1 {
		return false
	}
	star, ok := fd.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Builder" {
		return false
	}
	for _, i := range f.Imports {
		if strings.Trim(i.Path.Value, `"`) == topo.DSL {
			return true
		}
	}
	return false
}

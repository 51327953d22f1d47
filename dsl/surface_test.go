package dsl_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/stoatgen/stoatgen/testdata/scan/surface" // compiles: every type argument is inferred
)

// TestSurface says that testdata/scan/surface calls every exported function and method and uses every constant, so that
// each is compiled with inferred type arguments once. Names count, not receivers: gen/topo has a row a receiver and
// method.
func TestSurface(t *testing.T) {
	used := map[string]bool{}
	for _, f := range parse(t, "../testdata/scan/surface") {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				used[s.Sel.Name] = true
			}
			return true
		})
	}
	declared := 0
	for _, f := range parse(t, ".") {
		for _, d := range f.Decls {
			for _, name := range exported(d) {
				declared++
				if !used[name.Name] {
					t.Errorf("testdata/scan/surface never uses %s", name.Name)
				}
			}
		}
	}
	if declared < 200 {
		t.Errorf("%d exported functions, methods and constants found: the test reads the wrong files", declared)
	}
}

// TestComments says that every exported identifier has a doc comment that begins with its name, or is one of a group
// that has one.
func TestComments(t *testing.T) {
	for _, f := range parse(t, ".") {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && !strings.HasPrefix(d.Doc.Text(), d.Name.Name+" ") {
					t.Errorf("%s has no comment that begins with its name", d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
						doc := s.Doc.Text()
						if len(d.Specs) == 1 {
							doc = d.Doc.Text()
						}
						if !strings.HasPrefix(doc, s.Name.Name+" ") {
							t.Errorf("%s has no comment that begins with its name", s.Name.Name)
						}
					}
				}
			}
		}
	}
}

// exported is the functions, methods and constants that a declaration exports.
func exported(d ast.Decl) (names []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ValueSpec); ok {
				names = append(names, s.Names...)
			}
		}
	}
	return names
}

// parse reads the Go files of a directory that aren't tests.
func parse(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// Package oracle finds the cases of the oracle: what Kafka Streams 4.4.0 itself answered (README.md), and which topology of
// testdata/gen/ready is each one's.
package oracle

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one question to the oracle: a topology, settings and inputs.
type Case struct {
	Name     string // folder/name of its vector; fuzz/<family> for all seeds of a family
	Topology string // the exported function that declares it
}

// Cases reads the "Cases:" lines of package ready under root, the module's directory. They are sorted by name.
func Cases(root string) ([]Case, error) {
	dir := filepath.Join(root, "testdata", "gen", "ready")
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no topologies in %s: run from the repository", dir)
	}
	var cases []Case
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		cases = append(cases, inFile(f)...)
	}
	slices.SortFunc(cases, func(a, b Case) int { return strings.Compare(a.Name, b.Name) })
	for i := range cases[1:] {
		if a, b := cases[i], cases[i+1]; a.Name == b.Name {
			return nil, fmt.Errorf("case %s is answered by %s and %s: leave it at one", a.Name, a.Topology, b.Topology)
		}
	}
	return cases, nil
}

// inFile is the cases that the comments of f's functions name.
func inFile(f *ast.File) (cases []Case) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		for line := range strings.Lines(fn.Doc.Text()) {
			names, ok := strings.CutPrefix(line, "Cases: ")
			if !ok {
				continue
			}
			for name := range strings.FieldsSeq(names) {
				cases = append(cases, Case{name, fn.Name.Name})
			}
		}
	}
	return cases
}

// Files is the vectors of a case under dir, testdata/oracle or a directory of the same layout: one file, or one a seed. None is
// no error: a directory may hold some cases only.
func (c Case) Files(dir string) ([]string, error) {
	if strings.HasPrefix(c.Name, "fuzz/") {
		return filepath.Glob(filepath.Join(dir, c.Name, "*.json"))
	}
	return filepath.Glob(filepath.Join(dir, c.Name+".json"))
}

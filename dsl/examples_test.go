package dsl_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestExamples says that testdata/gen/examples has the text of every Example's topology: what runs is what is shown.
// -update copies it there; go generate has to follow.
func TestExamples(t *testing.T) {
	want, err := copies()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range want {
		path := filepath.Join("../testdata/gen/examples", name)
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, text) {
			t.Errorf("%s is not what the Examples show: go test ./dsl -run TestExamples -update, then make generate", path)
		}
	}
}

// copies is the files that the Examples make: for each example_x_test.go an x.go with its topologies, and apps.go with
// what is generated for all of them.
func copies() (map[string][]byte, error) {
	out := map[string][]byte{}
	var apps bytes.Buffer
	apps.WriteString("package examples\n\nimport \"github.com/stoatgen/stoatgen/rt\"\n\n//go:generate go tool stoatgen\n\n" +
		"// Apps is what was generated, by topology.\nvar Apps = map[string]func(rt.Config) (*rt.App, error){\n")
	paths, err := filepath.Glob("example_*_test.go")
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no Examples here: %v", err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "example_"), "_test.go") + ".go"
		if out[name], err = topologies(path, src, &apps); err != nil {
			return nil, err
		}
	}
	apps.WriteString("}\n")
	out["apps.go"], err = format.Source(apps.Bytes())
	return out, err
}

// topologies is the topologies of one file of Examples, as functions, with the imports they use.
func topologies(path string, src []byte, apps *bytes.Buffer) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		a, ok := fn.Body.List[0].(*ast.AssignStmt)
		if !ok || len(a.Rhs) != 1 {
			return nil, fmt.Errorf("%s: %s doesn't begin with topology := func(b *dsl.Builder)", path, fn.Name.Name)
		}
		name := strings.ReplaceAll(strings.TrimPrefix(fn.Name.Name, "Example"), "_", "")
		text := src[fset.Position(a.Rhs[0].Pos()).Offset+len("func") : fset.Position(a.Rhs[0].End()).Offset]
		fmt.Fprintf(&body, "\n// %s is the topology of %s.\nfunc %s%s\n", name, fn.Name.Name, name, text)
		fmt.Fprintf(apps, "%q: New%s,\n", name, name)
	}
	var out bytes.Buffer
	out.WriteString("package examples\n\nimport (\n")
	blank := false
	for _, i := range f.Imports { // in the file's order: the standard library first
		p, _ := strconv.Unquote(i.Path.Value)
		if i.Name != nil || !bytes.Contains(body.Bytes(), []byte(filepath.Base(p)+".")) {
			continue
		}
		if own := strings.Contains(p, "."); own && !blank {
			blank = true
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%q\n", p)
	}
	fmt.Fprintf(&out, ")\n%s", body.Bytes())
	return format.Source(out.Bytes())
}

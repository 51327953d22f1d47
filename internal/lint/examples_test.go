package lint

import (
	"context"
	"flag"
	"go/ast"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/load"
)

var update = flag.Bool("update", false, "write the last column of docs/operators.md anew")

// lastCell is the last cell of a row.
var lastCell = regexp.MustCompile(`\|[^|]*\|$`)

// TestOperatorsLinkExamples says that each row of docs/operators.md links to an Example that calls what the row names, its own if
// there is one. -update writes the links; it can't write an Example.
func TestOperatorsLinkExamples(t *testing.T) {
	shown, has, section := examples(t), vocabulary(t), ""
	var text strings.Builder
	for line := range strings.Lines(read(t, "docs/operators.md")) {
		line = strings.TrimRight(line, "\n")
		if name, support, ok := operator(line, &section, has); ok && support != "not supported" {
			want := "| " + shown[name] + " |"
			switch got := lastCell.FindString(line); {
			case shown[name] == "":
				t.Errorf("docs/operators.md: no Example in dsl calls %s", name)
			case *update:
				line = strings.TrimSuffix(line, got) + want
			case got != want:
				t.Errorf("docs/operators.md, %s: %s, want %s: go test ./internal/lint -update", name, got, want)
			}
		}
		text.WriteString(line + "\n")
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, "docs/operators.md"), []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// examples is the link to show for each name of dsl that a topology of an Example calls.
func examples(t *testing.T) map[string]string {
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: root, Patterns: []string{"./testdata/gen/examples"}})
	if err != nil || len(pkgs) != 1 {
		t.Fatal(err, ds)
	}
	bodies := map[string]*ast.FuncDecl{}
	for _, f := range pkgs[0].Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				bodies[fn.Name.Name] = fn
			}
		}
	}
	links := map[string]string{}
	for _, f := range goFiles(t) {
		if f.room() != "dsl" || !strings.HasPrefix(path.Base(f.path), "example_") {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			about, isExample := "", false
			if ok {
				about, isExample = strings.CutPrefix(fn.Name.Name, "Example")
			}
			body := bodies[strings.ReplaceAll(about, "_", "")]
			if !isExample || body == nil {
				continue
			}
			to := "[" + fn.Name.Name + "](../" + f.path + ")"
			for name := range calls(pkgs[0].Info, body) {
				if links[name] == "" || name == strings.Replace(about, "_", ".", 1) {
					links[name] = to
				}
			}
		}
	}
	return links
}

// calls is the names of dsl in a topology, as the documents spell them.
func calls(info *types.Info, fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := info.Uses[id]
		if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != module+"/dsl" {
			return true
		}
		name := obj.Name()
		if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
			typ := f.Signature().Recv().Type()
			if p, ok := typ.(*types.Pointer); ok {
				typ = p.Elem()
			}
			name = typ.(*types.Named).Obj().Name() + "." + name
		}
		names[name] = true
		return true
	})
	return names
}

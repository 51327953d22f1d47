package lint

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// TestSupported says that NOT-SUPPORTED.md lists exactly what gen/plan can't make: operators, options and codecs. (Windows, buffers and
// strategies are arguments: gen/plan looks at what they are set to.)
func TestSupported(t *testing.T) {
	can, not := plan.Supported(), notSupported(t)
	check := func(name string, supported bool) {
		if supported == not[name] {
			t.Errorf("gen/plan supports %s: %v; NOT-SUPPORTED.md lists it: %v", name, supported, not[name])
		}
	}
	// Its methods share the rows of the types before it; what gives it is not supported.
	const unreached = "SessionWindowedKStream"
	rows, seen := topo.Rows(), 0
	for _, f := range goFiles(t) {
		if f.room() != "dsl" || f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() {
				continue
			}
			name := fn.Name.Name
			switch typ := strings.TrimSuffix(receiver(fn), "."); {
			case typ != "":
				op := topo.Op{Type: typ, Method: name}
				if slices.Contains(rows, op.Row()) {
					check(typ+"."+name, slices.Contains(can.Operators, op.Row()) && (typ != unreached || slices.Contains(can.Operators, "KGroupedStream.SessionWindowedBy")))
					seen++
				}
			case result(fn) == "Codec":
				check(name, slices.Contains(can.Codecs, name))
				seen++
			case strings.HasSuffix(result(fn), "Opt"):
				check(name, slices.Contains(can.Options, name))
				seen++
			}
		}
	}
	if seen < 150 {
		t.Errorf("%d operators, options and codecs found in dsl: the test reads the wrong files", seen)
	}
}

// TestExamples says that every operator that can be made has a runnable Example in dsl.
func TestExamples(t *testing.T) {
	shown := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.room() != "dsl" || !f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if typ, method, ok := strings.Cut(strings.TrimPrefix(fn.Name.Name, "Example"), "_"); ok {
					op := topo.Op{Type: typ, Method: method}
					shown[op.Row()] = true
				}
			}
		}
	}
	for _, row := range plan.Supported().Operators {
		if !shown[row] {
			t.Errorf("no Example in dsl shows %s", row)
		}
	}
}

// result is the name of the type that a function returns.
func result(fn *ast.FuncDecl) string {
	if fn.Type.Results == nil {
		return ""
	}
	x := fn.Type.Results.List[0].Type
	if i, ok := x.(*ast.IndexExpr); ok {
		x = i.X
	}
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

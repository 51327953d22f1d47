package scan_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

var want = regexp.MustCompile(`ST\d+@\d+`)

// TestDiagnostics compares codes, lines and columns with the "// want" comments of the bad topologies.
func TestDiagnostics(t *testing.T) {
	pkgs, err := load.Direct("sketch", "./bad")
	if err != nil {
		t.Fatal(err)
	}
	fset, need := pkgs[0].Fset, map[string]bool{}
	for _, f := range pkgs[0].Syntax {
		for _, g := range f.Comments {
			if text, ok := strings.CutPrefix(g.Text(), "want "); ok {
				for _, w := range want.FindAllString(text, -1) {
					code, col, _ := strings.Cut(w, "@")
					need[fmt.Sprintf("%d:%s %s", fset.Position(g.Pos()).Line, col, code)] = true
				}
			}
		}
	}
	total, codes := len(need), map[string]int{}
	s := scan.New(pkgs[0], "github.com/stoatgen/stoatgen/dsl")
	s.Topologies()
	for _, d := range s.Diags {
		p := fset.Position(d.Pos)
		k := fmt.Sprintf("%d:%d %s", p.Line, p.Column, d.Code)
		if !need[k] {
			t.Errorf("unexpected %s: %s", k, d.Text)
		}
		delete(need, k)
		codes[d.Code]++
	}
	for k := range need {
		t.Errorf("missing %s", k)
	}
	t.Logf("%d diagnostics of %d codes at the wanted line and column: %v", total-len(need), len(codes), slices.Sorted(maps.Keys(codes)))
}

// TestGood reads what must be followed, and finds no fault.
func TestGood(t *testing.T) {
	pkgs, err := load.Direct("sketch", "./good")
	if err != nil {
		t.Fatal(err)
	}
	s := scan.New(pkgs[0], "github.com/stoatgen/stoatgen/dsl")
	graphs := s.Topologies()
	want := map[string]int{"Topology": 17, "Lifts": 7, "Called": 4, "Unrolled": 4}
	for _, g := range graphs {
		if len(g.Ops) != want[g.Name] {
			t.Error(g.Name, len(g.Ops))
		}
		if g.Name == "Unrolled" {
			for i, w := range []string{"v != int64(8)*int64(7)", "v != int64(9)*int64(8)"} {
				if l, err := s.Lift(g.Ops[1+i].Args[0].(*topo.Func)); err != nil || !strings.Contains(l.Text, w) {
					t.Error(l.Text, err)
				}
			}
		}
	}
	if len(graphs) != len(want) || len(s.Diags) > 0 {
		t.Error(len(graphs), s.Diags)
	}
}

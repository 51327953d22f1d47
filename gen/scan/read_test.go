package scan

import (
	"context"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/topo"
)

func loaded(t *testing.T, name string) *load.Package {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/scan")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: dir, Patterns: []string{"./" + name}})
	if err != nil || len(ds) > 0 || len(pkgs) != 1 {
		t.Fatal(err, ds, len(pkgs))
	}
	return pkgs[0]
}

// said are the diagnostics as "line:col code".
func said(r Result) (out []string) {
	for _, d := range r.Diags {
		out = append(out, fmt.Sprintf("%s:%d:%d %s", filepath.Base(d.Pos.Filename), d.Pos.Line, d.Pos.Column, d.Code))
	}
	return out
}

// operators are the methods in order, with the topics and names that are known.
func operators(g *topo.Graph) string {
	var out []string
	for _, o := range g.Ops {
		m := o.Method
		if len(o.Args) > 0 && topo.Text(o.Args[0]) != "" {
			m += "(" + topo.Text(o.Args[0]) + ")"
		} else if o.Name() != "" {
			m += "(" + o.Name() + ")"
		}
		out = append(out, m)
	}
	return strings.Join(out, " ")
}

func TestWhatCanBeFollowedIsFollowed(t *testing.T) {
	want := map[string]string{
		"good.Topology": "Stream(l) Stream(r) Filter Filter Merge MapValues(m-map) To(x-topic) To(y-topic) To(out-a) Stream(third) To(out-b) " +
			"Filter GroupByKey WindowedBy Count To(expr) To(method-expression)",
		"good.Lifts":            "Stream(in) Filter Filter Merge Filter Merge To(out)",
		"good.Called":           "Stream(in) To(a) To(b) To(c)",
		"good.Unrolled":         "Stream(in) Filter Filter To(out)",
		"good.Spelled":          "Stream(in) Filter MapValues Filter To(out)",
		"good.Aliased":          "Stream(in) Filter To(out)",
		"good.Ended":            "Stream(in) To(out)",
		"good.Recursive":        "Stream(in) MapValues To(out)",
		"good.Keyed":            "Stream(a) To(out-a) Stream(b) To(out-b)",
		"good.Chart":            "Stream(in) SelectKey GroupByKey Count",
		"cross.Alias":           "Stream(x) To(y)",
		"cross.ByMethod":        "Stream(k) To(a)",
		"cross.ByFuncParam":     "Stream(k) To(x)",
		"cross.ByParen":         "Stream(p) Filter To(p)",
		"cross.ByGenericMethod": "Stream(g) MapValues To(g)",
		"cross.Held":            "", "cross.ByInterface": "",
		"cross.Variadic": "Stream(g) To(a) To(b-more)",
		"cross.Setup":    "Codec",
		"cross.Main":     "Codec Stream(x) To",
	}
	faults := map[string][]string{"cross": {"cross.go:28:5 ST202", "cross.go:16:9 ST220", "cross.go:25:39 ST226", "more.go:20:2 ST230"}}
	for _, name := range []string{"good", "cross"} {
		r := Read(loaded(t, name))
		if !slices.Equal(said(r), faults[name]) {
			t.Error(said(r), r.Diags)
		}
		for _, g := range r.Graphs {
			if got := operators(g); got != want[name+"."+g.Name] {
				t.Errorf("%s.%s: %s", name, g.Name, got)
			}
			delete(want, name+"."+g.Name)
		}
	}
	for k := range want {
		t.Errorf("%s was not read", k)
	}
}

// lifted is the text of the only literal of an operator.
func lifted(g *topo.Graph, op int) string {
	f, _ := g.Ops[op].Args[0].(*topo.Func)
	if f == nil || f.Text == nil {
		return "no literal"
	}
	var b strings.Builder
	for _, p := range f.Text.Parts {
		if b.WriteString(p.Text); p.Path != "" {
			b.WriteString("<" + p.Path + ">")
		}
	}
	return b.String()
}

func TestLiteralsAreCutWithWhatTheyGotFromOutside(t *testing.T) {
	byName := map[string]*topo.Graph{}
	for _, g := range Read(loaded(t, "good")).Graphs {
		byName[g.Name] = g
	}
	for _, c := range []struct {
		graph string
		op    int
		want  string
	}{
		{"Unrolled", 1, "func(_ string, v int64) bool { return v != int64(8)*int64(7) }"},
		{"Unrolled", 2, "func(_ string, v int64) bool { return v != int64(9)*int64(8) }"},
		{"Lifts", 1, "func(_ string, n int64) bool {\n\t\t// compared in seconds\n\t\treturn n*int64(time<time>.Second) > int64(42)*int64(time<time>.Duration(60000000000))\n\t}"},
		{"Spelled", 1, "func(_ string, v float64) bool { return v > float64(1e-01) }"},
		{"Spelled", 2, "func(v float64) string { return (func(s string) string { return strings<strings>.ToUpper(s) })(strconv<strconv>.Itoa(int(v))) }"},
		{"Spelled", 3, "func(_, v string) bool { return strings<strings>.HasPrefix(v, \"p\") }"},
		{"Aliased", 1, "func(_, v string) bool { return len(v) > a.Limit+a.Limit }"},
	} {
		if got := lifted(byName[c.graph], c.op); got != c.want {
			t.Errorf("%s %d: %s", c.graph, c.op, got)
		}
	}
	keep := byName["Topology"].Ops[3].Args[0].(*topo.Func)
	if keep.Text.Receiver != "a" {
		t.Errorf("receiver %q", keep.Text.Receiver)
	}
}

func TestPackagesThatDoNotTypeCheck(t *testing.T) {
	for _, c := range []struct {
		name    string
		diags   []string
		pending []string
		ops     []string
	}{
		{"missing", nil, []string{"NewCheck", "NewOrders", "NewConfig"}, []string{"Stream(in) Filter To(out)"}},
		{"noinfer", []string{"orders.go:8:42 ST103", "orders.go:8:31 ST103"}, nil, []string{"Stream(in2) To(out2)"}},
		{"typo", []string{"typo.go:7:11 ST103", "typo.go:8:51 ST103"}, nil, []string{"Stream(in) Filter To(out)"}},
	} {
		r := Read(loaded(t, c.name))
		var pending []string
		for _, f := range r.Pending {
			pending = append(pending, f.Missing)
		}
		var ops []string
		for _, g := range r.Graphs {
			ops = append(ops, operators(g))
		}
		if got := said(r); !slices.Equal(got, c.diags) || !slices.Equal(pending, c.pending) || !slices.Equal(ops, c.ops) {
			t.Errorf("%s: %q %v, pending %q, %q", c.name, got, r.Diags, pending, ops)
		}
		if len(c.diags) > 0 && !r.Graphs[0].Broken {
			t.Errorf("%s: the graph counts as whole", c.name)
		}
	}
}

// TestOrderOfFilesHasNoSay reads the files in reverse.
func TestOrderOfFilesHasNoSay(t *testing.T) {
	p := loaded(t, "cross")
	once := Read(p)
	slices.Reverse(p.Files)
	again := Read(p)
	if len(once.Graphs) != len(again.Graphs) {
		t.Fatal(len(once.Graphs), len(again.Graphs))
	}
	for i, g := range once.Graphs {
		if g.Name != again.Graphs[i].Name || operators(g) != operators(again.Graphs[i]) {
			t.Errorf("%s and %s", g.Name, again.Graphs[i].Name)
		}
	}
}

// TestTheNetReportsWhatWasNotRead takes one call out of what was visited.
func TestTheNetReportsWhatWasNotRead(t *testing.T) {
	s := newReader(loaded(t, "missing"))
	s.topologies()
	s.unread()
	if len(s.diags) > 0 {
		t.Fatal(s.diags)
	}
	for x := range s.visited {
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Filter" {
			delete(s.visited, x)
		}
	}
	s.unread()
	if got := said(Result{Diags: s.diags}); !slices.Equal(got, []string{"orders.go:8:2 ST901"}) {
		t.Errorf("%q %v", got, s.diags)
	}
}

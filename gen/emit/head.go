package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// head is what stands in front: handshake, guards, nodes.
func (g *gen) head() {
	g.decl("const _ = abi.V1 // does not compile? run go generate: this code and package rt are of different ages")
	g.guards()
	var b strings.Builder
	b.WriteString("const (\n")
	for i, n := range g.p.Nodes {
		b.WriteString(n.Const)
		if i == 0 {
			b.WriteString(" abi.NodeID = iota")
		}
		b.WriteString("\n")
	}
	b.WriteString(")")
	g.decl("%s", b.String())
	b.Reset()
	fmt.Fprintf(&b, "// %s are the operators, with their places in the topology.\nvar %s = []abi.Node{\n", g.p.Table, g.p.Table)
	for _, n := range g.p.Nodes {
		fmt.Fprintf(&b, "{Name: %q, Pos: %q},\n", n.Name, n.Pos)
	}
	b.WriteString("}")
	g.decl("%s", b.String())
}

func (g *gen) node(i int) string { return g.p.Nodes[i].Const }

// guards keep the signatures of the user's functions.
func (g *gen) guards() {
	var lines []string
	for _, f := range g.p.Funcs {
		if f.Guard {
			lines = append(lines, fmt.Sprintf("_ %s = %s", g.signature(f), g.funcName(f)))
		}
	}
	switch len(lines) {
	case 0:
	case 1:
		g.decl("// A signature that changed does not compile here: run go generate.\nvar %s", lines[0])
	default:
		g.decl("// A signature that changed does not compile here: run go generate.\nvar (\n%s\n)", strings.Join(lines, "\n"))
	}
}

// signature spells the type of what funcName spells, without the names of parameters.
func (g *gen) signature(f *plan.Func) string {
	var in, out []string
	sig := f.Sig
	if f.Kind == plan.Bound {
		in = append(in, g.typ(g.holder(f)))
	}
	for v := range sig.Params().Variables() {
		in = append(in, g.typ(v.Type()))
	}
	for v := range sig.Results().Variables() {
		out = append(out, g.typ(v.Type()))
	}
	s := "func(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
	case 1:
		s += " " + out[0]
	default:
		s += " (" + strings.Join(out, ", ") + ")"
	}
	return s
}

// holder is the receiver of a bound method as an expression has it: the topology's own, or what points to that.
func (g *gen) holder(f *plan.Func) types.Type {
	if obj := f.Func.Obj; types.NewMethodSet(g.p.Receiver).Lookup(obj.Pkg(), obj.Name()) == nil {
		return types.NewPointer(g.p.Receiver)
	}
	return g.p.Receiver
}

// funcName spells a declared function or method as a value, or for a call with args. A method is an expression, which nothing has
// to be evaluated for.
func (g *gen) funcName(f *plan.Func, args ...string) string {
	obj := f.Func.Obj
	sig := obj.Signature()
	if sig.Recv() != nil {
		of := f.Sig.Params().At(0).Type() // it may have the method from what is embedded in it
		if f.Kind == plan.Bound {
			of = g.holder(f)
		}
		t := g.typ(of)
		if strings.HasPrefix(t, "*") {
			t = "(" + t + ")"
		}
		return t + "." + obj.Name()
	}
	name := qual("", obj.Name())
	if obj.Pkg() != g.p.Package {
		name = qual(obj.Pkg().Path(), obj.Name())
	}
	if n := len(f.Func.Args); n > 0 && !inferred(obj, args) {
		list := make([]string, n)
		for i, t := range f.Func.Args {
			list[i] = g.typ(t)
		}
		name += "[" + strings.Join(list, ", ") + "]"
	}
	return name
}

// inferred says whether the arguments of a call tell all type arguments: nil tells nothing.
func inferred(obj *types.Func, args []string) bool {
	sig := obj.Origin().Signature()
	for p := range sig.TypeParams().TypeParams() {
		told := false
		for i := range sig.Params().Len() {
			untyped := i < len(args) && args[i] == "nil"
			told = told || !untyped && mentions(sig.Params().At(i).Type(), p)
		}
		if !told {
			return false
		}
	}
	return true
}

func mentions(t types.Type, p *types.TypeParam) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == p
	case *types.Tuple:
		for v := range t.Variables() {
			if mentions(v.Type(), p) {
				return true
			}
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if mentions(a, p) {
				return true
			}
		}
	case interface{ Elem() types.Type }:
		return mentions(t.Elem(), p)
	case *types.Signature:
		return mentions(t.Params(), p) || mentions(t.Results(), p)
	}
	return false
}

// call spells the call of a user function.
func (g *gen) call(f *plan.Func, args ...string) string {
	list := strings.Join(args, ", ")
	switch f.Kind {
	case plan.Lifted:
		if f.Func.Text.Receiver != "" {
			list = strings.TrimSuffix(g.recv+", "+list, ", ")
		}
		return f.Name + "(" + list + ")"
	case plan.Bound:
		return g.recv + "." + f.Func.Obj.Name() + "(" + list + ")"
	case plan.Expression:
		if len(args) > 0 && identifier(args[0]) {
			return args[0] + "." + f.Func.Obj.Name() + "(" + strings.Join(args[1:], ", ") + ")"
		}
	}
	return g.funcName(f, args...) + "(" + list + ")"
}

func identifier(s string) bool {
	for i := range len(s) {
		if !word(s[i]) {
			return false
		}
	}
	return s != ""
}

// literals are the user's function literals, lifted.
func (g *gen) literals() {
	for _, f := range g.p.Funcs {
		if f.Kind != plan.Lifted {
			continue
		}
		head := "func " + f.Name + "("
		text := strings.TrimPrefix(strings.TrimLeft(strings.TrimPrefix(parts(f.Func.Text.Parts), "func"), " "), "(")
		if r := f.Func.Text.Receiver; r != "" {
			head += r + " " + g.typ(g.p.Receiver)
			if !strings.HasPrefix(strings.TrimSpace(text), ")") {
				head += ", "
			}
		}
		g.main = append(g.main, head+text)
	}
}

// parts spells the user's own text.
func parts(ps []topo.Part) string {
	var b strings.Builder
	for _, p := range ps {
		if p.Path != "" {
			b.WriteString(opens + p.Path + closes)
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

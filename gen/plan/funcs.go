package plan

import (
	"go/ast"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Syntax is the user's package as it was type-checked: what user functions read is found in it.
type Syntax struct {
	Files []*ast.File
	Info  *types.Info
}

// decls are the functions of the package that have a body.
func (s *Syntax) decls() map[*types.Func]*ast.FuncDecl {
	out := map[*types.Func]*ast.FuncDecl{}
	for _, f := range s.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if obj, ok := s.Info.Defs[fd.Name].(*types.Func); ok {
					out[obj] = fd
				}
			}
		}
	}
	return out
}

// FuncKind is how generated code calls a user function.
type FuncKind uint8

const (
	Declared   FuncKind = iota // by its name
	Lifted                     // a literal: by the name it got
	Expression                 // a method of its first argument
	Bound                      // a method of the topology's receiver
)

// Func is a user function.
type Func struct {
	Kind    FuncKind
	Func    *topo.Func
	Sig     *types.Signature // as the operator sees it
	Name    string           // Lifted
	Demands []Demand         // by parameter
	Guard   bool             // the first use of a declared one
}

// fn takes up a user function; what says what it does where an operator has several.
func (b *builder) fn(s *Step, v topo.Value, what string) *Func {
	return b.function(v, b.p.Nodes[s.Node].Const+what)
}

// function takes up a user function. A literal gets the name.
func (b *builder) function(v topo.Value, name string) *Func {
	f, _ := v.(*topo.Func)
	if f == nil {
		return nil
	}
	out := &Func{Func: f}
	out.Sig, _ = types.Unalias(f.Type).Underlying().(*types.Signature)
	switch {
	case f.Lit != nil:
		out.Kind = Lifted
		out.Name = b.names.take(name)
	case f.Method:
		out.Kind = Expression
	case f.Recv != nil:
		out.Kind = Bound
	}
	out.Demands = b.demands(f, out.Sig)
	if out.Kind != Lifted {
		key := types.ExprString(f.Expr) + " " + topo.Short(f.Type)
		out.Guard = !b.guarded[key]
		b.guarded[key] = true
	}
	b.p.Funcs = append(b.p.Funcs, out)
	return out
}

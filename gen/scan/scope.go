package scan

import (
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// scope holds the variables of one inlined function or literal; literals see the scope that they were written in.
type scope struct {
	up   *scope
	fn   *types.Func // nil: a literal
	vars map[types.Object]topo.Value
	sub  map[*types.TypeParam]types.Type // type arguments of the call
	ret  topo.Value
	done bool
}

func newScope(up *scope, fn *types.Func) *scope {
	return &scope{up: up, fn: fn, vars: map[types.Object]topo.Value{}, sub: map[*types.TypeParam]types.Type{}}
}

func (sc *scope) get(o types.Object) (topo.Value, bool) {
	for ; sc != nil; sc = sc.up {
		if v, ok := sc.vars[o]; ok {
			return v, true
		}
	}
	return nil, false
}

// set assigns where the variable lives.
func (sc *scope) set(o types.Object, v topo.Value) {
	for at := sc; at != nil; at = at.up {
		if _, ok := at.vars[o]; ok {
			at.vars[o] = v
			return
		}
	}
	sc.vars[o] = v
}

func (sc *scope) lookup(p *types.TypeParam) (types.Type, bool) {
	for ; sc != nil; sc = sc.up {
		if t, ok := sc.sub[p]; ok {
			return t, true
		}
	}
	return nil, false
}

// subst replaces the type parameters of inlined generic helpers.
func (sc *scope) subst(t types.Type) types.Type {
	switch u := t.(type) {
	case *types.TypeParam:
		if r, ok := sc.lookup(u); ok {
			return r
		}
	case *types.Named:
		if n := u.TypeArgs().Len(); n > 0 {
			args := make([]types.Type, n)
			for i := range n {
				args[i] = sc.subst(u.TypeArgs().At(i))
			}
			if r, err := types.Instantiate(nil, u.Origin(), args, false); err == nil {
				return r
			}
		}
	case *types.Alias:
		if r := sc.subst(types.Unalias(u)); !types.Identical(r, u) {
			return r
		}
	case *types.Struct:
		fields, tags := make([]*types.Var, u.NumFields()), make([]string, u.NumFields())
		for i := range fields {
			f := u.Field(i)
			fields[i], tags[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), sc.subst(f.Type()), f.Embedded()), u.Tag(i)
		}
		return types.NewStruct(fields, tags)
	case *types.Pointer:
		return types.NewPointer(sc.subst(u.Elem()))
	case *types.Slice:
		return types.NewSlice(sc.subst(u.Elem()))
	case *types.Array:
		return types.NewArray(sc.subst(u.Elem()), u.Len())
	case *types.Map:
		return types.NewMap(sc.subst(u.Key()), sc.subst(u.Elem()))
	case *types.Tuple:
		vs := make([]*types.Var, u.Len())
		for i := range vs {
			vs[i] = types.NewParam(u.At(i).Pos(), u.At(i).Pkg(), u.At(i).Name(), sc.subst(u.At(i).Type()))
		}
		return types.NewTuple(vs...)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, sc.subst(u.Params()).(*types.Tuple), sc.subst(u.Results()).(*types.Tuple), u.Variadic())
	}
	return t
}

// receiverTypes binds the type parameters of a generic receiver. typeutil.Callee gives the generic method, so the selection says them.
func (sc *scope) receiverTypes(origin *types.Signature, recv types.Type, from *scope) {
	n, ok := types.Unalias(deref(recv)).(*types.Named)
	for i := range origin.RecvTypeParams().Len() {
		if ok && i < n.TypeArgs().Len() {
			sc.sub[origin.RecvTypeParams().At(i)] = from.subst(n.TypeArgs().At(i))
		}
	}
}

package topo

import "go/types"

// Named is the name of a type of the DSL, or "".
func Named(t types.Type) string {
	if n := instance(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == DSL {
		return n.Obj().Name()
	}
	return ""
}

func instance(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// typeArg is the i-th type argument of a named type, or nil.
func typeArg(t types.Type, i int) types.Type {
	if n := instance(t); n != nil && i < n.TypeArgs().Len() {
		return n.TypeArgs().At(i)
	}
	return nil
}

// Nullable says whether a value of the type can be a null, which is its nil: pointers and bytes.
func Nullable(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return true
	case *types.Slice:
		return types.Identical(u.Elem(), types.Typ[types.Byte])
	}
	return false
}

// Key is the type of the keys of the Op's result, nil if it has none (a sink, a store). Of windowed results it is the key
// within record.Windowed: see Windowed.
func (o *Op) Key() types.Type {
	if keyed[Named(o.Result)] {
		return typeArg(o.Result, 0)
	}
	return nil
}

// Value is the type of the values of the Op's result, of a cogroup that of its aggregate. nil: it has none.
func (o *Op) Value() types.Type {
	if keyed[Named(o.Result)] {
		return typeArg(o.Result, 1)
	}
	return nil
}

// Windowed says that the result's keys are record.Windowed[Key].
func (o *Op) Windowed() bool {
	n := Named(o.Result)
	return n == "WindowedKTable" || n == "WindowedKStream"
}

// IsNone says whether values of the type are always null: record.None.
func IsNone(t types.Type) bool {
	n := instance(t)
	return n != nil && n.Obj().Name() == "None" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == Records
}

// Table says that the result is a table.
func (o *Op) Table() bool {
	n := Named(o.Result)
	return n == "KTable" || n == "WindowedKTable" || n == "GlobalKTable"
}

// Stream says that the result is a stream.
func (o *Op) Stream() bool {
	n := Named(o.Result)
	return n == "KStream" || n == "WindowedKStream"
}

// keyed are the DSL's types with a key and a value.
var keyed = map[string]bool{
	"KStream": true, "KTable": true, "WindowedKStream": true, "WindowedKTable": true, "GlobalKTable": true, "BranchedKStream": true,
	"KGroupedStream": true, "KGroupedTable": true, "TimeWindowedKStream": true, "SessionWindowedKStream": true,
	"CogroupedKStream": true, "TimeWindowedCogroupedKStream": true, "SessionWindowedCogroupedKStream": true,
}

// genericWindowed is record.Windowed as the DSL that p imports has it; nil: p imports no DSL.
func genericWindowed(p *types.Package) types.Type {
	for _, dsl := range imports(p) {
		if dsl.Path() != DSL {
			continue
		}
		for _, records := range dsl.Imports() {
			if o := records.Scope().Lookup("Windowed"); records.Path() == Records && o != nil {
				return o.Type()
			}
		}
	}
	return nil
}

func imports(p *types.Package) []*types.Package {
	if p == nil {
		return nil
	}
	return p.Imports()
}

// WindowedKey is K if t is record.Windowed[K], or nil.
func WindowedKey(t types.Type) types.Type {
	n := instance(t)
	if n == nil || n.Obj().Name() != "Windowed" || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != Records {
		return nil
	}
	return typeArg(t, 0)
}

package scan

import (
	"go/types"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// near are the functions that take a builder and are no topologies, with what they lack.
func (s *reader) near() (out []diag.Related) {
	for obj := range s.decls {
		if sig := obj.Signature(); !isTopology(sig) || !obj.Exported() {
			if lacks := missing(obj, sig); lacks != "" {
				out = append(out, diag.Related{Pos: s.pkg.Fset.Position(obj.Pos()), Message: obj.Name() + " is none: " + lacks})
			}
		}
	}
	return out
}

func missing(obj *types.Func, sig *types.Signature) string {
	for p := range sig.Params().Variables() {
		if topo.Named(deref(p.Type())) != "Builder" {
			continue
		}
		switch {
		case sig.Results().Len() > 0:
			return "it has a result"
		case sig.Params().Len() > 1:
			return "it has another parameter"
		case !isTopology(sig):
			return "its parameter is no *dsl.Builder"
		}
		return "it is not exported"
	}
	return ""
}

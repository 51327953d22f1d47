package gen

import (
	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/gen/write"
)

// output is what plan and emit made of one topology.
type output struct {
	plan  string
	files []write.File
}

// generator plans and emits the topologies of one package, which share its identifiers.
type generator struct {
	p    *load.Package
	used map[string]bool
}

func newGenerator(p *load.Package) *generator {
	return &generator{p, plan.Used(p.Types)}
}

// generate plans and emits one topology.
func (g *generator) generate(t *topo.Topology, v View) (out output, ds []diag.Diagnostic, err error) {
	prog, ds := plan.New(t, plan.Syntax{Files: g.p.Files, Info: g.p.Info}, g.used)
	if prog == nil || diag.Failed(ds) {
		return output{}, ds, nil
	}
	return out, ds, nil
}

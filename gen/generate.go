package gen

import (
	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/gen/write"
)

// output is what plan and emit made of one topology.
type output struct {
	plan  string
	files []write.File
}

// generate plans and emits one topology; a value so that the stories of the command can do without either.
var generate func(*topo.Topology, *load.Package) (output, []diag.Diagnostic, error)

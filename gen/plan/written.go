package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// written is an expression of the user's as it stands in the topology.
func written(v topo.Value) []topo.Part {
	if o, ok := v.(topo.Opaque); ok && o.Text != nil {
		return o.Text.Parts
	}
	return nil
}

package gen

import (
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/gen/view"
)

// shown is the view of one topology.
type shown struct{ name, text string }

func (r *run) show(g *topo.Graph, text string) { r.views = append(r.views, shown{g.Title(), text}) }

func (r *run) draw(t *topo.Topology) string {
	switch r.View {
	case Mermaid:
		return view.Mermaid(t)
	case Dot:
		return view.Dot(t)
	}
	return view.Describe(t)
}

// text is one view as it is, and several with a comment above each that names the topology.
func text(v View, all []shown) string {
	if len(all) == 1 {
		return all[0].text
	}
	comment := map[View]string{Describe: "# ", Mermaid: "%% ", Dot: "// ", Plan: "# "}[v]
	var b strings.Builder
	for _, s := range all {
		b.WriteString(comment + s.name + "\n" + s.text)
	}
	return b.String()
}

package gen

import (
	"errors"
	"path/filepath"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/emit"
	"github.com/stoatgen/stoatgen/gen/emit/codecs"
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

func newGenerator(p *load.Package) *generator { return &generator{p, plan.Used(p.Types)} }

// generate plans and emits one topology.
func (g *generator) generate(t *topo.Topology) (output, []diag.Diagnostic, error) {
	prog, ds := plan.New(t, plan.Syntax{Files: g.p.Files, Info: g.p.Info}, g.used)
	if prog == nil || diag.Failed(ds) {
		return output{}, ds, nil
	}
	files, err := emit.Files(prog)
	var no *codecs.Unsupported
	var shadowed *emit.Shadowed
	switch {
	case errors.As(err, &no):
		return output{}, append(ds, unsupported(t, no)...), nil
	case errors.As(err, &shadowed):
		return output{}, append(ds, g.shadowed(t, shadowed)...), nil
	case err != nil:
		return output{}, ds, err
	}
	out := output{plan: plan.Text(prog)}
	for _, f := range files {
		out.files = append(out.files, write.File{Name: filepath.Join(g.p.Dir, f.Name), Text: f.Text})
	}
	return out, ds, nil
}

// shadowed reports names at their declarations.
func (g *generator) shadowed(t *topo.Topology, s *emit.Shadowed) (ds []diag.Diagnostic) {
	for _, name := range s.Names {
		at := t.Graph.At(g.p.Types.Scope().Lookup(name).Pos())
		ds = append(ds, diag.New(at, "ST805", "the package declares "+name+", and what is generated into it needs Go's own", "call it something else"))
	}
	return ds
}

// unsupported finds the codecs whose types have no such form, at the places where they are given; the topology's own
// place if it is none of them.
func unsupported(t *topo.Topology, no *codecs.Unsupported) (ds []diag.Diagnostic) {
	say := func(at diag.Diagnostic, no *codecs.Unsupported) {
		at.Message = no.Error()
		if fix := no.Fix; fix != "" {
			short := *no
			short.Fix = ""
			at.Message, at.Fixes = short.Error(), []diag.Fix{{Message: fix}}
		}
		ds = append(ds, at)
	}
	for _, o := range t.Graph.Ops {
		o.Settings(func(s *topo.Setting) {
			c := topo.CodecOf(s)
			if c == nil || c.Type == nil || c.Kind != "JSON" && c.Kind != "Binary" {
				return
			}
			form := codecs.JSON(c.Type)
			if c.Kind == "Binary" {
				form = codecs.Binary(c.Type)
			}
			set := codecs.New("", t.Graph.Package)
			_, err := set.Decoder(form, codecs.All)
			if err == nil {
				_, err = set.Appender(form)
			}
			var no *codecs.Unsupported
			if errors.As(err, &no) {
				say(t.Graph.Came(diag.New(t.Graph.At(s.Pos), "ST310", "", "write your own codec, with dsl.Custom"), o), no)
			}
		})
	}
	if len(ds) == 0 {
		say(diag.New(t.Graph.At(t.Graph.Pos), "ST310", "", "write your own codec, with dsl.Custom"), no)
	}
	return ds
}

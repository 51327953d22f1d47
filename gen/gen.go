package gen

import (
	"context"
	"fmt"
	"go/token"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/check"
	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
	"github.com/stoatgen/stoatgen/gen/write"
)

// View is what is printed in place of writing files.
type View uint8

const (
	Files    View = iota // none: the files
	Describe             // Kafka Streams' Topology.describe()
	Mermaid
	Dot
	Plan // what will run
)

// Options of a run. The zero value generates for the package in the working directory.
type Options struct {
	Dir      string   // where patterns are seen from, absolute
	Patterns []string // as the go command takes them; none: "."
	Tags     string   // build tags
	View     View
	Settings map[string]string                // Kafka Streams' settings that change a topology: topology.optimization
	Logf     func(format string, args ...any) // commands of the go tool; may be nil
}

// Result of a run without errors.
type Result struct {
	Text    string         // the view that was asked for
	Files   []write.File   // all that is generated, changed or not
	Changes []write.Change // what write.Apply would do
}

// Run computes what is asked for and touches nothing: Changes are for write.Apply or write.Diff. With an error among the
// diagnostics, which are sorted, the result is empty. The error is trouble with the go command or the disk.
func Run(ctx context.Context, o Options) (Result, []diag.Diagnostic, error) {
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	r := &run{Options: o}
	err := r.guarded(func() error { return r.all(ctx) })
	ds := diag.Sort(r.diags)
	if err != nil || diag.Failed(ds) {
		return Result{}, ds, err
	}
	return r.result, ds, nil
}

// run is one run on its way.
type run struct {
	Options
	diags  []diag.Diagnostic
	result Result
	views  []shown
	near   []diag.Related // what may be meant as a topology
	at     token.Position // of the topology that is being worked on. G4
}

func (r *run) say(ds ...diag.Diagnostic) { r.diags = append(r.diags, ds...) }

// guarded turns a panic into a report. G4
func (r *run) guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.say(diag.New(r.at, "ST900", fmt.Sprintf("%v\n%s", p, debug.Stack()), "report this, with the topology if you can"))
		}
	}()
	return f()
}

func (r *run) all(ctx context.Context) error {
	pkgs, ds, err := load.Load(ctx, load.Config{Dir: r.Dir, Patterns: r.Patterns, Tags: r.Tags, Logf: r.Logf})
	if err != nil {
		return err
	}
	r.say(ds...)
	return r.packages(pkgs)
}

// packages works on all of them, in the order of their files' names. G2
func (r *run) packages(pkgs []*load.Package) error {
	slices.SortFunc(pkgs, func(a, b *load.Package) int { return strings.Compare(a.Dir, b.Dir) })
	found := false
	var ours []string
	for _, p := range pkgs {
		n, err := r.one(p)
		if err != nil {
			return err
		}
		found, ours = found || n > 0, append(ours, p.Ours...)
	}
	if !found && len(ours) == 0 && !diag.Failed(r.diags) {
		d := diag.New(token.Position{Filename: r.Dir}, "ST104", "no topology in "+strings.Join(r.Patterns, " "),
			"write an exported function whose only parameter is *dsl.Builder")
		d.Related = diag.Places(r.near)
		r.say(d)
	}
	if r.View != Files {
		r.result.Text = text(r.View, r.views)
	}
	if r.View != Files || diag.Failed(r.diags) { // G1
		return nil
	}
	changes, ds, err := write.Compare(r.result.Files, ours, load.Ours)
	r.say(ds...)
	r.result.Changes = changes
	return err
}

// one works on one package and says how many topologies it has.
func (r *run) one(p *load.Package) (int, error) {
	r.at = token.Position{Filename: p.Dir}
	read := scan.Read(p)
	r.say(read.Diags...)
	r.near = append(r.near, read.Near...)
	whole := len(p.Faults) == len(read.Pending) // no type error but names that may be ours
	var files []write.File
	gen := newGenerator(p)
	for _, g := range read.Graphs {
		r.at = g.At(g.Pos)
		t, ds := topo.Lower(g, r.Settings)
		ds = append(ds, check.Topology(t)...)
		r.say(ds...)
		switch {
		case g.Broken || diag.Failed(ds) || !whole: // G3: the others have their say
			continue
		case r.View != Files && r.View != Plan:
			r.show(g, r.draw(t))
			continue
		}
		out, ds, err := gen.generate(t)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", g.Name, err)
		}
		r.say(ds...)
		r.show(g, out.plan)
		r.collide(g, files, out.files)
		files = append(files, out.files...)
	}
	if r.View == Files && !diag.Failed(r.diags) {
		r.judge(p, read.Pending, files)
	}
	r.result.Files = append(r.result.Files, files...)
	return len(read.Graphs), nil
}

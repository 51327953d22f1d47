package emit_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/emit"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

var update = flag.Bool("update", false, "rewrite generated files")

func TestReady(t *testing.T) {
	root, _ := filepath.Abs("../..")
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: root, Patterns: []string{"./testdata/gen/ready"}})
	if err != nil || diag.Failed(ds) {
		t.Fatal(err, ds)
	}
	p := pkgs[0]
	read := scan.Read(p)
	for _, d := range read.Diags {
		t.Log(d)
	}
	used := plan.Used(p.Types)
	for _, g := range read.Graphs {
		tp, _ := topo.Lower(g, nil)
		prog, ds := plan.New(tp, plan.Syntax{Files: p.Files, Info: p.Info}, used)
		if prog == nil {
			t.Errorf("%s: %v", g.Name, ds)
			continue
		}
		files, err := emit.Files(prog)
		if err != nil {
			t.Errorf("%s: %v", g.Name, err)
			continue
		}
		if *update {
			for _, f := range files {
				os.WriteFile(filepath.Join(root, "testdata/gen/ready", f.Name), f.Text, 0o644)
			}
		}
	}
}

package plan_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

var update = flag.Bool("update", false, "rewrite golden files")

// programs plans every topology of packages below testdata. Diagnostics are by topology.
func programs(t *testing.T, packages ...string) (map[string]*plan.Program, map[string][]diag.Diagnostic) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, p := range packages {
		patterns = append(patterns, "./"+p)
	}
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: root, Patterns: patterns})
	if err != nil || diag.Failed(ds) {
		t.Fatal(err, ds)
	}
	progs, diags := map[string]*plan.Program{}, map[string][]diag.Diagnostic{}
	for _, p := range pkgs {
		used := plan.Used(p.Types)
		for _, g := range scan.Read(p).Graphs {
			tp, _ := topo.Lower(g, nil)
			prog, ds := plan.New(tp, plan.Syntax{Files: p.Files, Info: p.Info}, used)
			name := filepath.Base(p.Path) + "/" + g.Name
			progs[name], diags[name] = prog, ds
		}
	}
	return progs, diags
}

// TestText compares plans with files: what is fused, what becomes a method, what is read of a value.
func TestText(t *testing.T) {
	progs, _ := programs(t, "testdata/gen/keys", "testdata/gen/streams", "testdata/gen/tables", "testdata/gen/rings", "testdata/gen/counts", "testdata/gen/delays")
	for _, name := range []string{"keys/ByShop", "keys/ByAccount", "streams/Fan", "streams/Flat", "streams/Merged", "streams/Routed",
		"tables/Looked", "tables/Viewed", "tables/Cities", "rings/Reduced", "counts/Counts", "delays/Delays"} {
		p := progs[name]
		if p == nil {
			t.Errorf("%s: no program", name)
			continue
		}
		file, got := filepath.Join("testdata", strings.ReplaceAll(strings.ToLower(name), "/", "_")+".txt"), plan.Text(p)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestSupportedIsWhatIsPlanned: every operator of the topologies that run is in the table.
func TestSupportedIsWhatIsPlanned(t *testing.T) {
	can := map[string]bool{}
	for _, o := range plan.Supported().Operators {
		if can[o] {
			t.Errorf("%s stands in the table twice", o)
		}
		can[o] = true
	}
	rows := map[string]bool{}
	for _, r := range topo.Rows() {
		rows[r] = true
	}
	for o := range can {
		if !rows[o] {
			t.Errorf("%s is no operator", o)
		}
	}
	if !can["KStream.Filter"] || !can["KStream.GroupByKey"] {
		t.Error(can)
	}
}

// TestBad plans what can't be, and compares the diagnostics.
func TestBad(t *testing.T) {
	_, diags := programs(t, "gen/plan/testdata/bad")
	want := map[string]string{
		"bad/Codecs": "10:3: ST421",
	}
	for name, w := range want {
		var got []string
		for _, d := range diags[name] {
			got = append(got, fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Code))
			if len(d.Fixes) == 0 {
				t.Errorf("%s: %s says nothing to do", name, d.Message)
			}
		}
		if len(got) != 1 || got[0] != w {
			t.Errorf("%s: got %v, want %s", name, diags[name], w)
		}
	}
	if len(diags) != len(want) {
		t.Errorf("%d topologies, expected %d", len(diags), len(want))
	}
}

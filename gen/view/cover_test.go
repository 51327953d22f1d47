package view

import (
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
)

// TestRows says which rows the oracle's topologies never use: their numbering is not confirmed. A reversed file order changes nothing.
func TestRows(t *testing.T) {
	pkgs, err := load.Direct("../sketch", "./topologies", "./example")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		used, methods := map[string]bool{}, map[string]bool{}
		graphs := scan.New(p, "github.com/stoatgen/stoatgen/dsl").Topologies()
		for _, g := range graphs {
			for _, o := range g.Ops {
				used[key(o)] = true
				methods[o.Type+"."+o.Method] = true
			}
		}
		var no []string
		for k := range rows {
			if !used[k] {
				no = append(no, k)
			}
		}
		for k := range used {
			if _, ok := rows[k]; !ok {
				t.Errorf("no row for %s", k)
			}
		}
		slices.Sort(no)
		t.Logf("%s: %d rows, %d used by %d methods; not used: %v", p.PkgPath, len(rows), len(rows)-len(no), len(methods), no)
		slices.Reverse(p.Syntax)
		again := scan.New(p, "github.com/stoatgen/stoatgen/dsl").Topologies()
		byName := map[string]string{}
		for _, g := range graphs {
			byName[g.Name], _ = Describe(g, nil)
		}
		for _, g := range again {
			if text, _ := Describe(g, nil); text != byName[g.Name] {
				t.Errorf("%s depends on the order of files", g.Name)
			}
		}
	}
}

package gen

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
)

// TestOrderHasNoSay generates again with the packages and their files in another order. G2
func TestOrderHasNoSay(t *testing.T) {
	dir, err := filepath.Abs("../testdata/gen")
	if err != nil {
		t.Fatal(err)
	}
	generate := func(shuffle func(n int, swap func(i, j int))) Result {
		pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: dir, Patterns: []string{"./keys", "./nulls", "./rings", "./state", "./tables"}})
		if err != nil || diag.Failed(ds) {
			t.Fatal(err, ds)
		}
		shuffle(len(pkgs), func(i, j int) { pkgs[i], pkgs[j] = pkgs[j], pkgs[i] })
		r := &run{Options: Options{Dir: dir}}
		for _, p := range pkgs {
			shuffle(len(p.Files), func(i, j int) { p.Files[i], p.Files[j] = p.Files[j], p.Files[i] })
		}
		if err := r.packages(pkgs); err != nil || diag.Failed(r.diags) {
			t.Fatal(err, r.diags)
		}
		return r.result
	}
	once := generate(func(int, func(i, j int)) {})
	for seed := range uint64(2) {
		again := generate(rand.New(rand.NewPCG(seed, 0)).Shuffle)
		if len(again.Files) != len(once.Files) {
			t.Fatalf("%d files, then %d", len(once.Files), len(again.Files))
		}
		for i, f := range once.Files {
			if g := again.Files[i]; g.Name != f.Name || !bytes.Equal(g.Text, f.Text) {
				t.Errorf("%s differs from %s", g.Name, f.Name)
			}
		}
	}
}

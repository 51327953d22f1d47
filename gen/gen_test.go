package gen

import (
	"context"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
)

func TestAPanicIsAReport(t *testing.T) {
	r := &run{at: token.Position{Filename: "/w/topology.go", Line: 3, Column: 6}}
	err := r.guarded(func() error {
		var none []int
		_ = none[len(none)]
		return nil
	})
	if err != nil || len(r.diags) != 1 || r.diags[0].Code != "ST900" || r.diags[0].Pos != r.at {
		t.Fatal(err, r.diags)
	}
	var b strings.Builder
	if err := diag.Text(&b, r.diags, "/w"); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "topology.go:3:6: ST900: runtime error: index out of range") || !strings.Contains(b.String(), "gen_test.go") {
		t.Error(b.String())
	}
}

// TestRunTouchesNothing: what a run would do is left to the caller. G1
func TestRunTouchesNothing(t *testing.T) {
	dir, err := filepath.Abs("../testdata/scan/codecs")
	if err != nil {
		t.Fatal(err)
	}
	r, ds, err := Run(context.Background(), Options{Dir: dir})
	if err != nil || !diag.Failed(ds) || r.Files != nil || r.Changes != nil {
		t.Errorf("a topology without a codec: %v %v %d files", err, ds, len(r.Files))
	}
	dir, err = filepath.Abs("../testdata/bad/excluded")
	if err != nil {
		t.Fatal(err)
	}
	r, ds, err = Run(context.Background(), Options{Dir: dir})
	if err != nil || diag.Failed(ds) || len(r.Files) == 0 || len(r.Changes) != len(r.Files) {
		t.Errorf("%v %v %d files, %d changes", err, ds, len(r.Files), len(r.Changes))
	}
	for _, f := range r.Files {
		if _, err := os.Stat(f.Name); err == nil {
			t.Errorf("%s was written", f.Name)
		}
	}
}

// TestNoRuleSpeaksOfGoodTopologies: those of the oracle have no mistakes, only stores without names and deletes that end.
func TestNoRuleSpeaksOfGoodTopologies(t *testing.T) {
	dir, err := filepath.Abs("../testdata/gen")
	if err != nil {
		t.Fatal(err)
	}
	_, ds, err := Run(context.Background(), Options{Dir: dir, Patterns: []string{"./..."}, View: Describe})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range ds {
		if d.Code != "ST601" && d.Code != "ST311" {
			t.Errorf("%v", d)
		}
	}
}

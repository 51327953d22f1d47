package emit_test

import (
	"bytes"
	"context"
	"go/format"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stoatgen/stoatgen/gen/emit"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// spelled generates a package below testdata/gen twice, each time from its source.
func spelled(t *testing.T, name string) [2][]emit.File {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var out [2][]emit.File
	for i := range out {
		pkgs, _, err := load.Load(context.Background(), load.Config{Dir: root, Patterns: []string{"./testdata/gen/" + name}})
		if err != nil {
			t.Fatal(err)
		}
		used := plan.Used(pkgs[0].Types)
		for _, g := range scan.Read(pkgs[0]).Graphs {
			tp, _ := topo.Lower(g, nil)
			p, ds := plan.New(tp, plan.Syntax{Files: pkgs[0].Files, Info: pkgs[0].Info}, used)
			if p == nil {
				t.Fatal(ds)
			}
			files, err := emit.Files(p)
			if err != nil {
				t.Fatal(err)
			}
			out[i] = append(out[i], files...)
		}
	}
	return out
}

var comments = regexp.MustCompile(`(?m)//.*$`)

var boxed = regexp.MustCompile(`\bany\b|interface\{|\breflect\b|\bTODO\b`)

// TestFiles: the same declaration gives the same bytes, formatted, in ASCII, with nothing boxed. W1
func TestFiles(t *testing.T) {
	for _, name := range []string{"tables", "keys", "state"} {
		twice := spelled(t, name)
		for i, f := range twice[0] {
			if g := twice[1][i]; f.Name != g.Name || !bytes.Equal(f.Text, g.Text) {
				t.Errorf("%s differs the second time", f.Name)
			}
			if !bytes.HasPrefix(f.Text, []byte("// "+emit.Header+"\n\npackage "+name+"\n")) {
				t.Errorf("%s begins with %.80s", f.Name, f.Text)
			}
			pretty, err := format.Source(f.Text)
			if err != nil || !bytes.Equal(pretty, f.Text) {
				t.Errorf("%s is not formatted: %v", f.Name, err)
			}
			for _, c := range f.Text {
				if c >= 0x80 {
					t.Fatalf("%s is not ASCII", f.Name)
				}
			}
			if m := boxed.Find(comments.ReplaceAll(f.Text, nil)); m != nil {
				t.Errorf("%s has %s", f.Name, m)
			}
		}
	}
}

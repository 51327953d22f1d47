package load

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree writes files below a new directory, in a module that finds this one.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files["go.sum"] = string(sum)
	files["go.mod"] = "module example.com/app\n\ngo 1.27\n\nrequire github.com/stoatgen/stoatgen v0.0.0\n\nreplace github.com/stoatgen/stoatgen => " + root + "\n"
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	return dir
}

const topology = "package app\n\nimport \"github.com/stoatgen/stoatgen/dsl\"\n\nfunc Orders(b *dsl.Builder) {}\n"

func TestOurOutputHasNoSay(t *testing.T) {
	dir := tree(t, map[string]string{
		"topology.go":      topology + "\nfunc run() { NewOrders(missing) }\n",
		"orders_stoat.go":  Header + "\npackage {\x00 func",
		"renamed_stoat.go": Header + "\npackage before\n\nfunc NewOrders() {}\n",
		"mine_stoat.go":    "package app\n",
		"tagged.go":        "//go:build ignore\n\npackage main\n",
	})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, link} {
		ourOutputHasNoSay(t, dir)
	}
}

func ourOutputHasNoSay(t *testing.T, dir string) {
	t.Helper()
	pkgs, ds, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"."}})
	if err != nil || len(ds) > 0 || len(pkgs) != 1 {
		t.Fatal(err, ds, len(pkgs))
	}
	p := pkgs[0]
	var ours, missing []string
	for _, f := range p.Ours {
		ours = append(ours, filepath.Base(f))
	}
	for _, f := range p.Faults {
		missing = append(missing, f.Missing)
	}
	if slices.Sort(ours); !slices.Equal(ours, []string{"orders_stoat.go", "renamed_stoat.go"}) {
		t.Errorf("ours: %q", ours)
	}
	if !slices.Equal(missing, []string{"NewOrders", "missing"}) || len(p.Files) != 2 || p.Path != "example.com/app" || p.Dir != dir {
		t.Errorf("%q, %d files, %s in %s", missing, len(p.Files), p.Path, p.Dir)
	}
}

func TestOnlyWhatImportsTheDSLIsLoaded(t *testing.T) {
	dir := tree(t, map[string]string{
		"a/topology.go": topology,
		"b/plain.go":    "package b\n\nimport \"example.com/app/a\"\n\nvar X = a.NewOrders\n",
		"c/counts_windows.go": "package c\n\nimport \"github.com/stoatgen/stoatgen/dsl\"\n\nfunc Counts(b *dsl.Builder) {}\n" +
			"func helper(b *dsl.Builder) {}\nfunc Other(b dsl.Builder) {}\n",
		"c/c.go":            "package c\n",
		"d/orders_stoat.go": Header + "\n\npackage d\n",
	})
	pkgs, ds, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range pkgs {
		paths = append(paths, p.Path)
	}
	if slices.Sort(paths); !slices.Equal(paths, []string{"example.com/app/a", "example.com/app/d"}) {
		t.Errorf("%q", paths)
	}
	if len(ds) != 1 || ds[0].Code != "ST105" || !strings.HasSuffix(ds[0].Pos.String(), "c/counts_windows.go:5:6") {
		t.Errorf("%v", ds)
	}
}

func TestPositionsOfTheGoCommand(t *testing.T) {
	for in, want := range map[string]string{"/w/a.go:3:8": "/w/a.go:3:8", "/w/a.go:3": "/w/a.go:3", "-": "-", "": "-"} {
		if got := position(in).String(); got != want {
			t.Errorf("%q: %s", in, got)
		}
	}
}

func TestConstraints(t *testing.T) {
	for name, want := range map[string]string{
		"a.go": "", "linux.go": "", "a_linux.go": "linux", "a_b_amd64.go": "amd64", "a_windows_arm64.go": "windows && arm64",
		"a_arm64_windows.go": "windows", "a_linux_b.go": "", "a_small.go": "",
	} {
		for line, also := range map[string]string{"": "", "//go:build !small\n\n": "!small", "//go:build a || b\n\n": "a || b", "// Package p is\n// of\n": ""} {
			f, err := parser.ParseFile(token.NewFileSet(), name, line+"package p\n\n//go:build late\n", parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			all := want
			switch {
			case want == "":
				all = also
			case strings.Contains(also, "|"):
				all = "(" + also + ") && " + want
			case also != "":
				all = also + " && " + want
			}
			if got := Constraint(name, f); got != all {
				t.Errorf("%s: %q, want %q", name, got, all)
			}
		}
	}
}

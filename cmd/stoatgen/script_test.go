package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/stoatgen/stoatgen/gen"
)

// TestMain lets the test's program be stoatgen in the stories.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"stoatgen": func() { os.Exit(gen.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestStories runs testdata/script. Each has a module of its own in app, which uses this one by its place.
func TestStories(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               func(e *testscript.Env) error { return module(e, root) },
	})
}

// module makes app a module that finds stoatgen, and what it needs, without a network.
func module(e *testscript.Env, root string) error {
	app := filepath.Join(e.WorkDir, "app")
	if err := os.MkdirAll(app, 0o755); err != nil {
		return err
	}
	mod := "module example.com/app\n\ngo 1.27\n\nrequire github.com/stoatgen/stoatgen v0.0.0\n\nreplace github.com/stoatgen/stoatgen => " + root + "\n"
	if err := os.WriteFile(filepath.Join(app, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(app, "go.sum"), sum, 0o644); err != nil {
		return err
	}
	for _, name := range []string{"GOTOOLCHAIN", "GOCACHE", "GOMODCACHE", "GOPATH", "HOME"} {
		if v := os.Getenv(name); v != "" && name != "HOME" {
			e.Setenv(name, v)
		}
	}
	if os.Getenv("GOCACHE") == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		e.Setenv("GOCACHE", filepath.Join(dir, "go-build"))
	}
	if os.Getenv("GOPATH") == "" && os.Getenv("GOMODCACHE") == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		e.Setenv("GOPATH", filepath.Join(home, "go"))
	}
	e.Setenv("GOFLAGS", "-mod=mod")
	e.Setenv("GOPROXY", "off")
	e.Cd = app
	return nil
}

package oracle_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/testdata/gen/ready"
	"github.com/stoatgen/stoatgen/testdata/oracle"
)

// TestCases says that every vector has one topology.
func TestCases(t *testing.T) {
	cases, err := oracle.Cases("../..")
	if err != nil {
		t.Fatal(err)
	}
	vectors := map[string]bool{}
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".json" {
			vectors[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, topologies, names := len(vectors), map[string]bool{}, map[string]bool{}
	for _, c := range cases {
		names[c.Name] = true
		topologies[c.Topology] = true
		found, err := c.Files(".")
		if err != nil || len(found) == 0 {
			t.Errorf("%s names the case %s, which has no vector: %v", c.Topology, c.Name, err)
		}
		for _, f := range found {
			delete(vectors, f)
		}
	}
	for f := range vectors {
		t.Errorf("%s: no topology answers it", f)
	}
	if files != 434 || len(cases) != 257 || len(topologies) != 222 {
		t.Errorf("%d vectors, %d cases, %d topologies; the oracle has 434, 257 and 222", files, len(cases), len(topologies))
	}
	for name := range ready.NotYet {
		if !names[name] || ready.Differs[name] != "" {
			t.Errorf("NotYet has %s, which is no case of package ready or also in Differs", name)
		}
	}
	differences, err := os.ReadFile("../../docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, why := range ready.Differs {
		if !names[name] || !strings.Contains(string(differences), "\n### "+why+"\n") {
			t.Errorf("Differs has %s: %q, which is no case of package ready or no heading of docs/differences.md", name, why)
		}
	}
}

// TestSettings compares the settings beside the topologies with the vectors'.
func TestSettings(t *testing.T) {
	cases, err := oracle.Cases("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		files, err := c.Files(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			var v struct{ Config map[string]string }
			if err := json.Unmarshal(raw, &v); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			if want := ready.Settings[c.Name]; !maps.Equal(v.Config, want) {
				t.Errorf("%s is configured with %v, Settings has %v", f, v.Config, want)
			}
		}
	}
}

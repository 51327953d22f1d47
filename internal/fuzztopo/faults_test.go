package main

import (
	"encoding/json/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestFaults says that each fault still has its place in the source, and that it is laid over that file alone.
func TestFaults(t *testing.T) {
	for name, f := range faults {
		wrong, err := f.apply("../..")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if right, err := os.ReadFile(filepath.Join("../..", f.file)); err != nil || string(right) == wrong {
			t.Errorf("%s: %s would be the same", name, f.file)
		}
	}
	dir := t.TempDir()
	name, err := faults["merge: the second stream is lost"].overlay("../..", dir)
	if err != nil {
		t.Fatal(err)
	}
	var over struct{ Replace map[string]string }
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &over)
	}
	if err != nil || len(over.Replace) != 1 {
		t.Errorf("%s: %v", text, err)
	}
	if _, err := (fault{file: "go.mod", right: "nobody says this"}).apply("../.."); err == nil {
		t.Error("a fault without a place is made")
	}
}

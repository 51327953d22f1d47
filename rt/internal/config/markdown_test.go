package config

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/configuration.md")

func TestDocumentationIsUpToDate(t *testing.T) {
	file := filepath.Join("..", "..", "..", "docs", "configuration.md")
	if *update {
		if err := os.WriteFile(file, []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), Markdown()); diff != "" {
		t.Errorf("docs/configuration.md is stale: go test ./rt/internal/config -update\n%s", diff)
	}
}

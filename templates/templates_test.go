package templates

import (
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// nameless are the files that are the same whatever the application is called.
var nameless = map[string]bool{"topology.go": true, "topology_test.go": true, "testdata/words.txt": true}

func TestWhatIsWritten(t *testing.T) {
	out, err := render("My Orders_2")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Dockerfile", "app.yaml", "k8s/configmap.yaml", "k8s/service.yaml", "k8s/statefulset.yaml", "main.go", "testdata/words.txt", "topology.go", "topology_test.go"}
	if got := slices.Sorted(maps.Keys(out)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for name, text := range out {
		switch filepath.Ext(name) {
		case ".go":
			if nice, err := format.Source(text); err != nil || string(nice) != string(text) {
				t.Errorf("%s: not as gofmt has it: %v", name, err)
			}
		case ".yaml":
			var v map[string]any
			if err := yaml.Unmarshal(text, &v); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(text), "{{") || !strings.Contains(string(text), "my-orders-2") && !nameless[name] {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// TestImage: what main.go reads is in the working directory, and the state directory is the user's.
func TestImage(t *testing.T) {
	out, err := render("orders")
	if err != nil {
		t.Fatal(err)
	}
	_, image, _ := strings.Cut(string(out["Dockerfile"]), "distroless/static:nonroot\n")
	_, in, _ := strings.Cut(image, "\nWORKDIR /\n")
	if !strings.HasPrefix(in, "COPY app.yaml .\n") || !strings.Contains(string(out["main.go"]), `File: "app.yaml"`) {
		t.Errorf("app.yaml isn't where it is read from:\n%s", image)
	}
	if !strings.Contains(image, "--chown=nonroot:nonroot /state /state\n") {
		t.Errorf("/state isn't the user's:\n%s", image)
	}
}

func TestNamesThatKafkaTakes(t *testing.T) {
	for in, want := range map[string]string{"2024": fallback, "": fallback, "---": fallback, "Ä": fallback, "a.b": "a-b"} {
		out, err := render(in)
		if err != nil || !strings.Contains(string(out["app.yaml"]), "application.id: "+want+"\n") {
			t.Errorf("%q: %v\n%s", in, err, out["app.yaml"])
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "app.yaml"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, "x")
	if err == nil || !strings.Contains(err.Error(), "app.yaml exists") {
		t.Error(err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 1 {
		t.Error(left)
	}
	if err := Write(filepath.Join(dir, "sub"), "x"); err != nil {
		t.Error(err)
	}
}

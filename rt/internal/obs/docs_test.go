package obs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
)

var update = flag.Bool("update", false, "write docs/metrics.md")

const preface = `# Metrics

<!-- Made from rt/internal/obs: go test ./rt/internal/obs -update -->

Served at /metrics as Prometheus text (` + "`http.address`" + `), each with the label ` + "`application`" + `. Counts move with each commit. Beside these there are
the Go collector's ` + "`go_…` and the process collector's `process_…`" + `.

| metric | labels | meaning |
| --- | --- | --- |
`

// recorder is a registry that remembers what is said of itself.
type recorder struct{ rows []string }

var desc = regexp.MustCompile(`^Desc\{fqName: "(stoat_\w+)", help: "(.*?)", (?:unit: ".*", )?constLabels: \{(.*)\}, variableLabels: \{(.*)\}\}$`)

func (r *recorder) Register(c prometheus.Collector) error {
	ch := make(chan *prometheus.Desc, 100)
	c.Describe(ch)
	close(ch)
	for d := range ch {
		if m := desc.FindStringSubmatch(d.String()); m != nil {
			labels := m[4]
			if m[3] != "" { // what is constant in a process but says something
				labels = "go,version"
			}
			r.rows = append(r.rows, fmt.Sprintf("| `%s` | %s | %s |\n", m[1], strings.ReplaceAll(labels, ",", ", "), m[2]))
		}
	}
	return nil
}

func (r *recorder) MustRegister(cs ...prometheus.Collector) {
	for _, c := range cs {
		_ = r.Register(c)
	}
}

func (r *recorder) Unregister(prometheus.Collector) bool { return false }

func TestDocumentationIsUpToDate(t *testing.T) {
	r := &recorder{}
	(&Metrics{}).register(r, Shape{})
	slices.Sort(r.rows)
	want := preface + strings.Join(r.rows, "")
	file := filepath.Join("..", "..", "..", "docs", "metrics.md")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("docs/metrics.md is stale: go test ./rt/internal/obs -update\n%s", diff)
	}
}

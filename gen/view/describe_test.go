package view

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

type vector struct {
	Config   map[string]string
	Describe string
}

// vectors are the oracle's answers by case; the seeds of a family are one.
func vectors(t *testing.T) map[string][]vector {
	t.Helper()
	const root = "../../testdata/oracle"
	out := map[string][]vector{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".json" {
			return err
		}
		raw, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		var v vector
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, strings.TrimSuffix(p, ".json"))
		if parts := strings.Split(filepath.ToSlash(rel), "/"); parts[0] == "fuzz" {
			rel = "fuzz/" + parts[1]
		}
		out[rel] = append(out[rel], v)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// oracle are the graphs of all topologies of the oracle, read once.
var oracle []*topo.Graph

func ofOracle(t *testing.T) []*topo.Graph {
	t.Helper()
	if oracle == nil {
		oracle = graphs(t, "./gen/ready")
	}
	return oracle
}

// graphs reads packages of testdata without a fault.
func graphs(t *testing.T, patterns ...string) (out []*topo.Graph) {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, ds, err := load.Load(context.Background(), load.Config{Dir: dir, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		r := scan.Read(p)
		out, ds = append(out, r.Graphs...), append(ds, r.Diags...)
	}
	if len(ds) > 0 {
		var b strings.Builder
		_ = diag.Text(&b, diag.Sort(ds), dir)
		t.Fatal(b.String())
	}
	return out
}

var casesLine = regexp.MustCompile(`(?m)^Cases: (.*)$`)

// TestDescribeEqualsKafkaStreams compares the whole text for every case of the oracle.
func TestDescribeEqualsKafkaStreams(t *testing.T) {
	answers, equal := vectors(t), 0
	for _, g := range ofOracle(t) {
		m := casesLine.FindStringSubmatch(g.Doc)
		if m == nil {
			t.Errorf("%s has no line \"Cases:\"", g.Name)
			continue
		}
		for c := range strings.FieldsSeq(m[1]) {
			same := len(answers[c]) > 0
			for _, v := range answers[c] {
				lowered, ds := topo.Lower(g, v.Config)
				if got := Describe(lowered); got != v.Describe || len(ds) > 0 {
					same = false
					t.Errorf("%s (%s) differs %v\n%s\nwant\n%s", c, g.Name, ds, got, v.Describe)
				}
			}
			delete(answers, c)
			if same {
				equal++
			} else {
				t.Errorf("%s: no answer, or another one", c)
			}
		}
	}
	for c := range answers {
		t.Errorf("%s: no topology", c)
	}
	if equal != 257 {
		t.Errorf("%d of 257 cases equal", equal)
	}
}

// unconfirmed are the operators that no topology of the oracle uses: their numbering rests on Kafka Streams' source alone.
var unconfirmed = []string{
	"Builder.Codec", "Builder.Cron", "Builder.Every", "Builder.GlobalStore", "Builder.ReadOnlyStore", "Builder.StreamMatching", "Builder.Wrap",
	"CogroupedKStream.SessionWindowedBy", "KStream.ForEach", "KStream.Print", "KTable.KeyAs",
}

func TestEveryRowIsConfirmedOrNamedHere(t *testing.T) {
	used := map[string]bool{}
	for _, g := range ofOracle(t) {
		for _, o := range g.Ops {
			used[o.Row()] = true
		}
	}
	var not []string
	for _, r := range topo.Rows() {
		if !used[r] {
			not = append(not, r)
		}
		delete(used, r)
	}
	for r := range used {
		t.Errorf("no row for %s", r)
	}
	slices.Sort(not)
	if !slices.Equal(not, unconfirmed) {
		t.Errorf("rows that no topology uses: %q", not)
	}
}

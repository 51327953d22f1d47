package scan_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/view"
	"github.com/stoatgen/stoatgen/gen/load"
	"github.com/stoatgen/stoatgen/gen/scan"
)

var casesLine = regexp.MustCompile(`(?m)^Cases: (.*)$`)

// TestDescribe compares the whole text of describe for every case. testdata/describe.json has the vectors' describe and config.
func TestDescribe(t *testing.T) {
	var vectors map[string][]struct {
		Config   map[string]string
		Describe string
	}
	raw, err := os.ReadFile("testdata/describe.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	pkgs, err := load.Direct("sketch", "./topologies")
	if err != nil {
		t.Fatal(err)
	}
	s := scan.New(pkgs[0], "github.com/stoatgen/stoatgen/dsl")
	graphs := s.Topologies()
	for _, d := range s.Diags {
		t.Errorf("%s: %s: %s", load.Where(pkgs[0].Fset, d.Pos), d.Code, d.Text)
	}
	cases, equal := 0, 0
	for _, g := range graphs {
		m := casesLine.FindStringSubmatch(g.Doc)
		if m == nil {
			t.Errorf("no cases: %s", g.Name)
			continue
		}
		for c := range strings.FieldsSeq(m[1]) {
			cases++
			same := len(vectors[c]) > 0
			for _, v := range vectors[c] {
				got, err := describe.Describe(g, v.Config)
				if got != v.Describe || err != nil {
					same = false
					t.Errorf("%s (%s) differs %v\n%s\nwant\n%s", c, g.Name, err, got, v.Describe)
				}
			}
			if same {
				equal++
			}
		}
	}
	t.Logf("%d topologies, %d of %d cases, %d equal byte for byte, %d differ", len(graphs), cases, len(vectors), equal, cases-equal)
}

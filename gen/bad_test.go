package gen

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/gen/diag"
)

var (
	wantLine = regexp.MustCompile(`// want (.*)$`)
	wantOne  = regexp.MustCompile(`(ST\d{3})@(\d+)((?: "[^"]*")*)`)
	quoted   = regexp.MustCompile(`"([^"]*)"`)
)

// wanted is a diagnostic that a comment in testdata/bad asks for: `// want ST301@12 "no codec" "b.Codec"` at its line. Each quoted
// text has to stand in the message, a fix or a related place.
type wanted struct{ texts []string }

// wants reads the comments of a tree, by place and code.
func wants(t *testing.T, root string) map[string][]wanted {
	t.Helper()
	out := map[string][]wanted{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".go" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(src), "\n") {
			m := wantLine.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			for _, w := range wantOne.FindAllStringSubmatch(m[1], -1) {
				var texts []string
				for _, q := range quoted.FindAllStringSubmatch(w[3], -1) {
					texts = append(texts, q[1])
				}
				k := fmt.Sprintf("%s:%d:%s %s", p, i+1, w[2], w[1])
				out[k] = append(out[k], wanted{texts})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBad compares every diagnostic of one run over testdata/bad with the comments: code, line, column, words. Each says what to do.
func TestBad(t *testing.T) {
	root, err := filepath.Abs("../testdata/bad")
	if err != nil {
		t.Fatal(err)
	}
	_, ds, err := Run(context.Background(), Options{Dir: root, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	need := wants(t, root)
	if len(need) < 40 {
		t.Errorf("only %d cases", len(need))
	}
	for _, d := range ds {
		k := fmt.Sprintf("%s:%d:%d %s", d.Pos.Filename, d.Pos.Line, d.Pos.Column, d.Code)
		if len(need[k]) == 0 {
			t.Errorf("not wanted: %s: %s", k, said(d))
			continue
		}
		w := need[k][0]
		if need[k] = need[k][1:]; len(need[k]) == 0 {
			delete(need, k)
		}
		for _, text := range w.texts {
			if !strings.Contains(said(d), text) {
				t.Errorf("%s: %q is not in %q", k, text, said(d))
			}
		}
		if len(d.Fixes) == 0 {
			t.Errorf("%s: no fix", k)
		}
	}
	for k := range need {
		t.Errorf("missing: %s", k)
	}
}

// said is all that a diagnostic says.
func said(d diag.Diagnostic) string {
	all := []string{d.Message}
	for _, r := range d.Related {
		all = append(all, r.Message)
	}
	for _, f := range d.Fixes {
		all = append(all, f.Message)
	}
	return strings.Join(all, " | ")
}

// elsewhere are the codes that no topology of testdata/bad can have, and where they are tested.
var elsewhere = map[string]string{
	"ST900": "TestAPanicIsAReport",
	"ST901": "gen/scan: TestTheNetReportsWhatWasNotRead",
}

// TestEveryCodeHasACase: in testdata/bad, or in a story of the command.
func TestEveryCodeHasACase(t *testing.T) {
	var b strings.Builder
	for _, pattern := range []string{"../testdata/bad/*/*.go", "../testdata/script/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(src)
		}
	}
	for _, e := range diag.Codes() {
		if elsewhere[e.Code] == "" && !strings.Contains(b.String(), e.Code) {
			t.Errorf("%s (%s) has no case", e.Code, e.Title)
		}
	}
}

package diag

import (
	"flag"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/diagnostics.md")

func pos(file string, line, col int) token.Position {
	return token.Position{Filename: file, Line: line, Column: col}
}

func TestSortIsByPlaceAndDropsRepeats(t *testing.T) {
	a := New(pos("a.go", 2, 1), "ST301", "x")
	b := New(pos("a.go", 10, 1), "ST301", "x")
	c := New(pos("b.go", 1, 1), "ST301", "x")
	d := New(pos("a.go", 2, 1), "ST302", "x")
	want := []Diagnostic{a, d, b, c}
	for _, in := range [][]Diagnostic{{a, b, c, d, a}, {c, b, a, a, d}, {d, c, a, b, c}} {
		got := Sort(in)
		if !slices.EqualFunc(got, want, func(x, y Diagnostic) bool { return compare(x, y) == 0 }) {
			t.Errorf("got %v", got)
		}
	}
}

func TestTextHasRelatedPlacesAndFixesBelow(t *testing.T) {
	var b strings.Builder
	d := New(pos("/home/u/orders/topology.go", 31, 3), "ST501", `join of "a" and "b"`+"\nsecond line", "re-key one side").
		At(pos("/home/u/orders/topology.go", 24, 15), "right side declared here")
	w := New(pos("/elsewhere/x.go", 1, 1), "ST601", "no name")
	if err := Text(&b, []Diagnostic{d, w, New(token.Position{}, "ST104", "no topology")}, "/home/u"); err != nil {
		t.Fatal(err)
	}
	want := "orders/topology.go:31:3: ST501: join of \"a\" and \"b\"\n\tsecond line\n" +
		"\torders/topology.go:24:15: right side declared here\n\tfix: re-key one side\n\tsee: stoatgen explain ST501\n" +
		"/elsewhere/x.go:1:1: ST601: warning: no name\n\tsee: stoatgen explain ST601\n" +
		"stoatgen: ST104: no topology\n\tsee: stoatgen explain ST104\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestJSONIsOneObjectALine(t *testing.T) {
	var b strings.Builder
	d := New(pos("/w/x.go", 3, 2), "ST301", "no codec for <T>", "add one")
	d.End = pos("/w/x.go", 3, 9)
	d.Fixes[0].Edits = []Edit{{Pos: pos("/w/x.go", 3, 2), End: pos("/w/x.go", 3, 2), NewText: "y"}}
	if err := JSON(&b, []Diagnostic{d, New(pos("/w/x.go", 4, 1), "ST601", "w").At(pos("/w/y.go", 1, 2), "here")}, "/w"); err != nil {
		t.Fatal(err)
	}
	want := `{"file":"x.go","line":3,"column":2,"endLine":3,"endColumn":9,"code":"ST301","severity":"error","message":"no codec for <T>",` +
		`"fixes":[{"message":"add one","edits":[{"file":"x.go","line":3,"column":2,"endLine":3,"endColumn":2,"newText":"y"}]}]}` + "\n" +
		`{"file":"x.go","line":4,"column":1,"code":"ST601","severity":"warning","message":"w","related":[{"file":"y.go","line":1,"column":2,"message":"here"}]}` + "\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWarningsDoNotFail(t *testing.T) {
	if Failed([]Diagnostic{{Code: "ST601"}}) || !Failed([]Diagnostic{{Code: "ST601"}, {Code: "ST301"}}) {
		t.Error("ST601 is a warning, ST301 is not")
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	form := regexp.MustCompile(`^ST[1-9]\d\d$`)
	for _, e := range Codes() {
		if !form.MatchString(e.Code) || e.Title == "" || len(e.Text) < 20 {
			t.Errorf("%s: %q %q", e.Code, e.Title, e.Text)
		}
	}
	if text, ok := Explain("st301"); !ok || !strings.HasPrefix(text, "ST301: no codec\n\n") {
		t.Errorf("explain: %q", text)
	}
	if _, ok := Explain("ST999"); ok {
		t.Error("ST999 does not exist")
	}
}

// TestDocs: docs/diagnostics.md is the table.
func TestDocs(t *testing.T) {
	const file = "../../docs/diagnostics.md"
	if *update {
		if err := os.WriteFile(file, []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Markdown() {
		t.Error("docs/diagnostics.md is stale: go test ./gen/diag -update")
	}
}

// TestEveryCodeThatIsUsedIsInTheTable reads the sources of all rooms, and the other way round. D1
func TestEveryCodeThatIsUsedIsInTheTable(t *testing.T) {
	used, form := map[string]bool{}, regexp.MustCompile(`"(ST\d{3})"`)
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") || strings.HasPrefix(filepath.Base(p), "codes") {
			return err
		}
		src, err := os.ReadFile(p)
		for _, m := range form.FindAllStringSubmatch(string(src), -1) {
			if used[m[1]] = true; table[m[1]].Code == "" {
				t.Errorf("%s: %s has no row", p, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Codes() {
		if !used[e.Code] {
			t.Errorf("%s (%s) is never said", e.Code, e.Title)
		}
	}
}

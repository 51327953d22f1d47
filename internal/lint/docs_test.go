package lint

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	codeSpan = regexp.MustCompile("`([A-Z][A-Za-z0-9]*(?:\\.[A-Z][A-Za-z0-9]*)?)`")
	tableRow = regexp.MustCompile("(?m)^\\| `([A-Z][A-Za-z0-9.]*)` \\| .* \\| (same|differs|not supported) \\| .* ?\\|$")
	link     = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)
	target   = regexp.MustCompile("make ([a-z][a-z-]*)")
)

// vocabulary is what package dsl exports: functions and constants by name, methods as Type.Method. Methods of options are unexported.
func vocabulary(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.room() != "dsl" || f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					names[receiver(d)+d.Name.Name] = true
				}
			case *ast.GenDecl:
				if d.Tok == token.CONST {
					for _, s := range d.Specs {
						for _, n := range s.(*ast.ValueSpec).Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
	}
	return names
}

// receiver is "Type." for a method, nothing for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	x := d.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.Name + "."
		default:
			return ""
		}
	}
}

// notSupported is the names in the tables of NOT-SUPPORTED.md.
func notSupported(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for line := range strings.Lines(read(t, "NOT-SUPPORTED.md")) {
		if strings.HasPrefix(line, "| ") {
			for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
				names[m[1]] = true
			}
		}
	}
	return names
}

func TestNotSupportedIsInTheVocabulary(t *testing.T) {
	has := vocabulary(t)
	for name := range notSupported(t) {
		if !has[name] {
			t.Errorf("NOT-SUPPORTED.md lists %s, which dsl doesn't have", name)
		}
	}
}

// operator is what a line of docs/operators.md has a row for, as the vocabulary calls it, and what is said of it. A heading begins a section.
func operator(line string, section *string, has map[string]bool) (name, support string, ok bool) {
	if title, ok := strings.CutPrefix(line, "## "); ok {
		*section = title
	}
	m := tableRow.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	if name = m[1]; has[*section+"."+name] {
		name = *section + "." + name
	}
	return name, m[2], true
}

// TestOperators says that docs/operators.md has each name of dsl once, and calls not supported what NOT-SUPPORTED.md lists.
func TestOperators(t *testing.T) {
	has, not, rows := vocabulary(t), notSupported(t), map[string]bool{}
	section := ""
	for line := range strings.Lines(read(t, "docs/operators.md")) {
		name, support, ok := operator(strings.TrimSpace(line), &section, has)
		if !ok {
			continue
		}
		switch {
		case !has[name]:
			t.Errorf("docs/operators.md, %s: dsl has no %s", section, name)
		case rows[name]:
			t.Errorf("docs/operators.md has %s twice", name)
		case (support == "not supported") != not[name]:
			t.Errorf("docs/operators.md says %s: %s; NOT-SUPPORTED.md lists it: %v", name, support, not[name])
		}
		rows[name] = true
	}
	for name := range has {
		if !rows[name] {
			t.Errorf("docs/operators.md has no row for %s", name)
		}
	}
}

// TestRoomsAreMapped says that the map in CONTRIBUTING.md has every room.
func TestRoomsAreMapped(t *testing.T) {
	text := read(t, "CONTRIBUTING.md")
	for _, r := range rooms(t) {
		if withinAny(r, "examples", "bench") {
			r = strings.SplitN(r, "/", 2)[0]
		}
		if !strings.Contains(text, "`"+r+"`") {
			t.Errorf("the map of rooms in CONTRIBUTING.md has no `%s`", r)
		}
	}
}

// TestLinks follows the relative links of the documents, and their anchors.
func TestLinks(t *testing.T) {
	err := walk(func(p string) error {
		if path.Ext(p) != ".md" || within(p, "testdata") {
			return nil
		}
		for _, m := range link.FindAllStringSubmatch(read(t, p), -1) {
			to := p
			if m[1] != "" {
				to = path.Join(path.Dir(p), m[1])
			}
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if !exists(to) {
				t.Errorf("%s links to %s, which isn't there", p, to)
			} else if m[2] != "" && !anchors(read(t, to))[m[2]] {
				t.Errorf("%s links to %s%s, which is no heading there", p, to, m[2])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// anchors is the headings of a document as they are linked to.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		title := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
		all["#"+strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_':
				return r
			}
			return -1
		}, title)] = true
	}
	return all
}

// TestTargets says that the make targets that documents name exist.
func TestTargets(t *testing.T) {
	makefile := read(t, "Makefile")
	for _, p := range []string{"README.md", "CONTRIBUTING.md", "NOT-SUPPORTED.md"} {
		for line := range strings.Lines(read(t, p)) {
			for _, m := range target.FindAllStringSubmatch(line, -1) {
				if strings.Contains(line, "`make "+m[1]) || strings.HasPrefix(strings.TrimSpace(line), "make ") {
					if !regexp.MustCompile(`(?m)^` + m[1] + `:`).MatchString(makefile) {
						t.Errorf("%s names make %s, which the Makefile doesn't have", p, m[1])
					}
				}
			}
		}
	}
}

// TestReadme says that the README's Go is the examples' own: the first line of a block names the file.
func TestReadme(t *testing.T) {
	blocks := 0
	for block := range strings.SplitSeq(read(t, "README.md"), "```go\n// ") {
		name, text, _ := strings.Cut(block, "\n")
		code, _, ok := strings.Cut(text, "```")
		if !ok || !strings.HasSuffix(name, ".go") {
			continue
		}
		blocks++
		if code != read(t, name) {
			t.Errorf("README.md shows a %s that is not the one there", name)
		}
	}
	if blocks == 0 {
		t.Error("README.md shows no file")
	}
}

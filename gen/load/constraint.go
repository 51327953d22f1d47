package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"io"
	"path/filepath"
	"strings"
)

// Constraint is what a file's builds have in common, as a //go:build line has it: that of its own line, and those of a name such
// as counts_linux.go. "": it is in every build.
func Constraint(name string, f *ast.File) string {
	var all constraint.Expr
	and := func(x constraint.Expr) {
		if all == nil {
			all = x
		} else {
			all = &constraint.AndExpr{X: all, Y: x}
		}
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < f.Package && constraint.IsGoBuild(c.Text) {
				if x, err := constraint.Parse(c.Text); err == nil {
					and(x)
				}
			}
		}
	}
	for _, tag := range suffixes(name) {
		and(&constraint.TagExpr{Tag: tag})
	}
	if all == nil {
		return ""
	}
	return all.String()
}

// suffixes are the operating system and the processor that a file's name ends in. Package go/build knows which there are, and
// says so by leaving the file out elsewhere.
func suffixes(name string) []string {
	base := strings.TrimSuffix(filepath.Base(name), ".go")
	words := strings.Split(base, "_")
	n := len(words)
	switch {
	case n < 2 || built(base, "none"):
		return nil
	case n == 2 || built(base, words[n-1]):
		return words[n-1:]
	}
	return words[n-2:]
}

// built says whether a file of that name, without a line of its own, is in the build for a system and processor of a name.
func built(base, target string) bool {
	c := build.Default
	c.GOOS, c.GOARCH = target, target
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil }
	in, err := c.MatchFile("", base+".go")
	return err == nil && in
}

// buildLine is the //go:build line of one of our outputs, with the blank line behind it; "": it has none. L1
func buildLine(src []byte) string {
	head, _, _ := bytes.Cut(src, []byte("\npackage "))
	for line := range strings.Lines(string(head)) {
		if constraint.IsGoBuild(strings.TrimSpace(line)) {
			return strings.TrimSpace(line) + "\n\n"
		}
	}
	return ""
}

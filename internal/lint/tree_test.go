package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/stoatgen/stoatgen"

// file is one Go file of the repository.
type file struct {
	path      string // from the repository's root
	test      bool
	generated bool // *_stoat.go
	lines     int
	first     string // the first line
	fset      *token.FileSet
	ast       *ast.File
}

// room is the directory of the file, "." at the root.
func (f *file) room() string { return path.Dir(f.path) }

// at is a place in the file as the go command prints it.
func (f *file) at(p token.Pos) string {
	return f.path + ":" + strconv.Itoa(f.fset.Position(p).Line)
}

// imports yields the paths the file imports; those of this module without its path: "rt/record".
func (f *file) imports(yield func(of *ast.ImportSpec, own bool, path string)) {
	for _, i := range f.ast.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		rest, own := strings.CutPrefix(p, module+"/")
		yield(i, own, rest)
	}
}

// tree is every Go file of the repository, by path.
var tree = sync.OnceValues(func() ([]*file, error) {
	var files []*file
	err := walk(func(p string) error {
		if path.Ext(p) != ".go" || within(p, "testdata/scan") || strings.Contains("/"+p, "/testdata/bad/") {
			return nil
		}
		src, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			return err
		}
		f := &file{path: p, test: strings.HasSuffix(p, "_test.go"), generated: strings.HasSuffix(p, "_stoat.go"), fset: token.NewFileSet()}
		f.lines = strings.Count(string(src), "\n")
		f.first, _, _ = strings.Cut(string(src), "\n")
		f.ast, err = parser.ParseFile(f.fset, p, src, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, f)
		return err
	})
	return files, err
})

// root is the repository, seen from this package.
const root = "../.."

// walk calls visit for every file that isn't hidden or built, with its path from the root.
func walk(visit func(p string) error) error {
	return filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); rel != "." && (strings.HasPrefix(name, ".") || name == "bin" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		return visit(filepath.ToSlash(rel))
	})
}

// goFiles is the tree, or the end of the test.
func goFiles(t *testing.T) []*file {
	t.Helper()
	files, err := tree()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("%d Go files found: the rules look at the wrong tree", len(files))
	}
	return files
}

// rooms is every directory with Go files that aren't tests, sorted, without testdata.
func rooms(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		if !f.test && !within(f.path, "testdata") {
			seen[f.room()] = true
		}
	}
	var all []string
	for r := range seen {
		all = append(all, r)
	}
	slices.Sort(all)
	return all
}

// within says whether p is dir or below it.
func within(p, dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }

// withinAny says whether p is one of the directories or below it.
func withinAny(p string, dirs ...string) bool {
	return slices.ContainsFunc(dirs, func(d string) bool { return within(p, d) })
}

// exists says whether the repository has a file or directory.
func exists(p string) bool {
	_, err := os.Stat(filepath.Join(root, p))
	return err == nil
}

// read is the text of a file of the repository, or the end of the test.
func read(t *testing.T, p string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, p))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

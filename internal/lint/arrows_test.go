package lint

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// arrows says what a room may import of this module; "x/..." is x and all below it. A room's own row counts, else the longest one
// with dots that it is below.
var arrows = []struct {
	room string
	may  string
}{
	{"cmd/stoatgen", "gen"},
	{"dsl", "rt/record"},
	// One room a stage, left to right: no stage looks back.
	{"gen", "gen/... templates rt/abi"},
	{"gen/diag", ""},
	{"gen/topo", "gen/diag"},
	{"gen/load", "gen/diag gen/topo"},
	{"gen/scan", "gen/diag gen/topo gen/load"},
	{"gen/view", "gen/diag gen/topo"},
	{"gen/check", "gen/diag gen/topo rt/schedule"},
	{"gen/plan", "gen/diag gen/topo rt/abi"},
	{"gen/emit/...", "gen/emit/... gen/diag gen/topo gen/plan rt/abi"},
	{"gen/write", "gen/diag"},
	{"templates", ""},
	// The run time, from what everything names to what runs it. rt/rocks is named by main packages only.
	{"rt/abi", ""},
	{"rt/record", ""},
	{"rt/codec", "rt/abi rt/record"},
	{"rt/store", "rt/abi rt/record rt/codec"},
	{"rt/store/storetest", "rt/abi rt/record rt/codec rt/store"},
	{"rt/state/statetest", "rt/abi rt/record rt/codec rt/store rt/state"},
	{"rt/window", "rt/abi rt/record rt/codec rt/store"},
	{"rt/state", "rt/abi rt/record rt/codec rt/store"},
	{"rt/process", "rt/abi rt/record rt/codec rt/store rt/lane"},
	{"rt/schedule", ""},
	{"rt/lane", "rt/abi rt/record rt/codec rt/store rt/window"},
	{"rt/suppress", "rt/abi rt/record rt/codec rt/store rt/lane"},
	{"rt/join", "rt/abi rt/record rt/codec rt/store"},
	{"rt/internal/...", "rt/abi rt/record rt/codec rt/store rt/window rt/lane rt/internal/..."},
	{"rt", "rt/abi rt/record rt/codec rt/store rt/window rt/lane rt/internal/..."},
	{"rt/rttest", "rt rt/abi rt/record rt/codec rt/store rt/window rt/lane rt/internal/..."},
	{"rt/rocks", "rt rt/abi rt/store"},
	{"rt/internal/kill", "rt rt/rocks rt/abi rt/record rt/codec rt/store rt/internal/... testdata/gen/... examples/..."}, // a program
	// Programs, and what looks at everything at once.
	{"examples/...", "dsl examples/... rt rt/rocks rt/rttest rt/record rt/abi rt/codec rt/lane rt/window rt/store rt/state rt/process rt/suppress rt/join rt/schedule"},
	{"bench/...", "dsl bench/... gen rt/... testdata/gen/..."},
	{"internal/...", "dsl gen/... internal/... rt/... testdata/..."},
	{"internal/fuzztopo", "gen gen/write rt/record internal/fuzztopo/harness"}, // its model shares nothing with gen and rt
	{"internal/fuzztopo/harness", "rt rt/lane rt/record rt/rttest rt/store"},
	{"testdata/oracle", ""},
	{"testdata/gen/...", "dsl rt rt/record rt/abi rt/codec rt/lane rt/window rt/store rt/state rt/process rt/suppress rt/join rt/schedule"},
}

// surface is what generated code may import of this module, wherever it stands.
const surface = "rt rt/record rt/abi rt/codec rt/lane rt/window rt/store rt/state rt/process rt/suppress rt/join rt/schedule"

// importers says which room alone imports a library. The longest prefix of the import counts.
var importers = map[string]string{
	"github.com/dave/jennifer":            "gen/emit",
	"golang.org/x/tools/go/packages":      "gen/load",
	"github.com/linxGnu/grocksdb":         "rt/rocks",
	"github.com/twmb/franz-go":            "rt/internal/kafka",
	"github.com/twmb/franz-go/pkg/kfake":  "rt/internal/broker",
	"github.com/prometheus/client_golang": "rt/internal/obs",
	"github.com/prometheus/client_model":  "rt/internal/obs",
	"github.com/prometheus/common/expfmt": "rt/internal/obs",
	"github.com/robfig/cron":              "rt/schedule",
	"C":                                   "rt/rocks",
}

// unlinked says which libraries a room's programs must never contain, through whatever it imports of this module.
var unlinked = []struct {
	room, library, why string
}{
	{"gen", "github.com/linxGnu/grocksdb", "the tool builds without cgo"},
	{"gen", "github.com/twmb/franz-go", "the tool needs no Kafka"},
	{"dsl", "github.com/", "a topology costs nothing to import"},
	{"rt", "github.com/linxGnu/grocksdb", "an application that doesn't name rt/rocks builds without cgo"},
	{"rt/rttest", "github.com/linxGnu/grocksdb", "a user's tests need no C++"},
	{"rt/record", "github.com/", "user functions need the standard library only"},
}

// TestArrows says that each room imports what its row allows. Tests may import more: they look at rooms from outside.
func TestArrows(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		may, ok := allowed(f.room())
		if !ok {
			t.Errorf("%s: the room %s has no row in the table of internal/lint: say what it may import", f.path, f.room())
			continue
		}
		if f.generated {
			may = strings.Fields(surface)
		}
		f.imports(func(spec *ast.ImportSpec, own bool, p string) {
			if own && !slices.ContainsFunc(may, func(m string) bool { return covers(m, p) }) {
				t.Errorf("%s: %s may not import %s, only %v", f.at(spec.Pos()), f.room(), p, may)
			}
		})
	}
}

// TestOneImporter says that a library is named in one room, outside of tests, bench, examples and internal.
func TestOneImporter(t *testing.T) {
	libraries := slices.SortedFunc(maps.Keys(importers), func(a, b string) int { return len(b) - len(a) })
	for _, f := range goFiles(t) {
		if f.test || withinAny(f.path, "bench", "examples", "internal") {
			continue
		}
		f.imports(func(spec *ast.ImportSpec, _ bool, p string) {
			for _, l := range libraries {
				if within(p, l) {
					if !within(f.room(), importers[l]) {
						t.Errorf("%s: %s is imported by %s alone", f.at(spec.Pos()), l, importers[l])
					}
					return
				}
			}
		})
	}
}

// TestNeverLinked follows the imports inside this module.
func TestNeverLinked(t *testing.T) {
	imports := map[string]map[string]bool{} // room → what its files import
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		if imports[f.room()] == nil {
			imports[f.room()] = map[string]bool{}
		}
		f.imports(func(_ *ast.ImportSpec, _ bool, p string) { imports[f.room()][p] = true })
	}
	for _, u := range unlinked {
		seen := map[string]bool{}
		var follow func(room string, via []string)
		follow = func(room string, via []string) {
			if seen[room] {
				return
			}
			seen[room] = true
			via = append(via, room)
			for p := range imports[room] {
				if strings.HasPrefix(p, u.library) {
					t.Errorf("%s reaches %s through %s: %s", u.room, p, strings.Join(via, " → "), u.why)
				}
				follow(p, via)
			}
		}
		follow(u.room, nil)
	}
}

// allowed is the row of a room.
func allowed(room string) (may []string, ok bool) {
	best := -1
	for _, row := range arrows {
		dir, below := strings.CutSuffix(row.room, "/...")
		if room == dir || below && within(room, dir) && len(dir) > best {
			best, may, ok = len(dir), strings.Fields(row.may), true
		}
	}
	return may, ok
}

// covers says whether an entry of a row allows an import.
func covers(entry, p string) bool {
	if dir, ok := strings.CutSuffix(entry, "/..."); ok {
		return within(p, dir)
	}
	return p == entry
}

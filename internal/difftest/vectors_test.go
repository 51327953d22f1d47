package difftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/ready"
	"github.com/stoatgen/stoatgen/testdata/oracle"
)

const root = "../.."

// directory is where the vectors are: VECTORS, or the oracle's own.
func directory() string {
	if dir := os.Getenv("VECTORS"); dir != "" {
		return dir
	}
	return filepath.Join(root, "testdata", "oracle")
}

// TestVectors runs every case of the oracle in every mode and prints which passed, which aren't supported yet and
// which failed. Only a supported case can fail.
func TestVectors(t *testing.T) {
	cases, err := oracle.Cases(root)
	if err != nil {
		t.Fatal(err)
	}
	var passed, notYet, differs, failed []string
	files := 0
	for _, c := range cases {
		found, err := Files(directory(), c.Name)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			continue // other inputs needn't have every case
		}
		files += len(found)
		switch why := ready.NotYet[c.Name]; {
		case why != "":
			notYet = append(notYet, c.Name+": "+why)
		case ready.Differs[c.Name] != "":
			differs = append(differs, c.Name+": "+ready.Differs[c.Name])
		default:
			if t.Run(c.Name, func(t *testing.T) { runCase(t, c, found) }) {
				passed = append(passed, c.Name)
			} else {
				failed = append(failed, c.Name)
			}
		}
	}
	if files == 0 {
		t.Fatalf("no vector in %s", directory())
	}
	report("passed", passed)
	report("not yet supported", notYet)
	report("differs on purpose (docs/differences.md)", differs)
	report("failed", failed)
	fmt.Printf("vectors: %d passed, %d not yet supported, %d differ on purpose, %d failed; %d files, each plain, crash-kept and crash-lost\n",
		len(passed), len(notYet), len(differs), len(failed), files)
}

func runCase(t *testing.T, c oracle.Case, files []string) {
	for _, file := range files {
		v, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		v.Name = c.Name
		for _, mode := range Modes {
			app, err := ready.Programs[c.Topology](rt.Config{ApplicationID: application(c.Name)})
			if err != nil {
				t.Fatal(err)
			}
			if err := Run(t, v, app, mode); err != nil {
				t.Errorf("%s, %s: %v", filepath.Base(file), mode, err)
				break // the other modes would say the same again
			}
		}
	}
}

func report(what string, names []string) {
	if len(names) > 0 {
		fmt.Printf("%s:\n\t%s\n", what, strings.Join(names, "\n\t"))
	}
}
